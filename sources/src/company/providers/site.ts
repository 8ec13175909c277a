// The directory's own pages: a company, its contacts and its social profiles, by its domain; suggestions from the
// autocomplete of the search box, which also finds a company by its name.
import {
  found,
  type Io,
  notFound,
  type Outcome,
  type Page,
  pageChanged,
  provider,
  type Reading,
} from '@quarry/kit'
import { companyDomain } from '@quarry/kit/read/company-domain'
import { decodePercent } from '@quarry/kit/read/decode-percent'
import { parseDom } from '@quarry/kit/read/dom'
import { jsonLd } from '@quarry/kit/read/json-ld'
import { createListReader, toEntries } from '@quarry/kit/read/list-reader'
import { parseJson } from '@quarry/kit/read/parse-json'
import { chooseStaffRange } from '@quarry/kit/read/staff-range'
import { unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asList, asText } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import {
  buildCompanyUrl,
  buildSuggestUrl,
  findDomainInPath,
  findOrganization,
  findPageDomain,
  isSearchPage,
  readCompanyFacts,
  readShownFacts,
  toParams,
} from '../company-page.ts'
import { compareNames, removeLegalForm } from '../compare-names.ts'
import { readContacts } from '../contacts.ts'
import { inferPatterns, type PatternShare } from '../infer-patterns.ts'
import {
  type CompanyQuery,
  type CompanyRecord,
  type DomainQuery,
  maxSuggestions,
  type SocialProfile,
  type SocialRecord,
  type Suggestion,
  type SuggestQuery,
} from '../records.ts'

export const companySite = provider<CompanyQuery, CompanyRecord>({
  find,
  extract,
  paramsFromUrl: toParams,
})

async function find(query: CompanyQuery, { get, site }: Io): Promise<Outcome<CompanyRecord>> {
  const findByDomain = async (domain: string) =>
    companySite.extract(await get(buildCompanyUrl(site, domain)), query)
  const byDomain = query.domain === null ? notFound : await findByDomain(query.domain)
  if (byDomain.kind === 'found' || query.name === null) return byDomain
  for (const spelling of new Set([query.name, removeLegalForm(query.name)])) {
    const domain = findNamesake(await get(buildSuggestUrl(site, spelling)), query.name)
    if (domain !== null) return findByDomain(domain)
  }
  return notFound
}

/**
 * Decision: only the company of exactly that name, or the only one that differs by its legal form; never the nearest.
 */
function findNamesake(page: Page, name: string): string | null {
  if (page.status === 404 || page.status === 410) return null
  const { suggestions } = readSuggestions(page)
  const filterBy = (match: ReturnType<typeof compareNames>) =>
    suggestions.filter((suggestion) => compareNames(suggestion.name, name) === match)
  const [same] = filterBy('same')
  const [near, ...others] = filterBy('same but for the legal form')
  return same?.domain ?? (others.length === 0 ? (near?.domain ?? null) : null)
}

function extract(page: Page, query: CompanyQuery): Outcome<CompanyRecord> {
  if (isSearchPage(page)) return notFound
  assertReadable(page)
  const { facts, form } = readCompanyFacts(page)
  const domain = findPageDomain(page) ?? query.domain
  const { name, ...rest } = facts
  if (name === null || domain === null) throw pageChanged('neither linked data nor a heading of a company')
  const staff_range = chooseStaffRange(rest.staff_count, rest.staff_range)
  return found({ name, domain, ...rest, staff_range }, { form })
}

/** The autocomplete of the search box, a list of `{name, domain, logo}`. */
export const suggestSite = provider<SuggestQuery, Suggestion[]>({
  page: ({ beginning }, site) => buildSuggestUrl(site, beginning),

  extract(page) {
    const { suggestions, reading } = readSuggestions(page)
    return suggestions.length === 0 ? notFound : found(suggestions.slice(0, maxSuggestions), reading)
  },

  // Any text works if the address has none, because only the response is read.
  paramsFromUrl: (url, { text }) => ({ query: text('q') ?? findDomainInPath(url) ?? 'company' }),
})

/** The companies in the site's order, each domain once. An item without a name or a domain counts as unread. */
function readSuggestions(page: Page): { suggestions: Suggestion[]; reading: Reading } {
  assertReadable(page)
  const response = parseJson(page.body)
  if (!Array.isArray(response)) throw pageChanged('the answer of the autocomplete is not a list')
  const lists = createListReader('json')
  const items = lists.main('suggestions', toEntries(response), (item): Suggestion | null => {
    const name = asText(item.name)
    const domain = companyDomain(asText(item.domain) ?? '')
    if (name === null || domain === null) return null
    return { name, domain, logo_url: unwrapLink(asText(item.logo), page.url) }
  })
  const domains = new Set<string>()
  const suggestions = items.filter(({ domain }) => !domains.has(domain) && domains.add(domain))
  return { suggestions, reading: lists.counted() }
}

/** The social profiles on a company's page. Network and handle are read from each profile's address. */
export const socialSite = provider<DomainQuery, SocialRecord>({
  page: ({ domain }, site) => buildCompanyUrl(site, domain),

  extract(page, query) {
    if (isSearchPage(page)) return notFound
    assertReadable(page)
    const domain = findPageDomain(page) ?? query.domain
    const node = findOrganization(jsonLd(page.body), page.url)
    if (node?.sameAs !== undefined) return readProfiles(asList(node.sameAs).map(asText), domain, 'json-ld')
    const dom = parseDom(page)
    if (node === null && readShownFacts(dom, page.url).name === null)
      throw pageChanged('neither linked data nor a heading of a company')
    // Old pages link to profiles through the directory's own click counter.
    const links = dom.all('a[rel~="me"]').map((link) => unwrapLink(link.attr('href'), page.url))
    return readProfiles(links, domain, 'dom')
  },

  paramsFromUrl: toParams,
})

/** Each profile once. Links to the company's own pages are left out; a value that is not a link counts as unread. */
function readProfiles(links: readonly (string | null)[], domain: string, form: string) {
  const lists = createListReader(form)
  const outsideLinks = links
    .map((link) => ({ link, host: readHost(link) }))
    .filter(({ host }) => host !== domain && !host?.endsWith(`.${domain}`))
  const all = lists.main('profiles', outsideLinks, ({ link, host }): SocialProfile | null =>
    link === null || host === null
      ? null
      : { network: toNetwork(host), url: link, handle: readHandle(new URL(link)) },
  )
  const profiles = [...new Map(all.map((profile) => [profile.url, profile])).values()]
  return found({ domain, profiles }, lists.counted())
}

const readHost = (link: string | null): string | null =>
  link !== null && /^https?:\/\//i.test(link) ? companyDomain(link) : null

/** Second-level labels under which a country's registry sells names: `acme.co.uk` is Acme's. */
const registryLabels = new Set('co com org net ac gov'.split(' '))

/** `uk.socialnet.example` and `socialnet.co.uk` are `socialnet`. */
function toNetwork(host: string): string {
  const labels = host.split('.')
  const label = labels.at(-2) ?? ''
  return registryLabels.has(label) && labels.length > 2 ? (labels.at(-3) ?? label) : label
}

/** First path segments that name the kind of page; the handle follows them. */
const pageKinds = new Set(
  'company companies school showcase in user users u channel c pages groups people profile org'.split(' '),
)

function readHandle({ pathname }: URL): string | null {
  const [first = '', second = ''] = pathname.split('/').filter((segment) => segment !== '')
  const handle = pageKinds.has(first.toLowerCase()) ? second : first
  return decodePercent(handle).replace(/^@/, '') || null
}

/** Patterns inferred from the contacts that the directory publishes for a company. */
export const emailPatternSite = provider<DomainQuery, PatternShare[]>({
  page: ({ domain }, site) => `${buildCompanyUrl(site, domain)}/contacts`,

  // Decision: a domain whose published addresses fit no pattern is not found, like one without addresses.
  extract(page, { domain }) {
    if (isSearchPage(page)) return notFound
    assertReadable(page)
    const { contacts, reading } = readContacts(page, domain)
    const patterns = inferPatterns(contacts)
    return patterns.length === 0 ? notFound : found(patterns, reading)
  },

  paramsFromUrl: toParams,
})
