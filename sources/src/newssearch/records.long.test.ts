// Records of the news search against a schema written from the specification (2.12).
import {
  boolean,
  closed,
  domain,
  many,
  matching,
  maybe,
  maybeText,
  position,
  text,
} from '@quarry/kit/testing/record-schema'
import { expect, test } from 'vitest'
import { surveyRecords } from '../testing/record-survey.ts'
import { newssearch } from './index.ts'

const code = matching('^[a-z]{2}$')

const news = closed({
  pagination: closed({
    next: { type: ['integer', 'null'], minimum: 2 },
    current: position,
    other_pages: many(position),
    has_next_page: boolean,
  }),
  organic_results: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: closed({
      date: {
        type: ['string', 'null'],
        pattern: '^(?:\\d+ (?:minute|hour|day|week|month)s? ago|il y a \\d+ .+|vor \\d+ .+)$',
      },
      link: matching('^https://[^ ]+$'),
      title: text,
      domain: maybe(domain),
      source: maybeText,
      snippet: maybeText,
      displayed_link: maybeText,
      position,
      snippet_matched: many(text),
    }),
  },
  search_parameters: closed({
    q: text,
    gl: code,
    hl: code,
    engine: text,
    num: position,
    page: position,
    uule: maybeText,
    location: maybeText,
  }),
})

type News = {
  organic_results: {
    position: number
    date: string | null
    domain: string | null
    source: string | null
    snippet: string | null
    displayed_link: string | null
    snippet_matched: string[]
  }[]
  pagination: { next: number | null; current: number; has_next_page: boolean }
}

// Words of every length: each form of the sandbox engine is read.
const words =
  'recalls unveils executive ouvre recrute stellt abre round series seed grant lève raises secures lands "new site" "chief executive" site:ledgerpost.example intitle:angel summit forum'.match(
    /(?:\w+:)?"[^"]+"|\S+/g,
  ) ?? []

test('200 responses have every field with its type', async () => {
  const lookups = words.flatMap((query) => [
    { query },
    { query, page: 2 },
    { query, num: 100 },
    { query, gl: 'fr', hl: 'fr' },
    { query, country: 'de', language: 'de', results_per_page: 25 },
    { query, gl: 'gb', location: 'Lyon' },
    { query, uule: 'w+CAIQICIETHlvbg', num: 5 },
    { query, gl: 'ca', num: 3, page: 3 },
    { query, gl: 'ie', num: 7, location: 'Berlin' },
    { query, num: 2, page: 4 },
  ])
  const records = (await surveyRecords({
    source: newssearch,
    path: '/v2/newssearch/news',
    lookups,
    schema: news,
  })) as News[]
  for (const { organic_results: results, pagination } of records) {
    expect(results.map(({ position }) => position)).toEqual(results.map((_, index) => index + 1))
    expect(pagination.next).toBe(pagination.has_next_page ? pagination.current + 1 : null)
    for (const { snippet, snippet_matched: matched } of results)
      for (const part of matched) expect(snippet).toContain(part)
  }
  const articles = records.flatMap(({ organic_results: results }) => results)
  expect(articles.filter(({ snippet_matched: matched }) => matched.length > 0).length).toBeGreaterThan(100)
  for (const field of ['date', 'domain', 'source', 'snippet', 'displayed_link'] as const)
    expect(
      articles.some((article) => article[field] === null),
      `no article lacks ${field}`,
    ).toBe(true)
})
