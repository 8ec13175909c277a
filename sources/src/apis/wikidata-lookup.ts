// How items of Wikidata are found and read: by what they state, by their ids, and with what they name. Each function
// says how many requests it takes; they follow one another, as Wikimedia asks.
import { type Get, pageChanged } from '@quarry/kit/outcome'
import { regionCode } from '@quarry/kit/read/region-code'
import { asObjects, asText, at } from '@quarry/kit/read/values'
import {
  claimsUrl,
  introductionUrl,
  itemsUrl,
  namesUrl,
  readWikidataAnswer,
  statementSearchUrls,
  termsUrl,
} from './wikidata.ts'
import {
  findArticle,
  type Item,
  keepBest,
  readEnglishLabel,
  readHits,
  readId,
  readItems,
  readStatements,
  readText,
  readWholeItems,
} from './wikidata-item.ts'
import {
  chooseOnly,
  findCountryId,
  findName,
  isOrganisation,
  type References,
  readSeats,
  readWebsites,
} from './wikidata-organisation.ts'

// Items are read whole, and well-known ones have a megabyte: ten fit under the bound of a page.
export const itemsAtOnce = 10
export const namesAtOnce = 50

/** The items in the order of their ids; one request for ten. */
export async function fetchItems(get: Get, ids: readonly string[]): Promise<Item[]> {
  const items = new Map<string, Item>()
  for (let start = 0; start < ids.length; start += itemsAtOnce) {
    const page = await get(itemsUrl(ids.slice(start, start + itemsAtOnce)))
    for (const item of readWholeItems(page)) for (const id of listIds(item)) items.set(id, item)
  }
  return [...new Set(ids.flatMap((id) => items.get(id) ?? []))]
}

/** An item that was merged into another is answered by that one. */
function listIds({ id, json }: Item): string[] {
  const from = asText(at(json, 'redirects', 'from'))
  return from === null ? [id] : [id, from]
}

/** What items are called: one request for at most 50 of them, none for none. */
export async function fetchReferences(get: Get, ids: readonly string[]): Promise<References> {
  if (ids.length === 0) return new Map()
  const items = readItems(await get(namesUrl(ids)))
  return new Map(items.flatMap((item) => listIds(item).map((id): [string, Item] => [id, item])))
}

/** The same with what they are also called. */
export async function fetchTerms(get: Get, ids: readonly string[]): Promise<Item[]> {
  return ids.length === 0 ? [] : readItems(await get(termsUrl(ids)))
}

/** As people write the address of a front page. */
const listWebsiteSpellings = (domain: string): string[] =>
  ['https://www.', 'https://', 'http://www.', 'http://'].flatMap((start) => [
    `${start}${domain}/`,
    `${start}${domain}`,
  ])

/** The organisation whose website of today has the domain; two requests, or three for a long one. */
export async function findByDomain(get: Get, domain: string): Promise<Item | null> {
  const items = await findByStatement(get, 'P856', listWebsiteSpellings(domain))
  return chooseOnly(
    items.filter((item) => isOrganisation(item) && readWebsites(item).some((site) => site.domain === domain)),
  )
}

/** The organisation with an identifier, which is compared without case. */
export async function findByIdentifier(get: Get, property: string, identifier: string): Promise<Item | null> {
  const items = await findByStatement(get, property, [identifier])
  const isSame = (text: string) => text.normalize('NFC').toLowerCase() === identifier.toLowerCase()
  return chooseOnly(
    items.filter((item) => isOrganisation(item) && readStatements(item, property).map(readText).some(isSame)),
  )
}

async function findByStatement(get: Get, property: string, values: readonly string[]): Promise<Item[]> {
  const ids = new Set<string>()
  for (const url of statementSearchUrls(property, values))
    for (const id of readHits(await get(url))) ids.add(id)
  return fetchItems(get, [...ids])
}

/** What stands for a property of one item; one request. */
async function fetchStatements(get: Get, id: string, property: string) {
  const { claims } = readWikidataAnswer(await get(claimsUrl(id, property)))
  if (claims === undefined) throw pageChanged('wikidata: no statements in the answer')
  return keepBest(readStatements({ id, json: { claims } }, property))
}

/**
 * The code of the country of an organisation's first seat, its name where it has none, null where it is not known. Takes
 * no request where the organisation has one country that is called as everybody calls it, else one or two.
 */
export async function fetchCountry(get: Get, item: Item, references: References): Promise<string | null> {
  const [seat] = readSeats(item)
  const id = seat?.countryId ?? findCountryId(item) ?? (seat ? await fetchCountryId(get, seat.cityId) : null)
  if (id === null) return null
  const known = references.get(id)
  const code = known === undefined ? null : regionCode(readEnglishLabel(known) ?? '')
  if (code !== null) return code
  const [stated] = await fetchStatements(get, id, 'P297')
  return stated === undefined ? findName(references, id) : readText(stated)
}

async function fetchCountryId(get: Get, placeId: string): Promise<string | null> {
  const [country, another] = await fetchStatements(get, placeId, 'P17')
  return country !== undefined && another === undefined ? readId(country) : null
}

export type Introduction = { text: string; url: string }

/** The first paragraph of the organisation's article; one request, none where it has no article. */
export async function fetchIntroduction(get: Get, item: Item): Promise<Introduction | null> {
  const article = findArticle(item)
  if (article === null) return null
  const pages = at(
    readWikidataAnswer(await get(introductionUrl(article.language, article.title))),
    'query',
    'pages',
  )
  const [page] = asObjects(pages)
  if (page === undefined) throw pageChanged('wikidata: no article in the answer')
  if (page.missing === true) return null
  if (typeof page.extract !== 'string') throw pageChanged('wikidata: the article has no introduction')
  const text = firstParagraph(page.extract)
  return text === null ? null : { text, url: article.url }
}

/** Where a pronunciation is left out, its bracket stays behind with commas, or with nothing. */
const firstParagraph = (text: string): string | null =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/\([\s,;:]{1,20}/g, '(')
        .replace(/ ?\(\)/g, '')
        .trim(),
    )
    .find((line) => line !== '') ?? null
