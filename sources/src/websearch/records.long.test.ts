// Records of the web search against a schema written from the specification (2.10).
import { closed, domain, many, matching, maybeText, position, text } from '@quarry/kit/testing/record-schema'
import { expect, test } from 'vitest'
import { surveyRecords } from '../testing/record-survey.ts'
import { websearch } from './index.ts'

const search = closed({
  organic_results: {
    type: 'array',
    minItems: 1,
    maxItems: 10,
    items: closed({
      link: matching('^https?://[^ ]+$'),
      title: text,
      domain: domain,
      snippet: maybeText,
      displayed_link: maybeText,
      position,
      snippet_matched: many(text),
    }),
  },
  search_parameters: closed({ q: text, page: { type: 'integer', minimum: 0 }, engine: text }),
})

type Search = {
  organic_results: { position: number; snippet: string | null; snippet_matched: string[] }[]
  search_parameters: { q: string; page: number }
}

// Words of every length: each layout of the sandbox engine is read.
const words =
  `solar wind lending payments footwear logistics hydraulics conveyors packaging telemedicine exhibitions antibodies
  diagnostics hydrogen rentals brokerage platform fleet clinic warehouse network studio forecast bakery dairy welding
  tutoring podcasts imaging customs accounting compliance treasury summit forum expo "heat pumps" "data pipelines"
  site:socialnet.example inurl:careers intitle:careers`.match(/"[^"]+"|\S+/g) ?? []

test('200 responses have every field with its type', async () => {
  const lookups = words.flatMap((query) => [0, 1, 2, 5, 8].map((page) => ({ query, page })))
  const records = (await surveyRecords({
    source: websearch,
    path: '/v2/websearch/search',
    lookups,
    schema: search,
  })) as Search[]
  for (const [at, { organic_results: results, search_parameters: parameters }] of records.entries()) {
    expect(results.map(({ position }) => position)).toEqual(results.map((_, index) => index + 1))
    expect({ query: parameters.q, page: parameters.page }).toEqual(lookups[at])
    for (const { snippet, snippet_matched: matched } of results)
      for (const part of matched) expect(snippet).toContain(part)
  }
  expect(
    records.flatMap(({ organic_results: results }) => results.map((r) => r.snippet_matched)).flat().length,
  ).toBeGreaterThan(100)
  expect(
    records.some(({ organic_results: results }) => results.some(({ snippet }) => snippet === null)),
  ).toBe(true)
})
