// The parameters of a news search: the names clients use for country, language and page size, their synonyms, and the
// two ways to say where the search is made from.
import { invalidParameter } from '@quarry/kit'
import { readQueryText, readTwoLetterCode } from '@quarry/kit/read/query-text'
import { integerOrText, object, optional, type Static, textParam } from '@quarry/kit/schema'
import type { NewsQuery } from './news-record.ts'

export const perPageMax = 100
export const lastPage = 1000

const code = (value: string, description: string) =>
  optional(textParam(value, { description, default: value }))
const country = (name: string) =>
  code('us', `Two-letter country code of the edition: its press comes first. ${name}`)
const language = (name: string) =>
  code('en', `Two-letter language code of the edition: articles in it come first. ${name}`)
const perPage = (name: string) =>
  optional(
    integerOrText(10, {
      description: `Results per page, as a number or a text. ${name}`,
      minimum: 1,
      maximum: perPageMax,
      default: 10,
    }),
  )

export const params = object({
  query: textParam(
    'raises seed',
    'What to search for. Operators: "a phrase", -without, a OR b, site:host, inurl:part, intitle:word.',
  ),
  location: optional(
    textParam('Lyon', 'City or region from which the search is simulated. Not together with `uule`.'),
  ),
  uule: optional(
    textParam(
      'w+CAIQICIETHlvbg',
      'An encoded location, used as it is. Not together with `location`. Also called `encoded_location`.',
    ),
  ),
  encoded_location: optional(
    textParam('w+CAIQICIETHlvbg', 'The same as `uule`; only one of the two may be given.'),
  ),
  gl: country('Also called `country`.'),
  country: country('The same as `gl`; only one of the two may be given.'),
  hl: language('Also called `language`.'),
  language: language('The same as `hl`; only one of the two may be given.'),
  page: optional(
    integerOrText(1, {
      description: 'Page number, as a number or a text.',
      minimum: 1,
      maximum: lastPage,
      default: 1,
    }),
  ),
  num: perPage('Also called `results_per_page`.'),
  results_per_page: perPage('The same as `num`; only one of the two may be given.'),
})

type Params = Static<typeof params>

// Decision: the default edition is US English, as on the engine, because api-rules 2.12 echoes `gl` and `hl` as
// texts and only `uule` and `location` as null when unused.
export const parseParams = (input: Params): NewsQuery => ({
  words: readQueryText(input.query, 'query'),
  gl: readTwoLetterCode(...readSynonym(input, 'gl', 'country')) ?? 'us',
  hl: readTwoLetterCode(...readSynonym(input, 'hl', 'language')) ?? 'en',
  num: readSynonym(input, 'num', 'results_per_page')[1] ?? 10,
  page: input.page ?? 1,
  ...readPlace(input),
})

function readSynonym<K extends keyof Params>(
  input: Params,
  name: K,
  synonym: K,
): [name: string, value: Params[K]] {
  if (input[name] !== undefined && input[synonym] !== undefined)
    throw invalidParameter(synonym, `is the same as ${name}: give only one of them`)
  return input[name] === undefined ? [synonym, input[synonym]] : [name, input[name]]
}

/** Where the search is made from, by its name or in the encoded form that engines understand. */
function readPlace(input: Params): Pick<NewsQuery, 'location' | 'uule'> {
  const { location } = input
  const [name, uule] = readSynonym(input, 'uule', 'encoded_location')
  if (location !== undefined && uule !== undefined)
    throw invalidParameter(name, 'and location cannot be used together')
  if (uule !== undefined) {
    // In a query string a plus sign that was not encoded arrives as a space.
    const encoded = uule.trim().replaceAll(' ', '+')
    if (!/^[\w+/=-]{1,500}$/.test(encoded))
      throw invalidParameter(name, 'must be an encoded location, such as w+CAIQICIETHlvbg')
    return { location: null, uule: encoded }
  }
  if (location === undefined) return { location: null, uule: null }
  const place = readQueryText(location, 'location')
  if (Buffer.byteLength(place) > 127) throw invalidParameter('location', 'must have at most 127 bytes')
  return { location: place, uule: null }
}
