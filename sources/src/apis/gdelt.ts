// GDELT, which follows the world's news and finds articles by words in their text, translated where they are foreign. It
// answers the newest 250 of a month at most, one request in five seconds, and tells errors as text with status 200.
import { Failure } from '@quarry/kit/errors'
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject } from '@quarry/kit/read/values'
import { upstreamApi } from '@quarry/kit/upstream-api'
import { toFipsCountry, toGdeltLanguage } from './gdelt-editions.ts'

const secondsApart = 5

export const gdelt = upstreamApi({
  name: 'gdelt',
  title: 'GDELT',
  hosts: ['api.gdeltproject.org'],
  licence: 'terms of use of the GDELT Project',
  credit: 'News found by the GDELT Project, https://www.gdeltproject.org',
  homepage: 'https://www.gdeltproject.org',
  pace: { secondsApart },
  concurrency: 1,
})

/** How many articles of a search it gives, however many it found. */
export const gdeltReach = 250

export type GdeltSearch = {
  /** In its own language, see `gdelt-query.ts`. */
  query: string
  /** Two-letter codes; one that it has no name for is not asked for. */
  country: string
  language: string
}

const api = 'https://api.gdeltproject.org/api/v2/doc/doc'

function asked({ query, country, language }: GdeltSearch): Record<string, string> {
  const [fips, spoken] = [toFipsCountry(country), toGdeltLanguage(language)]
  const edition = [...(fips ? [`sourcecountry:${fips}`] : []), ...(spoken ? [`sourcelang:${spoken}`] : [])]
  return { query: [query, ...edition].join(' '), mode: 'ArtList', timespan: '1m', sort: 'DateDesc' }
}

export const gdeltUrl = (search: GdeltSearch): string =>
  `${api}?${new URLSearchParams({ ...asked(search), format: 'json', maxrecords: String(gdeltReach) })}`

/** The same search as people see it. */
export const gdeltSearchPage = (search: GdeltSearch): string => `${api}?${new URLSearchParams(asked(search))}`

const longestError = 1000

/** The articles of an answer; none where it found none. */
export function readGdeltAnswer({ body, headers }: Page): JsonObject[] {
  const answer = asObject(jsonAnswer(body))
  if (answer) {
    // A search without a match is answered with nothing in it.
    const { articles = null } = answer
    if (articles === null && Object.keys(answer).every((name) => name === 'articles')) return []
    if (Array.isArray(articles)) return toEntries(articles)
    throw pageChanged('gdelt: the articles are no list')
  }
  const told = body.trim()
  if (told === '' || told.length > longestError || /^[<[{]/.test(told))
    throw pageChanged('gdelt: the answer is neither JSON nor an error')
  const detail = `gdelt: ${told.slice(0, 200)}`
  if (!/limit requests|too many requests/i.test(told)) throw new Failure('upstream_failed', detail)
  const wait = Number(headers?.['retry-after'])
  throw new Failure('upstream_paced', detail, {
    retryAfterSeconds: wait > 0 ? Math.ceil(wait) : secondsApart,
  })
}

const moment = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** When it saw an article: `20261005T081500Z`. */
export function parseSeenDate(text: string): Date | null {
  const [, year, month, day, hour, minute, second] = moment.exec(text) ?? []
  if (year === undefined) return null
  const seen = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(seen.getTime()) ? null : seen
}
