// An event from the JSON-LD of its page, for when neither the state nor the API can be read. It has no counts, and ids
// only if the site publishes them.
import { plainText } from '@quarry/kit/read/clean-text'
import { toDate } from '@quarry/kit/read/dates'
import { decodePercent } from '@quarry/kit/read/decode-percent'
import { linkedIds, linkedImage } from '@quarry/kit/read/linked-values'
import type { ListReader } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { toDomain } from '@quarry/kit/read/unwrap-link'
import { asList, asObject, asText, at } from '@quarry/kit/read/values'
import { type EventRecord, emptyEvent } from './event-record.ts'

/** The record, or null if the node has no name. */
export function toLinkedEvent(node: JsonObject, pageUrl: string, lists: ListReader): EventRecord | null {
  const name = asText(node.name)
  if (name === null) return null
  return {
    ...emptyEvent,
    uuid: findUuid(node),
    name,
    title: asText(node.alternateName),
    logo: findPictureId(node, pageUrl),
    description: plainText(asText(node.description)),
    short_description: asText(node.disambiguatingDescription),
    starts_on: toDate(node.startDate),
    ends_on: toDate(node.endDate),
    speakers: lists.side('speakers', asList(node.performer), (item) => toSpeaker(item, pageUrl)),
    sponsors: lists.side('sponsors', asList(node.sponsor), (item) => toSponsor(item, pageUrl)),
    registration_url: asText(at(asList(node.offers)[0], 'url')),
  }
}

function toSpeaker(item: unknown, pageUrl: string): EventRecord['speakers'][number] | null {
  const participant = toParticipant(item, pageUrl)
  if (!participant) return null
  const employers = asList(at(item, 'worksFor')).map((employer) => toParticipant(employer, pageUrl))
  return {
    ...participant,
    job_title: asText(at(item, 'jobTitle')),
    organization: employers.find((employer) => employer !== null) ?? null,
  }
}

function toSponsor(item: unknown, pageUrl: string): EventRecord['sponsors'][number] | null {
  const participant = toParticipant(item, pageUrl)
  return participant && { ...participant, short_description: asText(at(item, 'description')) }
}

/** A participant may be a bare name. */
function toParticipant(item: unknown, pageUrl: string) {
  const node = asObject(item) ?? {}
  const name = asText(node.name) ?? asText(item)
  return name === null
    ? null
    : { logo: findPictureId(node, pageUrl), name, uuid: findUuid(node), permalink: findPermalink(node) }
}

/** A UUID that identifies the node, bare or at the end of a URN or an address. */
function findUuid(node: JsonObject): string | null {
  const uuids = linkedIds(node).map((id) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(id)?.[0])
  return uuids.find((uuid) => uuid !== undefined)?.toLowerCase() ?? null
}

/** The end of the address of a picture on the site; null for pictures elsewhere. */
function findPictureId(node: JsonObject, pageUrl: string): string | null {
  const address = linkedImage(node.image ?? node.logo) ?? ''
  const [site, host] = [toDomain(pageUrl), toDomain(address)]
  if (site === null || (host !== site && !host?.endsWith(`.${site}`))) return null
  const path = decodePercent(new URL(address).pathname).slice(1)
  return path.replace(/\.(?:png|jpe?g|webp|gif|svg)$/i, '') || null
}

/** The end of the address of a page on the site: `/person/<permalink>`, `/organization/<permalink>`. */
const findPermalink = (node: JsonObject): string | null =>
  /\/(?:person|organization)\/([\p{L}\p{N}_-]{1,200})\/?$/u.exec(asText(node.url) ?? '')?.[1] ?? null
