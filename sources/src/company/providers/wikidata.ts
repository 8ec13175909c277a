// What Wikidata knows of companies: records, social profiles and suggestions, for organisations with a website.
// Requests run one after the other, as Wikimedia requires.
import { found, type Get, type Io, notFound, type Outcome, provider } from '@quarry/kit'
import { createListReader } from '@quarry/kit/read/list-reader'
import { itemPage, nameSearchUrl, searchPage, wikidata } from '../../apis/wikidata.ts'
import {
  type Item,
  readAliases,
  readLabel,
  readLabels,
  readNameHits,
  readStatements,
  readText,
  readWholeItems,
} from '../../apis/wikidata-item.ts'
import {
  buildProfile,
  fetchItems,
  fetchSurroundings,
  fetchTerms,
  findByDomain,
  itemsAtOnce,
  noSurroundings,
  type Surroundings,
  searchByStatement,
  spellWebsites,
} from '../../apis/wikidata-lookup.ts'
import {
  chooseOnly,
  findWebsite,
  isOrganisation,
  readLogo,
  readWebsites,
} from '../../apis/wikidata-organisation.ts'
import { compareNames, removeLegalForm } from '../compare-names.ts'
import {
  type CompanyQuery,
  type CompanyRecord,
  type DomainQuery,
  emptyEntry,
  maxSuggestions,
  type SocialProfile,
  type SocialRecord,
  type Suggestion,
  type SuggestQuery,
  toHeadquarter,
} from '../records.ts'

/**
 * The organisation whose website has the domain, or that has exactly the name. Mostly four requests: a search, the
 * item, the names of items it refers to, and the first paragraph of its article. By name five.
 */
export const companyWikidata = provider<CompanyQuery, CompanyRecord>({
  api: wikidata,
  hasOnlySome: true,
  example: { query: 'wikimediafoundation.org' },
  find: findCompany,
  // A saved item alone: the items it refers to have no names here.
  extract(page, { domain }) {
    const [item] = readWholeItems(page)
    return item === undefined ? notFound : toCompany(item, domain, noSurroundings)
  },
})

async function findCompany({ domain, name }: CompanyQuery, { get }: Io): Promise<Outcome<CompanyRecord>> {
  const byDomain = domain === null ? null : await findByDomain(get, domain)
  if (byDomain !== null) return toCompany(byDomain, domain, await fetchSurroundings(get, byDomain))
  const byName = name === null ? null : await findByName(get, name)
  return byName === null ? notFound : toCompany(byName, null, await fetchSurroundings(get, byName))
}

/** The API's own maximum. */
const maxNameHits = 50
/** How many of the hits are read in full: items are long. */
const maxNamesakes = 20

/** The search finds names that begin with the text, so all names of each hit are compared. */
async function findByName(get: Get, name: string): Promise<Item | null> {
  for (const spelling of new Set([name, removeLegalForm(name)])) {
    const hits = await fetchTerms(get, readNameHits(await get(nameSearchUrl(spelling, maxNameHits))))
    const namesakes = hits.filter((item) => rankMatch(item, name) < matches.length)
    const ids = namesakes.slice(0, maxNamesakes).map(({ id }) => id)
    const items = await fetchItems(get, ids)
    const companies = items.filter((item) => isOrganisation(item) && findWebsite(item, null) !== null)
    const best = Math.min(...companies.map((item) => rankMatch(item, name)))
    if (best < matches.length) return chooseOnly(companies.filter((item) => rankMatch(item, name) === best))
  }
  return null
}

const matches = [
  { listNames: readLabels, agreement: 'same' },
  { listNames: readLabels, agreement: 'same but for the legal form' },
  { listNames: readAliases, agreement: 'same' },
  { listNames: readAliases, agreement: 'same but for the legal form' },
] as const

/**
 * Decision: a company of exactly the name comes before one that differs by its legal form, and both before one with
 * such an alias. Several equally good matches mean none, unless the others belong to one of them.
 */
function rankMatch(item: Item, name: string): number {
  const rank = matches.findIndex(({ listNames, agreement }) =>
    listNames(item).some((label) => compareNames(label, name) === agreement),
  )
  return rank === -1 ? matches.length : rank
}

function toCompany(item: Item, domain: string | null, surroundings: Surroundings): Outcome<CompanyRecord> {
  const website = findWebsite(item, domain)
  const profile = buildProfile(item, surroundings)
  if (website === null || profile === null) return notFound
  const record = {
    ...emptyEntry,
    ...profile.facts,
    name: profile.name,
    domain: website.domain,
    website: website.url,
    headquarter: toHeadquarter(profile.seats[0]?.city ?? null, surroundings.country),
  }
  return found(record, profile.getReading())
}

/**
 * The social profiles of the organisation whose website has the domain. Wikidata stores the handle on each network; the
 * address is built from it. Two requests.
 */
export const socialWikidata = provider<DomainQuery, SocialRecord>({
  api: wikidata,
  example: { query: 'wikimediafoundation.org' },

  async find({ domain }, { get }) {
    const item = await findByDomain(get, domain)
    return item === null ? notFound : toProfiles(item, domain)
  },

  extract(page, { domain }) {
    const [item] = readWholeItems(page)
    return item === undefined ? notFound : toProfiles(item, domain)
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

function toProfiles(item: Item, domain: string): Outcome<SocialRecord> {
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

/**
 * Organisations with a website and a name that begins with the text. If the text looks like a domain, organisations
 * whose domain begins with it come first. Two to five requests.
 */
export const suggestWikidata = provider<SuggestQuery, Suggestion[]>({
  api: wikidata,
  example: { query: 'wikimedia' },
  find: findSuggestions,
  extract: (page, { beginning }) => toSuggestions(readWholeItems(page), beginning),
})

/** How many items are read at most: few items whose name begins with a text are companies. */
const maxItems = 20

async function findSuggestions({ beginning }: SuggestQuery, { get }: Io): Promise<Outcome<Suggestion[]>> {
  const companies = new Map<string, Item>()
  const isFull = () => companies.size >= maxSuggestions
  const addCompanies = async (ids: readonly string[], hostStart = '') => {
    for (let start = 0; start < ids.length && !isFull(); start += itemsAtOnce)
      for (const item of await fetchItems(get, ids.slice(start, start + itemsAtOnce)))
        if (isOrganisation(item) && readWebsites(item).some(({ domain }) => domain.startsWith(hostStart)))
          companies.set(item.id, item)
  }
  const host = hostBeginning.exec(beginning)?.[1]
  if (host !== undefined)
    await addCompanies(await searchByStatement(get, 'P856', spellWebsites(`${host}*`)), host)
  if (!isFull()) {
    const ids = readNameHits(await get(nameSearchUrl(beginning, maxItems)))
    await addCompanies(ids.filter((id) => !companies.has(id)))
  }
  return toSuggestions([...companies.values()], beginning)
}

/** A text with a dot inside may be the beginning of a domain. */
const hostBeginning = /^(?:www\.)?([a-z0-9-]{2,63}\.[a-z0-9.-]{0,190})$/

/** Each domain once, in the order of the items. */
function toSuggestions(items: readonly Item[], beginning: string): Outcome<Suggestion[]> {
  const lists = createListReader('wikidata')
  const all = lists.side('suggestions', items, (item): Suggestion | null => {
    const name = readLabel(item)
    const website = findWebsite(item, null)
    return name === null || website === null
      ? null
      : { name, domain: website.domain, logo_url: readLogo(item) }
  })
  const domains = new Set<string>()
  const suggestions = all.filter(({ domain }) => !domains.has(domain) && domains.add(domain))
  if (suggestions.length === 0) return notFound
  return found(suggestions.slice(0, maxSuggestions), { ...lists.counted(), source: searchPage(beginning) })
}
