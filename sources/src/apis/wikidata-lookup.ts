// Finds items of Wikidata, fetches what a company profile needs, and builds the profile. Each function states its
// number of requests; they run one after the other, as Wikimedia requires.
import { type Get, pageChanged, type Reading } from '@quarry/kit'
import { createListReader } from '@quarry/kit/read/list-reader'
import { regionCode } from '@quarry/kit/read/region-code'
import { toStaffRange } from '@quarry/kit/read/staff-range'
import { asObjects, asText, at } from '@quarry/kit/read/values'
import {
  claimsUrl,
  introductionUrl,
  itemPage,
  itemsUrl,
  namesUrl,
  readWikidataResponse,
  statementSearchUrls,
  termsUrl,
} from './wikidata.ts'
import {
  findArticle,
  type Item,
  keepBest,
  readDescription,
  readEnglishLabel,
  readHits,
  readId,
  readItems,
  readLabel,
  readStatements,
  readText,
  readWholeItems,
} from './wikidata-item.ts'
import {
  chooseOnly,
  findCountryId,
  findIndustryId,
  findName,
  isOrganisation,
  type References,
  readFoundedYear,
  readLogo,
  readProductIds,
  readSeats,
  readStaffCount,
  readWebsites,
} from './wikidata-organisation.ts'

// Well-known items have a megabyte each: ten fit into the largest page.
export const itemsAtOnce = 10
const namesAtOnce = 50

/** The items in the order of their ids; one request for each ten. */
export async function fetchItems(get: Get, ids: readonly string[]): Promise<Item[]> {
  const items = new Map<string, Item>()
  for (let start = 0; start < ids.length; start += itemsAtOnce) {
    const page = await get(itemsUrl(ids.slice(start, start + itemsAtOnce)))
    for (const item of readWholeItems(page)) for (const id of listIds(item)) items.set(id, item)
  }
  return [...new Set(ids.flatMap((id) => items.get(id) ?? []))]
}

/** An item that was merged into another also has the old id. */
function listIds({ id, json }: Item): string[] {
  const from = asText(at(json, 'redirects', 'from'))
  return from === null ? [id] : [id, from]
}

/** The names of at most 50 items; one request, none without ids. */
async function fetchReferences(get: Get, ids: readonly string[]): Promise<References> {
  if (ids.length === 0) return new Map()
  const items = readItems(await get(namesUrl(ids)))
  return new Map(items.flatMap((item) => listIds(item).map((id): [string, Item] => [id, item])))
}

/** The same with aliases. */
export async function fetchTerms(get: Get, ids: readonly string[]): Promise<Item[]> {
  return ids.length === 0 ? [] : readItems(await get(termsUrl(ids)))
}

/** Addresses without their start, such as `acme.example/`, with each start that people write. */
export const spellWebsites = (...addresses: string[]): string[] =>
  ['https://www.', 'https://', 'http://www.', 'http://'].flatMap((start) =>
    addresses.map((address) => `${start}${address}`),
  )

/**
 * The organisation whose current website has the domain; two requests, three for a long domain. If none has the home
 * page as its website, any page of the domain counts; one or two requests more.
 */
export async function findByDomain(get: Get, domain: string): Promise<Item | null> {
  const hasDomain = (item: Item) =>
    isOrganisation(item) && readWebsites(item).some((site) => site.domain === domain)
  const items = (await findByStatement(get, 'P856', spellWebsites(`${domain}/`, domain))).filter(hasDomain)
  if (items.length > 0) return chooseOnly(items)
  // A star at the end searches by prefix.
  const deeper = await findByStatement(get, 'P856', spellWebsites(`${domain}/*`))
  return chooseOnly(deeper.filter(hasDomain))
}

/** The organisation with an identifier, in upper or lower case. */
export async function findByIdentifier(get: Get, property: string, identifier: string): Promise<Item | null> {
  const items = await findByStatement(get, property, [identifier])
  const isSame = (text: string) => text.normalize('NFC').toLowerCase() === identifier.toLowerCase()
  return chooseOnly(
    items.filter((item) => isOrganisation(item) && readStatements(item, property).map(readText).some(isSame)),
  )
}

const findByStatement = async (get: Get, property: string, values: readonly string[]): Promise<Item[]> =>
  fetchItems(get, await searchByStatement(get, property, values))

/** The ids of items with one of the values under a property; one request, more for many values. */
export async function searchByStatement(get: Get, property: string, values: readonly string[]) {
  const ids = new Set<string>()
  for (const url of statementSearchUrls(property, values))
    for (const id of readHits(await get(url))) ids.add(id)
  return [...ids]
}

/** The best statements under a property; one request. */
async function fetchStatements(get: Get, id: string, property: string) {
  const { claims } = readWikidataResponse(await get(claimsUrl(id, property)))
  if (claims === undefined) throw pageChanged('wikidata: no statements in the answer')
  return keepBest(readStatements({ id, json: { claims } }, property))
}

/**
 * The ISO code of the country of the first seat, its name if it has no code, or null. Takes no request if the
 * organisation has one country with its standard English name, else one or two.
 */
async function fetchCountry(get: Get, item: Item, references: References): Promise<string | null> {
  const [seat] = readSeats(item)
  const id = seat?.countryId ?? findCountryId(item) ?? (seat ? await fetchCountryId(get, seat.cityId) : null)
  if (id === null) return null
  const country = references.get(id)
  const code = country === undefined ? null : regionCode(readEnglishLabel(country) ?? '')
  if (code !== null) return code
  const [stated] = await fetchStatements(get, id, 'P297')
  return stated === undefined ? findName(references, id) : readText(stated)
}

async function fetchCountryId(get: Get, placeId: string): Promise<string | null> {
  const [country, another] = await fetchStatements(get, placeId, 'P17')
  return country !== undefined && another === undefined ? readId(country) : null
}

/** The first paragraph of the organisation's article; one request, none without an article. */
async function fetchIntroduction(get: Get, item: Item) {
  const article = findArticle(item)
  if (article === null) return null
  const response = readWikidataResponse(await get(introductionUrl(article.language, article.title)))
  const [page] = asObjects(at(response, 'query', 'pages'))
  if (page === undefined) throw pageChanged('wikidata: no article in the answer')
  if (page.missing === true) return null
  if (typeof page.extract !== 'string') throw pageChanged('wikidata: the article has no introduction')
  const text = readFirstParagraph(page.extract)
  return text === null ? null : { text, url: article.url }
}

/** Removes the empty brackets that remain of left-out pronunciations. */
const readFirstParagraph = (text: string): string | null =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/\([\s,;:]{1,20}/g, '(')
        .replace(/ ?\(\)/g, '')
        .trim(),
    )
    .find((line) => line !== '') ?? null

/** The parts of a profile that further requests give. */
export type Surroundings = Awaited<ReturnType<typeof fetchSurroundings>>

/** For a saved item, without further requests. */
export const noSurroundings: Surroundings = {
  references: new Map(),
  country: null,
  introduction: null,
  isCut: false,
}

/** Mostly two requests, for names and for the text; `more` are further ids to name. */
export async function fetchSurroundings(get: Get, item: Item, more: readonly string[] = []) {
  const referred = [
    findIndustryId(item),
    ...readSeats(item).flatMap(({ cityId, countryId }) => [cityId, countryId]),
    findCountryId(item),
    ...readProductIds(item),
    ...more,
  ]
  const ids = [...new Set(referred.filter((id) => id !== null))]
  const references = await fetchReferences(get, ids.slice(0, namesAtOnce))
  return {
    references,
    country: await fetchCountry(get, item, references),
    introduction: await fetchIntroduction(get, item),
    /** The item refers to more items than one request can name. */
    isCut: ids.length > namesAtOnce,
  }
}

export type Profile = NonNullable<ReturnType<typeof buildProfile>>

/** Null for an item without a name in the known languages. */
export function buildProfile(item: Item, { references, country, introduction, isCut }: Surroundings) {
  const name = readLabel(item)
  if (name === null) return null
  const lists = createListReader('wikidata')
  const staffCount = readStaffCount(item)
  return {
    name,
    /** The fields that records of companies share. */
    facts: {
      description: introduction?.text ?? readDescription(item),
      industry: findName(references, findIndustryId(item)),
      founded: readFoundedYear(item),
      staff_range: staffCount === null ? null : toStaffRange(staffCount),
      staff_count: staffCount,
      logo_url: readLogo(item),
      specialities: lists.side('specialities', readProductIds(item), (id) => findName(references, id)),
    },
    // Only the country of the first seat is known.
    seats: readSeats(item).map(({ cityId, street, postalCode }, index) => ({
      city: findName(references, cityId),
      street,
      postalCode,
      country: index === 0 ? country : null,
    })),
    lists,
    /** To be called after all lists are read. */
    getReading: (): Reading => ({
      ...lists.counted(),
      // The article if its text is used, because its licence requires that.
      source: introduction?.url ?? itemPage(item.id),
      ...(isCut ? { isPartial: true } : {}),
    }),
  }
}
