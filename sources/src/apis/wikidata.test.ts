// Wikidata: requests within its limits, errors that have status 200, and statements that are current.
import { isFailure } from '@quarry/kit/errors'
import { expect, test } from 'vitest'
import { wikidataPage } from '../testing/fake-wikidata.ts'
import { filePage, itemsUrl, readWikidataResponse, statementSearchUrls } from './wikidata.ts'
import {
  findNewest,
  readAmount,
  readHits,
  readItems,
  readLabel,
  readNameHits,
  readStatements,
  readText,
  readWholeItems,
  readYear,
} from './wikidata-item.ts'

const findFailure = (act: () => unknown) => {
  try {
    act()
  } catch (thrown) {
    if (isFailure(thrown)) return { reason: thrown.reason, retryAfterSeconds: thrown.retryAfterSeconds }
    throw thrown
  }
  return null
}
const changed = { reason: 'page_changed', retryAfterSeconds: undefined }

test('a search by statements stays within the limits of the search engine', () => {
  const readSearch = (url: string) => new URL(url).searchParams.get('srsearch') ?? ''
  expect(statementSearchUrls('P856', ['https://a.example/', 'https://a.example']).map(readSearch)).toEqual([
    'haswbstatement:P856=https://a.example/|P856=https://a.example',
  ])
  for (const chars of [20, 60, 140, 253]) {
    const values = Array.from({ length: 8 }, (_, at) => `https://${String(at).repeat(chars)}/`)
    const searches = statementSearchUrls('P856', values).map(readSearch)
    expect(Math.max(...searches.map(({ length }) => length))).toBeLessThanOrEqual(300)
    expect(searches.flatMap((search) => search.replace('haswbstatement:', '').split('|'))).toEqual(
      values.map((value) => `P856=${value}`),
    )
  }
})

test('addresses carry the search terms as text', () => {
  expect(new URL(itemsUrl(['Q1', 'Q2'])).searchParams.get('ids')).toBe('Q1|Q2')
  expect(filePage('Årjäng & Co? logo.svg')).toBe(
    'https://commons.wikimedia.org/wiki/Special:FilePath/%C3%85rj%C3%A4ng_%26_Co%3F_logo.svg',
  )
})

test.each([
  ['ratelimited', {}, { reason: 'upstream_paced', retryAfterSeconds: 60 }],
  ['maxlag', { 'retry-after': '5' }, { reason: 'upstream_paced', retryAfterSeconds: 5 }],
  ['cirrussearch-too-busy-error', {}, { reason: 'upstream_paced', retryAfterSeconds: 60 }],
  ['cirrussearch-backend-error', {}, { reason: 'upstream_failed', retryAfterSeconds: undefined }],
  ['internal_api_error_DBQueryError', {}, { reason: 'upstream_failed', retryAfterSeconds: undefined }],
  ['unknown_action', {}, changed],
])('the error %s with status 200 is an error', (code, headers, failure) => {
  const page = { ...wikidataPage({ error: { code, info: 'why' } }), headers }
  expect(findFailure(() => readWikidataResponse(page))).toEqual(failure)
})

test.each(['', 'null', '[]', '"text"', '<html>Sorry</html>', '{"entities":{"Q1":{"id":"Q1"'])(
  'the response %j is a changed page',
  (body) => {
    expect(findFailure(() => readWikidataResponse(wikidataPage(body)))).toEqual(changed)
  },
)

test.each([
  ['entities', () => readItems(wikidataPage({ entities: 'none' }))],
  ['an entity', () => readItems(wikidataPage({ entities: { Q1: 'Q1' } }))],
  ['a whole item', () => readWholeItems(wikidataPage({ entities: { Q1: { id: 'Q1', labels: {} } } }))],
  ['hits', () => readHits(wikidataPage({ query: {} }))],
  ['a hit', () => readHits(wikidataPage({ query: { search: ['Q1'] } }))],
  ['names', () => readNameHits(wikidataPage({ success: 1 }))],
  ['a name', () => readNameHits(wikidataPage({ search: [{ id: 'Q1', match: 'Acme' }] }))],
])('%s of another form is a changed response', (_what, read) => {
  expect(findFailure(read)).toEqual(changed)
})

test('a missing item is null, and an id is not a name', () => {
  expect(readItems(wikidataPage({ entities: { Q1: { id: 'Q1', missing: '' } } }))).toEqual([])
  const hits = [
    { id: 'Q8', match: { type: 'entityId', text: 'Q8' } },
    { id: 'Q9', label: 'Q8', match: { type: 'alias', language: 'en', text: 'Q8 Oil' } },
  ]
  expect(readNameHits(wikidataPage({ search: hits }))).toEqual(['Q9'])
})

const claim = (value: unknown, rank = 'normal', qualifiers: object = {}) => ({
  mainsnak: { snaktype: 'value', property: 'P1', datavalue: { value } },
  rank,
  qualifiers,
})
const itemWith = (...claims: unknown[]) => ({ id: 'Q1', json: { claims: { P1: claims } } })
const at = (time: string) => ({ P585: [{ snaktype: 'value', datavalue: { value: { time } } }] })

test('only current statements are read, preferred ones first', () => {
  const item = itemWith(
    claim('first'),
    claim('wrong', 'deprecated'),
    claim('ended', 'preferred', { P582: [{ snaktype: 'somevalue' }] }),
    claim('best', 'preferred'),
    claim('goes on', 'normal', { P582: [{ snaktype: 'novalue' }] }),
    { mainsnak: { snaktype: 'somevalue', property: 'P1' }, rank: 'normal' },
  )
  expect(readStatements(item, 'P1').map(readText)).toEqual(['best', 'first', 'goes on'])
  expect(readStatements(item, 'P2')).toEqual([])
  expect(readStatements({ id: 'Q1', json: { claims: [] } }, 'P1')).toEqual([])
})

test.each([
  ['no list', { id: 'Q1', json: { claims: { P1: {} } } }],
  ['no statement', itemWith('text')],
  ['no rank', itemWith({ mainsnak: { snaktype: 'novalue' } })],
  ['statements of no properties', { id: 'Q1', json: { claims: 'none' } }],
])('%s in place of statements is a changed response', (_what, item) => {
  expect(findFailure(() => readStatements(item, 'P1'))).toEqual(changed)
})

test.each([
  [{ time: '+1974-03-02T00:00:00Z', precision: 11 }, 1974],
  [{ time: '+1974-00-00T00:00:00Z', precision: 9 }, 1974],
  [{ time: '+1970-00-00T00:00:00Z', precision: 8 }, null],
  [{ time: '-0044-00-00T00:00:00Z', precision: 9 }, null],
])('the year of %o is %s', (value, year) => {
  expect(readStatements(itemWith(claim(value)), 'P1').map(readYear)).toEqual([year])
})

test('of several counts the one with the newest date is used, whatever its rank', () => {
  const item = itemWith(
    claim({ amount: '+1' }, 'preferred', at('+2015-00-00T00:00:00Z')),
    claim({ amount: '+3' }, 'normal', at('+2023-12-31T00:00:00Z')),
    claim({ amount: '+2' }, 'normal', at('+2023-00-00T00:00:00Z')),
    claim({ amount: '+9' }),
  )
  const newest = findNewest(readStatements(item, 'P1'))
  expect(newest && readAmount(newest)).toBe(3)
  expect(findNewest([])).toBeNull()
})

test.each([
  [readText, { text: 'Acme' }],
  [readText, '  '],
  [readYear, { time: 1974, precision: 11 }],
  [readYear, '1974'],
  [readAmount, { amount: 1184 }],
])('a value of another type is a changed response (%o)', (read, value) => {
  const [statement] = readStatements(itemWith(claim(value)), 'P1')
  expect(findFailure(() => statement && read(statement))).toEqual(changed)
})

test('the name of an item is in the first language that has one', () => {
  const item = (labels: unknown) => ({ id: 'Q1', json: { labels } })
  expect(readLabel(item({ de: { value: 'B' }, fr: { value: 'A' } }))).toBe('A')
  expect(readLabel(item({ fr: { value: 'A' }, mul: { value: 'M' } }))).toBe('M')
  expect(readLabel(item({ xx: { value: 'A' } }))).toBeNull()
  expect(readLabel(item([]))).toBeNull()
})
