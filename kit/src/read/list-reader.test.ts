// Lists of a record: which items are returned, and how shown and read items are counted.
import { expect, test } from 'vitest'
import { createListReader, statedOnPage, toEntries } from './list-reader.ts'

const even = (n: number) => (n % 2 === 0 ? n : null)

test('items that can be read are returned and all shown items are counted, over all parts of a list', () => {
  const lists = createListReader('json')
  expect(lists.main('results', [1, 2, 3, 4], even)).toEqual([2, 4])
  expect(lists.main('results', [6], even, 5)).toEqual([6])
  expect(lists.side('people', [1], even)).toEqual([])
  lists.missing('results', 2)
  expect(lists.counted()).toEqual({
    form: 'json',
    lists: [
      { list: 'results', shown: 11, read: 3 },
      { list: 'people', shown: 1, read: 0 },
    ],
  })
})

test('nothing read of something shown or stated is a changed page; nothing shown is an empty list', () => {
  const lists = createListReader('dom')
  expect(lists.main('results', [], even, 0)).toEqual([])
  expect(lists.main('results', [], even, null)).toEqual([])
  for (const attempt of [
    () => lists.main('results', [1, 3], even),
    () => lists.main('results', [], even, 25),
  ])
    expect(attempt).toThrow(expect.objectContaining({ reason: 'page_changed' }))
})

test('every entry of an array counts, but for holes', () => {
  expect(toEntries([{ a: 1 }, 'x', null, 3, ['y'], undefined])).toEqual([{ a: 1 }, {}, {}, {}])
  expect(toEntries({ a: 1 })).toEqual([])
})

test.each([
  [{ total: null, perPage: 25, page: 1 }, null],
  [{ total: 0, perPage: 25, page: 1 }, 0],
  [{ total: 5859, perPage: 25, page: 1 }, 25],
  [{ total: 52, perPage: 25, page: 3 }, 2],
  [{ total: 52, perPage: 25, page: 4 }, 0],
  [{ total: 52, perPage: 25, page: 3, lastPage: 2 }, 0],
  [{ total: 52, perPage: null, page: 1 }, 1],
  [{ total: 52, perPage: null, page: 2 }, null],
])('%o has %s items', (said, items) => expect(statedOnPage(said)).toBe(items))
