// Full-text search of sandbox sites: matching, filters, order and pages.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSearch } from './search.ts'

type Item = { id: number; title: string; tags: string[]; price: number; note: string | null }

const titles = [
  'Blue running shoe',
  'Red running shoe',
  'Café au lait',
  'Steel ball valve',
  'Ball bearing, blue',
]
const items: Item[] = Array.from({ length: 237 }, (_, id) => ({
  id,
  title: titles[id % titles.length] as string,
  tags: id % 2 === 0 ? ['even'] : ['odd', 'special'],
  price: (id * 37) % 11,
  note: id % 3 === 0 ? 'discount' : null,
}))

const search = createSearch(() => items, {
  fields: { title: (item: Item) => item.title, tags: (item) => item.tags, note: (item) => item.note },
  boost: { title: 3 },
})

// Any code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff), { maxLength: 400 }).map((units) => String.fromCharCode(...units))

describe('createSearch', () => {
  test('finds the items that contain every word, in any case and with or without accents', () => {
    const found = search.query('CAFE')
    expect(found.total).toBe(items.filter((item) => item.title === 'Café au lait').length)
    expect(new Set(found.items.map((item) => item.title))).toEqual(new Set(['Café au lait']))
    expect(search.query('blue shoe').items.every((item) => item.title === 'Blue running shoe')).toBe(true)
    expect(search.query('shoe special').items.every((item) => item.tags.includes('special'))).toBe(true)
    expect(search.query('blue unheard').total).toBe(0)
  })

  test('lists everything in its own order for an empty text, and nothing for punctuation alone', () => {
    expect(search.query('  ').items).toEqual(items)
    expect(search.query('!?').total).toBe(0)
  })

  test('matches any of the words if so configured', () => {
    const any = createSearch(() => items, { fields: { title: (item: Item) => item.title }, match: 'any' })
    expect(any.query('valve lait').total).toBe(search.query('valve').total + search.query('lait').total)
  })

  test('filters before it counts, and sorts with a stable order', () => {
    const found = search.query('running', {
      filter: (item) => item.tags.includes('even'),
      sort: (a, b) => a.price - b.price,
    })
    expect(found.total).toBe(found.items.length)
    const expected = items
      .filter((item) => item.title.includes('running') && item.tags.includes('even'))
      .sort((a, b) => a.price - b.price)
    expect(found.items.map((item) => item.price)).toEqual(expected.map((item) => item.price))
    expect(new Set(found.items)).toEqual(new Set(expected))
  })

  test('pages to the end without repeats or gaps, at every page size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'running', 'ball', 'blue', 'special'),
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        (text, limit, byPrice) => {
          const sort = byPrice ? { sort: (a: Item, b: Item) => a.price - b.price } : {}
          const all = search.query(text, sort)
          const paged: Item[] = []
          for (let offset = 0; offset < all.total + limit; offset += limit) {
            const page = search.query(text, { ...sort, offset, limit })
            expect(page.total).toBe(all.total)
            paged.push(...page.items)
          }
          expect(paged.map((item) => item.id)).toEqual(all.items.map((item) => item.id))
          expect(new Set(paged.map((item) => item.id)).size).toBe(all.total)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('answers any text, offset and limit without failing', () => {
    fc.assert(
      fc.property(anyText, fc.integer(), fc.integer(), (text, offset, limit) => {
        const { total, items: page } = search.query(text, { offset, limit })
        expect(page.length).toBeLessThanOrEqual(total)
      }),
    )
    expect(search.query('running '.repeat(100_000)).total).toBe(search.query('running').total)
  })

  test('builds its index at the first search with words', () => {
    let read = 0
    const lazy = createSearch(() => items, {
      fields: {
        title: (item: Item) => {
          read++
          return item.title
        },
      },
    })
    lazy.query('')
    expect(read).toBe(0)
    lazy.query('ball')
    lazy.query('shoe')
    expect(read).toBe(items.length)
  })

  test('indexes the documents that toDocument builds from its items', () => {
    const byNumber = createSearch(() => items.map(({ id }) => id), {
      toDocument: (id: number) => items[id] as Item,
      fields: { title: (item: Item) => item.title, tags: (item) => item.tags, note: (item) => item.note },
      boost: { title: 3 },
    })
    const texts = ['blue', 'ball special', 'disc', 'even runn']
    for (const text of texts)
      expect(byNumber.query(text).items).toEqual(search.query(text).items.map(({ id }) => id))
    expect(byNumber.query('blue', { filter: (_, position) => position < 5 }).items.sort()).toEqual([0, 4])
  })

  test('ranks a whole word above a longer one, and ignores short beginnings of words', () => {
    // One document of each word, so that both are equally rare.
    const all = ['solarium', 'wind', 'solar', 'wind']
    const ranked = createSearch(() => all, { fields: { text: (text: string) => text } })
    expect(ranked.query('solar').items).toEqual(['solar', 'solarium'])
    expect(ranked.query('sol').total).toBe(0)
    expect(ranked.query('sola').total).toBe(2)
  })

  test('keeps items of equal rank in the order of the list', () => {
    expect(search.query('valve').items.map(({ id }) => id)).toEqual(
      items.filter(({ title }) => title.includes('valve')).map(({ id }) => id),
    )
  })

  test('finds positions by a whole word in one field', () => {
    expect(search.findWord('special', ['tags']).size).toBe(118)
    expect(search.findWord('special', ['title']).size).toBe(0)
    expect(search.findWord('specia', ['tags']).size).toBe(0)
  })
})
