// Counting the filled fields of a record, such as `31/43`, and checking the fields that a caller requires.
import { anything, boolean, integer, list, nullable, object, text } from '@quarry/kit/schema'
import { expect, test } from 'vitest'
import { createCountFields, getRecordFields, readRequired } from './record-fields.ts'

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
const emptyShop = { name: 'x', open: false, stars: null, place: null, tags: [], photos: [], more: {} }

test.each([
  [emptyShop, '2/9'],
  [{ ...emptyShop, stars: 0, place: { city: '', zip: '1' } }, '4/9'],
  [{ ...emptyShop, tags: ['a'], more: { a: 1 } }, '4/9'],
  [{ ...emptyShop, photos: [{ url: 'u', width: null }] }, '3/9'],
  [
    {
      ...emptyShop,
      photos: [
        { url: 'u', width: null },
        { url: '', width: 2 },
      ],
    },
    '4/9',
  ],
])('%j fills %s', (record, filled) => expect(createCountFields(shop)(record)).toBe(filled))

test('the count of a list is the mean of its items, rounded down, without the envelope', () => {
  const items = [{ ...emptyShop, stars: 1 }, emptyShop, emptyShop]
  expect(createCountFields(list(shop))(items)).toBe('2/9')
  expect(createCountFields(list(shop))([])).toBe('0/9')
  const found = object({ total: integer(1), results: list(shop), page: nullable(integer(1)) })
  expect(createCountFields(found)({ total: 3, results: items, page: null })).toBe('2/9')
  expect(
    createCountFields(object({ domain: text('a'), profiles: list(photo) }))({ domain: 'a', profiles: [] }),
  ).toBe('1/3')
  expect(createCountFields(object({}))({})).toBeNull()
})

const venue = nullable(object({ city: nullable(text('a')), latitude: nullable(integer(1)) }))
const photos = list(object({ url: text('a'), width: nullable(integer(1)) }))
const event = object({ name: text('a'), free: boolean(true), venue, photos, tags: list(text('a')) })
const empty = { name: '', free: false, venue: null, photos: [], tags: [] }
const full = {
  name: 'x',
  free: true,
  venue: { city: '', latitude: 0 },
  photos: [
    { url: 'u', width: null },
    { url: '', width: 2 },
  ],
  tags: ['a'],
}

const listMissing = (
  schema: typeof event,
  record: unknown,
  require: string | null,
  requireAny: string | null = null,
) => readRequired(schema, { require, requireAny })?.(getRecordFields(schema).findPresence(record)) ?? null

test('the names of a record are all its fields, also those of inner lists', () =>
  expect(getRecordFields(event).names).toEqual([
    'name',
    'free',
    'venue',
    'venue.city',
    'venue.latitude',
    'photos',
    'photos.url',
    'photos.width',
    'tags',
  ]))

test.each([
  [full, 'name,free,venue.latitude,photos.width,tags', null],
  [full, 'name, venue.city', 'venue.city is missing'],
  [empty, 'free', null],
  [empty, 'name', 'name is missing'],
  [empty, 'venue,venue.latitude,photos.url', 'venue, venue.latitude, photos.url are missing'],
  [{ ...empty, photos: [{ url: '', width: null }] }, 'photos', null],
  [{ ...empty, venue: {} }, 'venue', 'venue is missing'],
])('of %j, %s: %s', (record, require, problem) => expect(listMissing(event, record, require)).toBe(problem))

test('one of several alternatives is enough', () => {
  expect(listMissing(event, full, null, 'venue.city,venue.latitude')).toBeNull()
  expect(listMissing(event, empty, null, 'name,tags')).toBe('name, tags are all missing')
  expect(listMissing(event, empty, null, 'tags')).toBe('tags is missing')
  expect(listMissing(event, empty, 'free', 'tags')).toBe('tags is missing')
  expect(listMissing(event, empty, 'tags', 'free')).toBe('tags is missing')
})

test('each item of a list needs the required fields, and one item needs one of the alternatives', () => {
  const found = object({ total: integer(1), results: list(event) })
  for (const [schema, of] of [
    [list(event), (items: unknown[]) => items],
    [found, (items: unknown[]) => ({ total: 0, results: items })],
  ] as const) {
    const listMissingIn = (items: unknown[], require: string | null, any: string | null = null) =>
      listMissing(schema as never, of(items), require, any)
    expect(listMissingIn([full, full], 'name')).toBeNull()
    expect(listMissingIn([full, empty], 'name')).toBe('name is missing')
    expect(listMissingIn([empty, full], null, 'tags')).toBeNull()
    expect(listMissingIn([empty, empty], null, 'tags,name')).toBe('tags, name are all missing')
    expect(listMissingIn([], 'name')).toBeNull()
    expect(listMissingIn([], null, 'name')).toBe('name is missing')
  }
  expect(() => listMissing(found as never, { total: 1, results: [] }, 'total')).toThrow(/require names total/)
})

test.each([
  ['venue.latitud', 'venue.latitude'],
  ['latitude', 'venue.latitude'],
  ['NAME', 'name'],
  ['photo', 'photos'],
])('%s is not a field, and the nearest is %s', (value, nearest) => {
  for (const option of ['require', 'require_any'])
    expect(() =>
      readRequired(
        event,
        option === 'require' ? { require: value, requireAny: null } : { require: null, requireAny: value },
      ),
    ).toThrow(
      `Bad Request: ${option} names ${value}, which is not a field of the record: the nearest is ${nearest}`,
    )
})

test('a value that is not a list of names is refused', () => {
  for (const value of ['a,,b', ',', ' ', 'name,'])
    expect(() => readRequired(event, { require: value, requireAny: null })).toThrow(
      /Bad Request: require must be/,
    )
  const many = Array.from({ length: 101 }, (_, index) => `a${index}`).join(',')
  expect(() => readRequired(event, { require: many, requireAny: null })).toThrow(/at most 100/)
})

test('presence data of another record form is ignored', () =>
  expect(readRequired(event, { require: 'name', requireAny: null })?.('aa')).toBe('name is missing'))
