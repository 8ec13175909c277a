// Wikidata, and the first paragraphs of Wikipedia: their addresses, and how their answers tell an error. Wikimedia asks
// for a contact in the User-Agent and for requests in series, and takes 200 a minute from who says who they are.
import { Failure } from '@quarry/kit/errors'
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText } from '@quarry/kit/read/values'
import { upstreamApi } from '@quarry/kit/upstream-api'

/** The Wikipedias that are asked for a text, the first that has an article being the one. */
export const wikipedias = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt'] as const

/** Names and descriptions are taken in the first of these; `mul` stands for every language that writes the same. */
export const termLanguages = 'en mul fr de es it nl pt pl sv da nb fi cs tr ru uk ja zh ko ar'.split(' ')

export const wikidata = upstreamApi({
  name: 'wikidata',
  title: 'Wikidata, with texts of Wikipedia',
  hosts: ['www.wikidata.org', ...wikipedias.map((language) => `${language}.wikipedia.org`)],
  // Decision: one licence for all answers, an SPDX expression that names both: facts are CC0, texts CC BY-SA.
  licence: 'CC0-1.0 AND CC-BY-SA-4.0',
  credit: 'Facts by Wikidata (CC0), texts by the authors of Wikipedia (CC BY-SA 4.0)',
  homepage: 'https://www.wikidata.org',
  pace: { perMinute: 200 },
  concurrency: 1,
  needsContact: true,
})

const api = 'https://www.wikidata.org/w/api.php'
const asked = (action: string, parameters: Record<string, string>): string =>
  `${api}?${new URLSearchParams({ action, format: 'json', ...parameters })}`

// The search engine refuses longer ones.
const mostSearchChars = 300
const mostHits = 10

/** Searches for items that have one of the values under a property; as many as its length asks for. */
export function statementSearchUrls(property: string, values: readonly string[]): string[] {
  const searches: string[] = []
  for (const value of values) {
    const longer = `${searches.at(-1)}|${property}=${value}`
    if (searches.length > 0 && longer.length <= mostSearchChars) searches[searches.length - 1] = longer
    else searches.push(`haswbstatement:${property}=${value}`)
  }
  return searches.map((srsearch) =>
    asked('query', { list: 'search', srsearch, srnamespace: '0', srlimit: String(mostHits), srprop: '' }),
  )
}

/** Items one of whose names begins with the text, in any language. */
export const nameSearchUrl = (beginning: string, most: number): string =>
  asked('wbsearchentities', {
    search: beginning,
    language: 'en',
    uselang: 'en',
    type: 'item',
    limit: String(most),
  })

const sitefilter = wikipedias.map((language) => `${language}wiki`).join('|')

/** Everything that is said of some items, 50 at most; one alone may have a megabyte. */
export const itemsUrl = (ids: readonly string[]): string =>
  asked('wbgetentities', {
    ids: ids.join('|'),
    props: 'labels|aliases|descriptions|claims|sitelinks/urls',
    languages: termLanguages.join('|'),
    sitefilter,
  })

/** What items are called and where their articles are, 50 at most. */
export const namesUrl = (ids: readonly string[]): string =>
  asked('wbgetentities', {
    ids: ids.join('|'),
    props: 'labels|sitelinks/urls',
    languages: termLanguages.join('|'),
    sitefilter,
  })

/** What items are called and also called, 50 at most. */
export const termsUrl = (ids: readonly string[]): string =>
  asked('wbgetentities', { ids: ids.join('|'), props: 'labels|aliases', languages: termLanguages.join('|') })

/** What is said of an item under one property: of a country or a city all would be megabytes. */
export const claimsUrl = (id: string, property: string): string =>
  asked('wbgetclaims', { entity: id, property })

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

/** Where people read what Wikidata says of an item. */
export const itemPage = (id: string): string => `https://www.wikidata.org/wiki/${id}`

/** Where people search for items by name. */
export const searchPage = (words: string): string =>
  `https://www.wikidata.org/w/index.php?${new URLSearchParams({ search: words, ns0: '1' })}`

/** Sends on to a file of Wikimedia Commons, wherever it is kept. */
export const filePage = (name: string): string =>
  `https://commons.wikimedia.org/wiki/Special:FilePath/${encodeURIComponent(name.replaceAll(' ', '_'))}`

const tooOften = new Set(['ratelimited', 'maxlag', 'cirrussearch-too-busy-error'])
// Limits are counted by the minute.
const usualRestSeconds = 60

/** The answer of the interface. Its errors come with status 200 and a code. */
export function readWikidataAnswer({ body, headers }: Page): JsonObject {
  const answer = asObject(jsonAnswer(body))
  if (answer === null) throw pageChanged('wikidata: the answer is no JSON object')
  const error = asObject(answer.error)
  if (error === null) return answer
  const told = `wikidata: ${asText(error.code)}: ${asText(error.info)}`
  const code = asText(error.code) ?? ''
  if (tooOften.has(code))
    throw new Failure('upstream_paced', told, {
      retryAfterSeconds: toInteger(headers?.['retry-after']) ?? usualRestSeconds,
    })
  if (/^(?:internal_api_error|readonly|cirrussearch-)/.test(code)) throw new Failure('upstream_failed', told)
  throw pageChanged(told)
}
