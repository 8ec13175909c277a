// Wikidata and the introductions of Wikipedia: addresses and errors. Wikimedia requires a contact in the User-Agent and
// one request at a time, and then allows 200 a minute.
import { Failure, type Page, pageChanged, rateLimited, upstreamApi } from '@quarry/kit'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText } from '@quarry/kit/read/values'

/** The Wikipedias whose articles are read, in order of preference. */
export const wikipedias = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt'] as const

/** The languages of names and descriptions, in order of preference; `mul` is for all languages. */
export const termLanguages = 'en mul fr de es it nl pt pl sv da nb fi cs tr ru uk ja zh ko ar'.split(' ')

export const wikidata = upstreamApi({
  name: 'wikidata',
  title: 'Wikidata, with texts of Wikipedia',
  hosts: ['www.wikidata.org', ...wikipedias.map((language) => `${language}.wikipedia.org`)],
  // Decision: one licence for all responses, an SPDX expression that names both: facts are CC0, texts CC BY-SA.
  licence: 'CC0-1.0 AND CC-BY-SA-4.0',
  credit: 'Facts by Wikidata (CC0), texts by the authors of Wikipedia (CC BY-SA 4.0)',
  homepage: 'https://www.wikidata.org',
  rateLimit: { perMinute: 200 },
  concurrency: 1,
  needsContact: true,
})

const api = 'https://www.wikidata.org/w/api.php'
const buildUrl = (action: string, params: Record<string, string>): string =>
  `${api}?${new URLSearchParams({ action, format: 'json', ...params })}`

// The search engine refuses longer searches.
const maxSearchChars = 300
const maxHits = 10

/** Searches for items with one of the values under a property, split if they would be too long. */
export function statementSearchUrls(property: string, values: readonly string[]): string[] {
  const searches: string[] = []
  for (const value of values) {
    const longer = `${searches.at(-1)}|${property}=${value}`
    if (searches.length > 0 && longer.length <= maxSearchChars) searches[searches.length - 1] = longer
    else searches.push(`haswbstatement:${property}=${value}`)
  }
  return searches.map((srsearch) =>
    buildUrl('query', { list: 'search', srsearch, srnamespace: '0', srlimit: String(maxHits), srprop: '' }),
  )
}

/** Items with a name that begins with the text, in any language. */
export const nameSearchUrl = (beginning: string, limit: number): string =>
  buildUrl('wbsearchentities', {
    search: beginning,
    language: 'en',
    uselang: 'en',
    type: 'item',
    limit: String(limit),
  })

const buildItemsUrl = (ids: readonly string[], props: string): string =>
  buildUrl('wbgetentities', {
    ids: ids.join('|'),
    props,
    languages: termLanguages.join('|'),
    ...(props.includes('sitelinks')
      ? { sitefilter: wikipedias.map((language) => `${language}wiki`).join('|') }
      : {}),
  })

/** At most 50 items with everything that is stated; a single one may have a megabyte. */
export const itemsUrl = (ids: readonly string[]): string =>
  buildItemsUrl(ids, 'labels|aliases|descriptions|claims|sitelinks/urls')

/** At most 50 items with their names and articles. */
export const namesUrl = (ids: readonly string[]): string => buildItemsUrl(ids, 'labels|sitelinks/urls')

/** At most 50 items with their names and aliases. */
export const termsUrl = (ids: readonly string[]): string => buildItemsUrl(ids, 'labels|aliases')

/** The statements of an item under one property: all statements of a country would be megabytes. */
export const claimsUrl = (id: string, property: string): string =>
  buildUrl('wbgetclaims', { entity: id, property })

/** The introduction of an article as plain text. */
export const introductionUrl = (language: string, title: string): string =>
  `https://${language}.wikipedia.org/w/api.php?${new URLSearchParams({
    action: 'query',
    format: 'json',
    formatversion: '2',
    prop: 'extracts',
    exintro: '1',
    explaintext: '1',
    redirects: '1',
    titles: title,
  })}`

/** The page of an item. */
export const itemPage = (id: string): string => `https://www.wikidata.org/wiki/${id}`

/** The search page for names. */
export const searchPage = (words: string): string =>
  `https://www.wikidata.org/w/index.php?${new URLSearchParams({ search: words, ns0: '1' })}`

/** Redirects to a file of Wikimedia Commons. */
export const filePage = (name: string): string =>
  `https://commons.wikimedia.org/wiki/Special:FilePath/${encodeURIComponent(name.replaceAll(' ', '_'))}`

const rateLimitCodes = new Set(['ratelimited', 'maxlag', 'cirrussearch-too-busy-error'])
// Limits are counted by the minute.
const defaultRetrySeconds = 60

/** The response of the API. Errors come with status 200 and a code. */
export function readWikidataResponse(page: Page): JsonObject {
  const response = jsonObject(page)
  if (response === null) throw pageChanged('wikidata: the answer is not a JSON object')
  const error = asObject(response.error)
  if (error === null) return response
  const code = asText(error.code) ?? ''
  const detail = `wikidata: ${code}: ${asText(error.info)}`
  if (rateLimitCodes.has(code))
    throw rateLimited(detail, toInteger(page.headers?.['retry-after']) ?? defaultRetrySeconds)
  if (/^(?:internal_api_error|readonly|cirrussearch-)/.test(code))
    throw new Failure('upstream_failed', detail)
  throw pageChanged(detail)
}
