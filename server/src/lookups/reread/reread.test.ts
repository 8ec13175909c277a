// Rereading an archive: the differences that are reported, and which lookups are chosen.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, endpoint } from '@quarry/kit/endpoint'
import { found, type Page, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { integer, list, nullable, number, object, text } from '@quarry/kit/schema'
import type { Source } from '@quarry/kit/source'
import { afterAll, expect, test } from 'vitest'
import { fieldPrints } from '../../fetching/archive/entry.ts'
import { readArchive } from '../../fetching/archive/read-archive.ts'
import { createArchiveWriter } from '../../fetching/archive/write-archive.ts'
import { chooseEntries, findSavedPages } from './choose-lookups.ts'
import {
  hasLoss,
  listChangedFields,
  markdownReport,
  mergeTallies,
  newTally,
  type Tally,
  textReport,
} from './reread-report.ts'
import { rereadEntries, rereadSaved } from './reread-worker.ts'

type Item = {
  name: string
  price: number | null
  colour: string | null
  offers: { shop: string; price: number | null }[]
}

const read = ({ body }: Page): Item => {
  const page = JSON.parse(body)
  if (page.name === undefined) throw pageChanged('no item')
  return page
}

/** An item is read from two pages: its own, and the one that has its offers. */
const itemRead = (change: (item: Item) => Item): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/shop/item',
    credits: 1,
    notFound: 'billed',
    summary: 'Item',
    description: 'One item.',
    example: { query: '1' },
    params: object({ query: text('1') }),
    record: object({
      name: text('lamp'),
      price: nullable(number(3)),
      colour: nullable(text('red')),
      offers: list(object({ shop: text('x'), price: nullable(integer(1)) })),
    }),
    parse: ({ query }) => query,
    providers: [
      provider<string, Item>({
        extract: (page) => found(change({ ...read(page), offers: [] }), { form: 'json' }),
        paramsFromUrl: (url) => ({ query: url.split('/').at(-1) ?? '' }),
        find: async (query, { get, site }) => {
          const item = read(await get(site.url(`/i/${query}`).href))
          const { body } = await get(site.url('/offers').href, { json: { of: query } })
          return found(change({ ...item, offers: JSON.parse(body) }), { form: 'json' })
        },
      }),
    ],
  })

const folder = mkdtempSync(join(tmpdir(), 'quarry-reread-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const site = { template: 'https://www.shop.example', domains: [] }
const headAt = (url: string) => ({ url, status: 200, contentType: 'application/json' })
const itemAt = (n: number): Item => ({
  name: `item ${n}`,
  price: n % 3 === 0 ? null : n / 2,
  colour: n % 2 === 0 ? 'red' : null,
  offers: Array.from({ length: n % 4 }, (_, k) => ({ shop: `shop ${k}`, price: k === 1 ? null : n + k })),
})

const lookups = 1000
const now = Date.now()
const at = (n: number) => new Date(now - (lookups - n) * 1000).toISOString()
const writer = createArchiveWriter({ folder, days: 3, bytes: 100_000_000, owner: 'test' })
for (let n = 0; n < lookups; n += 1) {
  const { offers, ...item } = itemAt(n)
  const urls = [`https://www.shop.example/i/${n}`, 'https://www.shop.example/offers'] as const
  writer.add({
    at: at(n),
    path: '/v2/shop/item',
    provider: n % 2 === 0 ? 'site' : 'sandbox',
    reader: 'site',
    site,
    query: String(n),
    form: 'json',
    record: `record ${n}`,
    fields: fieldPrints(itemAt(n)),
    pages: [
      { url: urls[0], head: headAt(urls[0]), text: JSON.stringify(item) },
      {
        url: urls[1],
        posted: { json: { of: String(n) } },
        head: headAt(urls[1]),
        text: JSON.stringify(offers),
      },
    ],
  })
}
writer.close()
const entries = readArchive(folder).entries()

/** The merged result of two halves of the archive, as two threads would read them. */
async function reread(change: (item: Item) => Item): Promise<Tally> {
  const reader = itemRead(change)
  const tally = newTally()
  for (const share of [entries.slice(0, 400), entries.slice(400)])
    mergeTallies(tally, await rereadEntries({ folder, entries: share }, [reader]))
  return tally
}
const linesIn = ({ groups }: Tally) =>
  Object.values(groups).flatMap((group) =>
    listChangedFields(group).map(({ field, lost, changed, gained }) => [
      group.provider,
      field,
      lost,
      changed,
      gained,
    ]),
  )

test('the same reader over 2,000 pages: no difference', async () => {
  const tally = await reread((item) => item)
  expect(tally).toMatchObject({ lookups, gone: 0 })
  expect([linesIn(tally), hasLoss(tally)]).toEqual([[], false])
  expect(textReport(tally)).toBe(
    '/v2/shop/item, sandbox, json: 500 read, no difference\n/v2/shop/item, site, json: 500 read, no difference\n1000 lookups read again.\n',
  )
})

test('a reader broken in one field over 2,000 pages: exactly that field is reported', async () => {
  const tally = await reread((item) => ({ ...item, price: null }))
  const [even, odd] = [0, 1].map(
    (rest) => entries.filter((_, n) => n % 2 === rest && itemAt(n).price !== null).length,
  )
  expect(linesIn(tally)).toEqual([
    ['site', 'price', even, 0, 0],
    ['sandbox', 'price', odd, 0, 0],
  ])
  expect(hasLoss(tally)).toBe(true)
})

test('lost fields, changed values and new fields of list items are reported', async () => {
  const some = await reread((item) => ({
    ...item,
    offers: item.offers.map((offer, n) => (n === 2 ? { ...offer, price: null } : offer)),
  }))
  expect(linesIn(some).map(([, field, lost]) => [field, lost])).toEqual([['offers[].price', 250]])
  const cents = await reread((item) => ({ ...item, price: item.price === null ? null : item.price * 100 }))
  expect([hasLoss(cents), linesIn(cents).map(([, field, lost]) => [field, lost])]).toEqual([
    false,
    [
      ['price', 0],
      ['price', 0],
    ],
  ])
  expect(textReport(cents)).toContain('https://www.shop.example/offers → 100')
  const more = await reread((item) => ({ ...item, colour: item.colour ?? 'a`|b' }))
  expect([hasLoss(more), linesIn(more)]).toEqual([false, [['sandbox', 'colour', 0, 0, 500]]])
  expect(markdownReport(more, '2026-01-31T00:00:00Z', '9.9')).toContain(
    '| `colour` | 0 | 0 | 500 | `https://www.shop.example/offers` → `"a\'\\|b"`',
  )
})

test('a page that no longer gives a record is reported as a loss', async () => {
  const tally = await reread((item) => {
    if (item.name === 'item 7') throw pageChanged('no more')
    return item
  })
  expect([hasLoss(tally), linesIn(tally)]).toEqual([true, []])
  expect(textReport(tally)).toContain('  no record any longer: 1\n')
  expect(textReport(tally)).toContain('page_changed: no more')
})

test('lookups are chosen by endpoint, provider and time, equal ones once, and sampled evenly', () => {
  const all = { endpoint: null, provider: null, sinceMs: null, sample: null }
  expect(chooseEntries([...entries, ...entries], all)).toHaveLength(lookups)
  expect(chooseEntries(entries, { ...all, endpoint: '/v2/other' })).toEqual([])
  expect(chooseEntries(entries, { ...all, provider: 'sandbox' })).toHaveLength(500)
  expect(chooseEntries(entries, { ...all, sinceMs: Date.parse(at(990)) }).map(({ query }) => query)).toEqual(
    Array.from({ length: 10 }, (_, n) => String(990 + n)),
  )
  expect(chooseEntries(entries, { ...all, sample: 4 }).map(({ query }) => query)).toEqual([
    '0',
    '250',
    '500',
    '750',
  ])
})

test('saved pages in a folder are compared with the records beside them', async () => {
  const saved = join(folder, 'saved/shop_item/site')
  mkdirSync(saved, { recursive: true })
  const save = (name: string, content: unknown) => writeFileSync(join(saved, name), JSON.stringify(content))
  for (const name of ['known', 'new', 'unreadable', 'strange']) {
    const url = name === 'strange' ? null : `https://www.shop.example/i/${name}`
    save(`${name}.json`, { url, ...(name === 'known' ? { date: 'Sun, 15 Nov 2026 12:00:00 GMT' } : {}) })
    save(`${name}.page`, name === 'unreadable' ? {} : { name, price: null, colour: 'blue' })
  }
  save('known.record.json', { name: 'known', price: 5, colour: 'red', offers: [] })
  const reader = itemRead((item) => item)
  const source = { name: 'shop', site: site.template, endpoints: [reader] } as unknown as Source
  const pages = findSavedPages(join(folder, 'saved'), [source], null)
  expect(pages.map(({ at: name }) => name)).toEqual(['known', 'new', 'unreadable'])
  expect(pages.map((saved) => saved.pages[0]?.head.headers)).toEqual([
    { date: 'Sun, 15 Nov 2026 12:00:00 GMT' },
    undefined,
    undefined,
  ])
  const tally = await rereadSaved(pages, [reader])
  expect(linesIn(tally)).toEqual([
    ['site', 'price', 1, 0, 0],
    ['site', 'colour', 0, 1, 1],
    ['site', 'name', 0, 0, 1],
  ])
  expect(textReport(tally)).toContain('no record any longer: 1')
})
