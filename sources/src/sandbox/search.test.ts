import fc from 'fast-check'
import MiniSearch from 'minisearch'
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

describe('searchable', () => {
  test('finds the items that hold every word, whatever their case and accents', () => {
    const found = search.query('CAFE')
    expect(found.total).toBe(items.filter((item) => item.title === 'Café au lait').length)
    expect(new Set(found.items.map((item) => item.title))).toEqual(new Set(['Café au lait']))
    expect(search.query('blue shoe').items.every((item) => item.title === 'Blue running shoe')).toBe(true)
    expect(search.query('shoe special').items.every((item) => item.tags.includes('special'))).toBe(true)
    expect(search.query('blue unheard').total).toBe(0)
  })

  test('lists everything in its own order for an empty text, and nothing for signs alone', () => {
    expect(search.query('  ').items).toEqual(items)
    expect(search.query('!?').total).toBe(0)
  })

  test('is content with one word where the list says so', () => {
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

  test('builds its index only when words are asked for', () => {
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

  test('reads documents that its items stand for', () => {
    const byNumber = createSearch(() => items.map(({ id }) => id), {
      toDocument: (id: number) => items[id] as Item,
      fields: { title: (item: Item) => item.title, tags: (item) => item.tags, note: (item) => item.note },
      boost: { title: 3 },
    })
    const asked = ['blue', 'ball special', 'disc', 'even runn']
    for (const text of asked)
      expect(byNumber.query(text).items).toEqual(search.query(text).items.map(({ id }) => id))
    expect(byNumber.query('blue', { filter: (_, position) => position < 5 }).items.sort()).toEqual([0, 4])
  })

  test('ranks as the library does that first ordered the world', () => {
    const word = fc.constantFrom(
      'sol',
      'solar',
      'solars',
      'solaris',
      'solarium',
      'sola',
      'wind',
      'windy',
      'a',
    )
    const text = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '))
    const documents = fc.array(fc.record({ title: text, text }), { minLength: 1, maxLength: 40 })
    const asked = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(documents, asked, fc.boolean(), (all, query, any) => {
        const own = createSearch(() => all, {
          fields: { title: ({ title }) => title, text: (one) => one.text },
          boost: { title: 3 },
          match: any ? 'any' : 'all',
        })
        const library = new MiniSearch({
          fields: ['title', 'text'],
          tokenize: (one) => one.split(' ').filter((each) => each !== ''),
        })
        library.addAll(all.map((document, id) => ({ id, ...document })))
        const ranked = library
          .search(query, {
            boost: { title: 3 },
            combineWith: any ? 'OR' : 'AND',
            prefix: (one) => one.length > 3,
          })
          .sort((a, b) => b.score - a.score || a.id - b.id)
        expect(own.query(query).items).toEqual(ranked.map(({ id }) => all[id]))
      }),
      { numRuns: 300 },
    )
  })
})
