// What Wikidata says of an organisation, as far as several sources ask for it. Nothing here fetches: other items that
// an organisation names (its trade, its city) are known by their ids, and by name where somebody has read them.
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
/** Headquarters, legal form, employees, stock exchange, chief executive, board, parent, two identifiers of companies. */
const traits = ['P159', 'P1454', 'P1128', 'P414', 'P169', 'P3320', 'P749', 'P1278', 'P4264']

/**
 * Decision: an organisation is what Wikidata calls one of the usual kinds, or says something of that only organisations
 * have. Its hundreds of other kinds are not looked up: that would take several requests for each item.
 */
export function isOrganisation(item: Item): boolean {
  const named = readIds(item, 'P31')
  if (named.includes(human)) return false
  return (
    named.some((kind) => kinds.has(kind)) || traits.some((trait) => readStatements(item, trait).length > 0)
  )
}

/** A page there is a profile of the organisation, and its host nobody's domain. */
const sharedHosts =
  /(?:^|\.)(?:facebook|instagram|linkedin|twitter|x|youtube|tiktok|github|blogspot|wordpress)\.com$/

export type Website = { url: string; domain: string }

/** The websites of an organisation today, the preferred ones first. */
export const readWebsites = (item: Item): Website[] =>
  readStatements(item, 'P856').flatMap((statement) => {
    const url = readText(statement)
    const domain = companyDomain(url)
    if (domain === null || !/^https?:/i.test(url)) return []
    return sharedHosts.test(domain) && new URL(url).pathname !== '/' ? [] : [{ url, domain }]
  })

/** The website under a domain where one is asked for, else the first. */
export const findWebsite = (item: Item, domain: string | null): Website | null => {
  const websites = readWebsites(item)
  return websites.find((website) => website.domain === domain) ?? websites[0] ?? null
}

/**
 * Decision: where several organisations answer to the same name or website, those that are dissolved and those that
 * belong to another of them step back; where more than one is left, none is meant.
 */
export function chooseOnly(items: readonly Item[]): Item | null {
  const living = items.filter((item) => readStatements(item, 'P576').length === 0)
  const left = living.length > 0 ? living : items
  const ids = new Set(left.map(({ id }) => id))
  const heads = left.filter(
    (item) => !['P749', 'P127', 'P361'].some((property) => refersToAny(item, property, ids)),
  )
  const [first, second] = heads.length > 0 ? heads : left
  return first !== undefined && second === undefined ? first : null
}

const refersToAny = (item: Item, property: string, ids: ReadonlySet<string>): boolean =>
  readIds(item, property).some((id) => ids.has(id) && id !== item.id)

export type Seat = {
  cityId: string
  countryId: string | null
  street: string | null
  postalCode: string | null
}

/** The headquarters of today, the preferred ones first. */
export const readSeats = (item: Item): Seat[] =>
  readStatements(item, 'P159').map((statement) => ({
    cityId: readId(statement),
    countryId: findId(readQualifier(statement, 'P17')),
    street: findText(readQualifier(statement, 'P6375')),
    postalCode: asText(readQualifier(statement, 'P281')),
  }))

/** The country of an organisation where it has one; of several none is known to be the seat's. */
export function findCountryId(item: Item): string | null {
  const [country, another] = keepBest(readStatements(item, 'P17'))
  return country !== undefined && another === undefined ? readId(country) : null
}

/** The ids of what it makes or does. */
export const readProductIds = (item: Item): string[] => readIds(item, 'P1056')
export const findIndustryId = (item: Item): string | null => readIds(item, 'P452')[0] ?? null

export function readFoundedYear(item: Item): number | null {
  const [inception] = readStatements(item, 'P571')
  return inception === undefined ? null : readYear(inception)
}

/** A count of a part, of a place or of one kind of staff says nothing of the whole. */
const isOfPart = ({ qualifiers }: Statement) =>
  ['P518', 'P276', 'P3005', 'P642'].some((part) => part in qualifiers)

export function readStaffCount(item: Item): number | null {
  const newest = findNewest(readStatements(item, 'P1128').filter((statement) => !isOfPart(statement)))
  return newest === null ? null : readAmount(newest)
}

export function readLogo(item: Item): string | null {
  const [logo] = readStatements(item, 'P154')
  return logo === undefined ? null : filePage(readText(logo))
}

/** Other items by their ids. */
export type References = ReadonlyMap<string, Item>

export const findName = (references: References, id: string | null): string | null => {
  const item = id === null ? undefined : references.get(id)
  return item === undefined ? null : readLabel(item)
}
