// Social profiles from Wikidata, for the organisation whose website has the domain. Wikidata stores the handle on each
// network; the address is built from it. Two requests.
import { found, notFound, type Outcome, provider } from '@quarry/kit'
import { createListReader } from '@quarry/kit/read/list-reader'
import { itemPage, wikidata } from '../../apis/wikidata.ts'
import { type Item, readStatements, readText, readWholeItems } from '../../apis/wikidata-item.ts'
import { findByDomain } from '../../apis/wikidata-lookup.ts'
import type { DomainQuery, SocialProfile, SocialRecord } from '../records.ts'

export const socialWikidata = provider<DomainQuery, SocialRecord>({
  api: wikidata,
  example: { query: 'wikimediafoundation.org' },

  async find({ domain }, { get }) {
    const item = await findByDomain(get, domain)
    return item === null ? notFound : toOutcome(item, domain)
  },

  extract(page, { domain }) {
    const [item] = readWholeItems(page)
    return item === undefined ? notFound : toOutcome(item, domain)
  },
})

type Network = { property: string; network: string; url: (handle: string) => string | null }

const urlBuilder =
  (start: string, end = '') =>
  (handle: string): string =>
    `${start}${encodeURIComponent(handle)}${end}`

const networks: readonly Network[] = [
  { property: 'P4264', network: 'linkedin', url: urlBuilder('https://www.linkedin.com/company/', '/') },
  { property: 'P2013', network: 'facebook', url: urlBuilder('https://www.facebook.com/') },
  { property: 'P2002', network: 'x', url: urlBuilder('https://x.com/') },
  { property: 'P2003', network: 'instagram', url: urlBuilder('https://www.instagram.com/', '/') },
  { property: 'P2397', network: 'youtube', url: urlBuilder('https://www.youtube.com/channel/') },
  { property: 'P7085', network: 'tiktok', url: urlBuilder('https://www.tiktok.com/@') },
  { property: 'P2037', network: 'github', url: urlBuilder('https://github.com/') },
  { property: 'P3789', network: 'telegram', url: urlBuilder('https://t.me/') },
  { property: 'P4033', network: 'mastodon', url: buildMastodonUrl },
  { property: 'P12361', network: 'bluesky', url: urlBuilder('https://bsky.app/profile/') },
]

/** From `acme@social.example`; each Mastodon server has its own host. */
function buildMastodonUrl(address: string): string | null {
  const [, name, host] = /^@?([\w.-]{1,100})@([a-z0-9.-]{3,253})$/i.exec(address) ?? []
  return name === undefined || host === undefined ? null : `https://${host.toLowerCase()}/@${name}`
}

function toOutcome(item: Item, domain: string): Outcome<SocialRecord> {
  const lists = createListReader('wikidata')
  const accounts = networks.flatMap(({ property, network, url }) => {
    const handles = readStatements(item, property).map(readText)
    return handles.map((handle) => ({ network, url: url(handle), handle }))
  })
  const all = lists.main('profiles', accounts, ({ network, url, handle }): SocialProfile | null =>
    url === null ? null : { network, url, handle },
  )
  const profiles = [...new Map(all.map((profile) => [profile.url, profile])).values()]
  return found({ domain, profiles }, { ...lists.counted(), source: itemPage(item.id) })
}
