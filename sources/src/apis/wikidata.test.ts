// Wikidata's requests within its bounds, its errors that come as answers, and statements that hold today.
import { isFailure } from '@quarry/kit/errors'
import { expect, test } from 'vitest'
import { wikidataPage } from '../testing/fake-wikidata.ts'
import { answerOf, filePage, itemsUrl, statementSearchUrls } from './wikidata.ts'
import {
  amountOf,
  foundIn,
  itemsIn,
  labelOf,
  namesakesIn,
  newestOf,
  statementsOf,
  textOf,
  wholeItemsIn,
  yearOf,
} from './wikidata-item.ts'

const failureOf = (act: () => unknown) => {
  try {
    act()
  } catch (thrown) {
    if (isFailure(thrown)) return { reason: thrown.reason, retryAfterSeconds: thrown.retryAfterSeconds }
    throw thrown
  }
  return null
}
const changed = { reason: 'page_changed', retryAfterSeconds: undefined }

test('a search by statements stays within what the search engine takes', () => {
  const searchOf = (url: string) => new URL(url).searchParams.get('srsearch') ?? ''
  expect(statementSearchUrls('P856', ['https://a.example/', 'https://a.example']).map(searchOf)).toEqual([
    'haswbstatement:P856=https://a.example/|P856=https://a.example',
  ])
  for (const chars of [20, 60, 140, 253]) {
    const values = Array.from({ length: 8 }, (_, at) => `https://${String(at).repeat(chars)}/`)
    const searches = statementSearchUrls('P856', values).map(searchOf)
    expect(Math.max(...searches.map(({ length }) => length))).toBeLessThanOrEqual(300)
    expect(searches.flatMap((search) => search.replace('haswbstatement:', '').split('|'))).toEqual(
      values.map((value) => `P856=${value}`),
    )
  }
})

test('addresses carry what is asked for as text', () => {
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
  expect(failureOf(() => answerOf(page))).toEqual(failure)
})

test.each(['', 'null', '[]', '"text"', '<html>Sorry</html>', '{"entities":{"Q1":{"id":"Q1"'])(
  'the answer %j is none',
  (body) => {
    expect(failureOf(() => answerOf(wikidataPage(body)))).toEqual(changed)
  },
)

test.each([
  ['entities', () => itemsIn(wikidataPage({ entities: 'none' }))],
  ['an entity', () => itemsIn(wikidataPage({ entities: { Q1: 'Q1' } }))],
  ['a whole item', () => wholeItemsIn(wikidataPage({ entities: { Q1: { id: 'Q1', labels: {} } } }))],
  ['hits', () => foundIn(wikidataPage({ query: {} }))],
  ['a hit', () => foundIn(wikidataPage({ query: { search: ['Q1'] } }))],
  ['names', () => namesakesIn(wikidataPage({ success: 1 }))],
  ['a name', () => namesakesIn(wikidataPage({ search: [{ id: 'Q1', match: 'Acme' }] }))],
])('%s of another form is a changed answer', (_what, read) => {
  expect(failureOf(read)).toEqual(changed)
})

test('a missing item is none, and an id is no name', () => {
  expect(itemsIn(wikidataPage({ entities: { Q1: { id: 'Q1', missing: '' } } }))).toEqual([])
  const hits = [
    { id: 'Q8', match: { type: 'entityId', text: 'Q8' } },
    { id: 'Q9', label: 'Q8', match: { type: 'alias', language: 'en', text: 'Q8 Oil' } },
  ]
  expect(namesakesIn(wikidataPage({ search: hits }))).toEqual(['Q9'])
})

const claim = (value: unknown, rank = 'normal', qualifiers: object = {}) => ({
  mainsnak: { snaktype: 'value', property: 'P1', datavalue: { value } },
  rank,
  qualifiers,
})
const itemWith = (...claims: unknown[]) => ({ id: 'Q1', json: { claims: { P1: claims } } })
const at = (time: string) => ({ P585: [{ snaktype: 'value', datavalue: { value: { time } } }] })

test('statements are those of today, the preferred ones first', () => {
  const item = itemWith(
    claim('first'),
    claim('wrong', 'deprecated'),
    claim('ended', 'preferred', { P582: [{ snaktype: 'somevalue' }] }),
    claim('best', 'preferred'),
    claim('goes on', 'normal', { P582: [{ snaktype: 'novalue' }] }),
    { mainsnak: { snaktype: 'somevalue', property: 'P1' }, rank: 'normal' },
  )
  expect(statementsOf(item, 'P1').map(textOf)).toEqual(['best', 'first', 'goes on'])
  expect(statementsOf(item, 'P2')).toEqual([])
  expect(statementsOf({ id: 'Q1', json: { claims: [] } }, 'P1')).toEqual([])
})

test.each([
  ['no list', { id: 'Q1', json: { claims: { P1: {} } } }],
  ['no statement', itemWith('text')],
  ['no rank', itemWith({ mainsnak: { snaktype: 'novalue' } })],
  ['statements of no properties', { id: 'Q1', json: { claims: 'none' } }],
])('%s where there were statements is a changed answer', (_what, item) => {
  expect(failureOf(() => statementsOf(item, 'P1'))).toEqual(changed)
})

test.each([
  [{ time: '+1974-03-02T00:00:00Z', precision: 11 }, 1974],
  [{ time: '+1974-00-00T00:00:00Z', precision: 9 }, 1974],
  [{ time: '+1970-00-00T00:00:00Z', precision: 8 }, null],
  [{ time: '-0044-00-00T00:00:00Z', precision: 9 }, null],
])('the year of %o is %s', (value, year) => {
  expect(statementsOf(itemWith(claim(value)), 'P1').map(yearOf)).toEqual([year])
})

test('the newest of several counts is told by its date, not by its rank', () => {
  const item = itemWith(
    claim({ amount: '+1' }, 'preferred', at('+2015-00-00T00:00:00Z')),
    claim({ amount: '+3' }, 'normal', at('+2023-12-31T00:00:00Z')),
    claim({ amount: '+2' }, 'normal', at('+2023-00-00T00:00:00Z')),
    claim({ amount: '+9' }),
  )
  const newest = newestOf(statementsOf(item, 'P1'))
  expect(newest && amountOf(newest)).toBe(3)
  expect(newestOf([])).toBeNull()
})

test.each([
  [textOf, { text: 'Acme' }],
  [textOf, '  '],
  [yearOf, { time: 1974, precision: 11 }],
  [yearOf, '1974'],
  [amountOf, { amount: 1184 }],
])('a value of another type is a changed answer (%o)', (read, value) => {
  const [statement] = statementsOf(itemWith(claim(value)), 'P1')
  expect(failureOf(() => statement && read(statement))).toEqual(changed)
})

test('an item is called by the first language that calls it', () => {
  const item = (labels: unknown) => ({ id: 'Q1', json: { labels } })
  expect(labelOf(item({ de: { value: 'B' }, fr: { value: 'A' } }))).toBe('A')
  expect(labelOf(item({ fr: { value: 'A' }, mul: { value: 'M' } }))).toBe('M')
  expect(labelOf(item({ xx: { value: 'A' } }))).toBeNull()
  expect(labelOf(item([]))).toBeNull()
})
