// The profiles that Wikidata knows of the organisation whose website has the domain: identifiers on social networks,
// from which addresses are made as each network makes them. Two requests.
import { found, notFound, type Outcome } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { createListReader } from '@quarry/kit/read/list-reader'
import { itemPage, wikidata } from '../../apis/wikidata.ts'
import { type Item, statementsOf, textOf, wholeItemsIn } from '../../apis/wikidata-item.ts'
import { findByDomain } from '../../apis/wikidata-lookup.ts'
import type { SocialProfile, SocialQuery, SocialRecord } from '../social-record.ts'

export const socialWikidata = provider<SocialQuery, SocialRecord>({
  through: wikidata,
  example: { query: 'wikimediafoundation.org' },

  async find({ domain }, { get }) {
    const item = await findByDomain(get, domain)
    return item === null ? notFound : outcomeOf(item, domain)
  },

  extract(page, { domain }) {
    const [item] = wholeItemsIn(page)
    return item === undefined ? notFound : outcomeOf(item, domain)
  },
})

type Network = { property: string; network: string; url: (handle: string) => string | null }

const at =
  (start: string, end = '') =>
  (handle: string): string =>
    `${start}${encodeURIComponent(handle)}${end}`

const networks: readonly Network[] = [
  { property: 'P4264', network: 'linkedin', url: at('https://www.linkedin.com/company/', '/') },
  { property: 'P2013', network: 'facebook', url: at('https://www.facebook.com/') },
  { property: 'P2002', network: 'x', url: at('https://x.com/') },
  { property: 'P2003', network: 'instagram', url: at('https://www.instagram.com/', '/') },
  { property: 'P2397', network: 'youtube', url: at('https://www.youtube.com/channel/') },
  { property: 'P7085', network: 'tiktok', url: at('https://www.tiktok.com/@') },
  { property: 'P2037', network: 'github', url: at('https://github.com/') },
  { property: 'P3789', network: 'telegram', url: at('https://t.me/') },
  { property: 'P4033', network: 'mastodon', url: mastodonUrl },
  { property: 'P12361', network: 'bluesky', url: at('https://bsky.app/profile/') },
]

/** `acme@social.example`, each host being a network of its own. */
function mastodonUrl(address: string): string | null {
  const [, name, host] = /^@?([\w.-]{1,100})@([a-z0-9.-]{3,253})$/i.exec(address) ?? []
  return name === undefined || host === undefined ? null : `https://${host.toLowerCase()}/@${name}`
}

function outcomeOf(item: Item, domain: string): Outcome<SocialRecord> {
  const lists = createListReader('wikidata')
  const stated = networks.flatMap((network) =>
    statementsOf(item, network.property).map((statement) => ({ network, handle: textOf(statement) })),
  )
  const read = lists.main(
    'profiles',
    stated,
    ({ network: { network, url }, handle }): SocialProfile | null => {
      const address = url(handle)
      return address === null ? null : { network, url: address, handle }
    },
  )
  const profiles = [...new Map(read.map((profile) => [profile.url, profile])).values()]
  return found({ domain, profiles }, { ...lists.counted(), source: itemPage(item.id) })
}
