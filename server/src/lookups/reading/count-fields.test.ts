// Counting the filled fields of a record, such as `31/43`.
import { anything, boolean, integer, list, nullable, object, text } from '@quarry/kit/schema'
import { expect, test } from 'vitest'
import { createCountFields } from './count-fields.ts'

const photo = object({ url: text('a'), width: nullable(integer(1)) })
const shop = object({
  name: text('a'),
  open: boolean(true),
  stars: nullable(integer(1)),
  place: nullable(object({ city: nullable(text('a')), zip: nullable(text('a')) })),
  tags: list(text('a')),
  photos: list(photo),
  more: anything({}),
})
const empty = { name: 'x', open: false, stars: null, place: null, tags: [], photos: [], more: {} }

test.each([
  [empty, '2/9'],
  [{ ...empty, stars: 0, place: { city: '', zip: '1' } }, '4/9'],
  [{ ...empty, tags: ['a'], more: { a: 1 } }, '4/9'],
  [{ ...empty, photos: [{ url: 'u', width: null }] }, '3/9'],
  [
    {
      ...empty,
      photos: [
        { url: 'u', width: null },
        { url: '', width: 2 },
      ],
    },
    '4/9',
  ],
])('%j fills %s', (record, filled) => expect(createCountFields(shop)(record)).toBe(filled))

test('of a list it is the mean of an item, rounded down, and the envelope does not count', () => {
  const items = [{ ...empty, stars: 1 }, empty, empty]
  expect(createCountFields(list(shop))(items)).toBe('2/9')
  expect(createCountFields(list(shop))([])).toBe('0/9')
  const found = object({ total: integer(1), results: list(shop), page: nullable(integer(1)) })
  expect(createCountFields(found)({ total: 3, results: items, page: null })).toBe('2/9')
  expect(
    createCountFields(object({ domain: text('a'), profiles: list(photo) }))({ domain: 'a', profiles: [] }),
  ).toBe('1/3')
  expect(createCountFields(object({}))({})).toBeNull()
})
