// Reads what Wikidata states about an organisation. Nothing here fetches: other items, such as its industry or its
// city, are ids, and names if `References` has them.
import { companyDomain } from '@quarry/kit/read/company-domain'
import { asText } from '@quarry/kit/read/values'
import { filePage } from './wikidata.ts'
import {
  findId,
  findNewest,
  findText,
  type Item,
  keepBest,
  readAmount,
  readFirst,
  readId,
  readIds,
  readLabel,
  readQualifier,
  readStatements,
  readText,
  readYear,
  type Statement,
} from './wikidata-item.ts'

const human = 'Q5'
/** Business, company, enterprise, public and private company, corporation, bank, airline, publisher, university, … */
const kinds = new Set(
  'Q4830453 Q783794 Q6881511 Q891723 Q1589009 Q167037 Q43229 Q658255 Q161726 Q219577 Q270791 Q18388277 Q1058914 Q210167 Q786820 Q22687 Q650241 Q46970 Q507619 Q2085381 Q163740 Q31855 Q3918'.split(
    ' ',
  ),
)
/**
 * Country, sovereign state, constituent country, city, big city, capital, town, village, settlement, municipality,
 * commune of France, administrative unit, region, state of the United States, county, island, island country,
 * continent, metropolis, global city, district, borough of London.
 */
const places = new Set(
  'Q6256 Q3624078 Q3336843 Q515 Q1549591 Q5119 Q3957 Q532 Q486972 Q15284 Q484170 Q56061 Q82794 Q35657 Q28575 Q23442 Q112099 Q5107 Q200250 Q208511 Q149621 Q211690'.split(
    ' ',
  ),
)
/** Legal form, employees, stock exchange, chief executive, board, parent, two identifiers of companies. */
const traits = ['P1454', 'P1128', 'P414', 'P169', 'P3320', 'P749', 'P1278', 'P4264']

/**
 * Decision: an organisation has one of the common kinds, or a property that only organisations have. The hundreds of
 * other kinds are not looked up, because that takes several requests for each item. Places are not organisations,
 * although they have governments with headquarters, staff and heads.
 */
export function isOrganisation(item: Item): boolean {
  const itemKinds = readIds(item, 'P31')
  if (itemKinds.includes(human) || itemKinds.some((kind) => places.has(kind))) return false
  return (
    itemKinds.some((kind) => kinds.has(kind)) ||
    traits.some((trait) => readStatements(item, trait).length > 0)
  )
}

/** A page on these hosts is a profile, and the host is not the organisation's domain. */
const sharedHosts =
  /(?:^|\.)(?:facebook|instagram|linkedin|twitter|x|youtube|tiktok|github|blogspot|wordpress)\.com$/

export type Website = { url: string; domain: string }

/** The current websites of an organisation, preferred ones first. */
export const readWebsites = (item: Item): Website[] =>
  readStatements(item, 'P856').flatMap((statement) => {
    const url = readText(statement)
    const domain = companyDomain(url)
    if (domain === null || !/^https?:/i.test(url)) return []
    return sharedHosts.test(domain) && new URL(url).pathname !== '/' ? [] : [{ url, domain }]
  })

/** The website with the domain, else the first. */
export const findWebsite = (item: Item, domain: string | null): Website | null => {
  const websites = readWebsites(item)
  return websites.find((website) => website.domain === domain) ?? websites[0] ?? null
}

/**
 * Decision: of several organisations with the same name or website, dissolved ones and those that belong to another
 * of them are dropped. If more than one remains, none is chosen.
 */
export function chooseOnly(items: readonly Item[]): Item | null {
  const active = items.filter((item) => readStatements(item, 'P576').length === 0)
  const left = active.length > 0 ? active : items
  const ids = new Set(left.map(({ id }) => id))
  const heads = left.filter(
    (item) => !['P749', 'P127', 'P361'].some((property) => refersToAny(item, property, ids)),
  )
  const [first, second] = heads.length > 0 ? heads : left
  return first !== undefined && second === undefined ? first : null
}

const refersToAny = (item: Item, property: string, ids: ReadonlySet<string>): boolean =>
  readIds(item, property).some((id) => ids.has(id) && id !== item.id)

/** The current headquarters, preferred ones first. */
export const readSeats = (item: Item) =>
  readStatements(item, 'P159').map((statement) => ({
    cityId: readId(statement),
    countryId: findId(readQualifier(statement, 'P17')),
    street: findText(readQualifier(statement, 'P6375')),
    postalCode: asText(readQualifier(statement, 'P281')),
  }))

/** The country of an organisation; null for several, because none is known to be the seat's. */
export function findCountryId(item: Item): string | null {
  const [country, another] = keepBest(readStatements(item, 'P17'))
  return country !== undefined && another === undefined ? readId(country) : null
}

/** Products and services. */
export const readProductIds = (item: Item): string[] => readIds(item, 'P1056')
export const findIndustryId = (item: Item): string | null => readIds(item, 'P452')[0] ?? null

export const readFoundedYear = (item: Item): number | null => readFirst(item, 'P571', readYear)

/** Counts for a part, a place or one kind of staff do not count the whole. */
const isForPart = ({ qualifiers }: Statement) =>
  ['P518', 'P276', 'P3005', 'P642'].some((part) => part in qualifiers)

export function readStaffCount(item: Item): number | null {
  const newest = findNewest(readStatements(item, 'P1128').filter((statement) => !isForPart(statement)))
  return newest === null ? null : readAmount(newest)
}

export const readLogo = (item: Item): string | null =>
  readFirst(item, 'P154', (logo) => filePage(readText(logo)))

/** Other items by their ids. */
export type References = ReadonlyMap<string, Item>

export const findName = (references: References, id: string | null): string | null => {
  const item = id === null ? undefined : references.get(id)
  return item === undefined ? null : readLabel(item)
}
