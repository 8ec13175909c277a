// An event from the JSON-LD of its page: what is left where neither the state nor the API can be read. It has no ids
// and no counts, and they stay null.
import { plainText } from '../../extract/clean-text.ts'
import { toDate } from '../../extract/dates.ts'
import { decodePercent } from '../../extract/decode-percent.ts'
import { linkedImage } from '../../extract/linked-values.ts'
import type { JsonObject } from '../../extract/parse-json.ts'
import { domainOf } from '../../extract/unwrap-link.ts'
import { asList, asObject, asText, at } from '../../extract/values.ts'
import type { EventRecord } from './event.ts'

/** The record, or null where the node has no name. */
export function eventFromLinkedData(node: JsonObject, pageUrl: string): EventRecord | null {
  const name = asText(node.name)
  if (name === null) return null
  const description = asText(node.description)
  return {
    uuid: null,
    name,
    title: asText(node.alternateName),
    logo: pictureOf(node, pageUrl),
    description: description === null ? null : plainText(description),
    short_description: asText(node.disambiguatingDescription),
    starts_on: toDate(node.startDate),
    ends_on: toDate(node.endDate),
    event_type: [],
    num_speakers: null,
    num_sponsors: null,
    num_exhibitors: null,
    num_contestants: null,
    categories: [],
    speakers: parties(node.performer, pageUrl).map(({ node: person, ...known }) => {
      const employer = parties(person.worksFor, pageUrl)[0]
      return {
        ...known,
        job_title: asText(person.jobTitle),
        organization: employer ? partOf(employer) : null,
      }
    }),
    sponsors: parties(node.sponsor, pageUrl).map((sponsor) => ({
      ...partOf(sponsor),
      short_description: asText(sponsor.node.description),
    })),
    timeline: { count: null, events: [] },
    is_locked: null,
    registration_url: asText(at(asList(node.offers)[0], 'url')),
  }
}

type Party = { node: JsonObject; logo: string | null; name: string; uuid: null; permalink: string | null }

function parties(value: unknown, pageUrl: string): Party[] {
  return asList(value).flatMap((item) => {
    const node = asObject(item)
    const name = asText(node?.name)
    return node && name !== null
      ? [{ node, logo: pictureOf(node, pageUrl), name, uuid: null, permalink: permalinkOf(node) }]
      : []
  })
}

const partOf = ({ logo, name, uuid, permalink }: Party) => ({ logo, name, uuid, permalink })

/** The site's id of a picture, which its address ends in; a picture that lies elsewhere has none. */
function pictureOf(node: JsonObject, pageUrl: string): string | null {
  const address = linkedImage(node.image ?? node.logo) ?? ''
  const [site, host] = [domainOf(pageUrl), domainOf(address)]
  if (site === null || (host !== site && !host?.endsWith(`.${site}`))) return null
  const path = decodePercent(new URL(address).pathname).slice(1)
  return path.replace(/\.(?:png|jpe?g|webp|gif|svg)$/i, '') || null
}

/** The last part of a page's address on the site: `/person/<permalink>`, `/organization/<permalink>`. */
const permalinkOf = (node: JsonObject): string | null =>
  /\/(?:person|organization)\/([\p{L}\p{N}_-]{1,200})\/?$/u.exec(asText(node.url) ?? '')?.[1] ?? null
