// The site's own filters are accepted, equal ones become equal, and wrong ones are refused by name.
import { isInvalidParameter } from '@quarry/kit/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFilters } from './filters.ts'

test('every filter is accepted, with ids as text and members in order', () => {
  const filters = {
    ranges: { price: { max: 900, min: 10 }, square: { min: 20.5 } },
    location: {
      locations: [
        {
          region_id: 18,
          locationType: 'city',
          label: 'Nantes (toute la ville)',
          city: 'Nantes',
          department_id: '44',
          area: { lng: -1.55, lat: 47.21, default_radius: 10_000, radius: 20_000 },
        },
      ],
    },
    keywords: { text: '  vélo   pliant ', parrot_used: 0 },
    enums: { condition: ['tresbonetat', 'bonetat', 'bonetat'], ad_type: ['offer'] },
    category: { id: 55 },
  }
  expect(JSON.stringify(readFilters(filters))).toBe(
    JSON.stringify({
      category: { id: '55' },
      enums: { ad_type: ['offer'], condition: ['bonetat', 'tresbonetat'] },
      keywords: { parrot_used: 0, text: 'vélo pliant' },
      location: {
        locations: [
          {
            area: { default_radius: 10_000, lat: 47.21, lng: -1.55, radius: 20_000 },
            city: 'Nantes',
            department_id: '44',
            label: 'Nantes (toute la ville)',
            locationType: 'city',
            region_id: '18',
          },
        ],
      },
      ranges: { price: { max: 900, min: 10 }, square: { min: 20.5 } },
    }),
  )
})

test.each([
  [undefined],
  [null],
  [{}],
  [{ enums: {}, ranges: { price: {} }, keywords: { text: ' ', parrot_used: 1 }, category: null }],
  [{ enums: { ad_type: [] }, location: { locations: [] }, ranges: { price: { min: null } } }],
])('empty filters are left out: %j', (filters) => {
  expect(readFilters(filters)).toEqual({})
})

test('any attribute key is accepted', () => {
  const filters = { enums: { u_never_seen: ['1'] }, ranges: { nor_this: { min: 1 } } }
  expect(readFilters(filters)).toEqual(filters)
})

test.each([
  ['text', 'filters'],
  [['a'], 'filters'],
  [{ colour: {} }, 'filters.colour'],
  [{ owner: {}, category: { id: '9' } }, 'filters.owner'],
  [JSON.parse('{"__proto__":{}}'), 'filters.__proto__'],
  [{ toString: {} }, 'filters.toString'],
  [{ 'a b"<': {} }, 'filters.a?b??'],
  [{ category: '9' }, 'filters.category'],
  [{ category: { id: ['9'] } }, 'filters.category.id'],
  [{ enums: { ad_type: 'offer' } }, 'filters.enums.ad_type'],
  [{ enums: { ad_type: [{}] } }, 'filters.enums.ad_type'],
  [{ enums: { 'a b': ['1'] } }, 'filters.enums.a?b'],
  [{ keywords: { text: 5 } }, 'filters.keywords.text'],
  [{ keywords: { text: 'x'.repeat(501) } }, 'filters.keywords.text'],
  [{ location: { locations: {} } }, 'filters.location.locations'],
  [{ location: { locations: ['Nantes'] } }, 'filters.location.locations.0'],
  [{ location: { locations: [{ area: { lat: '47' } }] } }, 'filters.location.locations.0.area.lat'],
  [{ ranges: { price: [1, 2] } }, 'filters.ranges.price'],
  [{ ranges: { price: { min: '1' } } }, 'filters.ranges.price.min'],
  [{ ranges: { price: { max: Number.POSITIVE_INFINITY } } }, 'filters.ranges.price.max'],
  [{ category: { bogus: 1 } }, 'filters.category.bogus'],
  [{ category: { id: '9', bogus: null } }, 'filters.category.bogus'],
  [{ keywords: { text: 'a', type: 'subject' } }, 'filters.keywords.type'],
  [{ keywords: { type: 'subject' } }, 'filters.keywords.type'],
  [{ keywords: { text: 'a', parrot_used: { a: 1 } } }, 'filters.keywords.parrot_used'],
  [{ location: { bogus: 1 } }, 'filters.location.bogus'],
  [{ location: { 'a b"<': 1 } }, 'filters.location.a?b??'],
  [{ location: { locations: [], bogus: 1 } }, 'filters.location.bogus'],
  [{ location: { locations: [{}, { town: 'Nantes' }] } }, 'filters.location.locations.1.town'],
  [{ location: { locations: [{ area: { lat: 1, lon: 2 } }] } }, 'filters.location.locations.0.area.lon'],
  [JSON.parse('{"location":{"__proto__":{}}}'), 'filters.location.__proto__'],
  [{ ranges: { price: { minimum: 3 } } }, 'filters.ranges.price.minimum'],
  [
    {
      enums: Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`k${n}`, Array.from({ length: 60 }, (_, i) => `${i}`)]),
      ),
    },
    'filters',
  ],
])('%j is refused, naming %s', (filters, path) => {
  expect(() => readFilters(filters)).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringMatching(/^Bad Request: /) }),
  )
  expect(() => readFilters(filters)).toThrow(`Bad Request: ${path} `)
})

test('the order of members and of values never matters, and nothing but a refusal is thrown', () => {
  const json = fc.jsonValue({ maxDepth: 4 })
  const some = fc.record(
    { category: json, enums: json, keywords: json, location: json, ranges: json, other: json },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(some, json), (filters) => {
      try {
        const read = readFilters(filters)
        const reversed =
          filters === null || Array.isArray(filters) || typeof filters !== 'object'
            ? filters
            : Object.fromEntries(Object.entries(filters).reverse())
        expect(JSON.stringify(readFilters(reversed))).toBe(JSON.stringify(read))
        expect(readFilters(read)).toEqual(read)
      } catch (thrown) {
        if (!isInvalidParameter(thrown)) throw thrown
      }
    }),
    { numRuns: 500 },
  )
})
