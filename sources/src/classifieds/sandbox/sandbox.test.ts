// The sandbox marketplace searches like a real one: filters narrow, sorting sorts, pages reach the end
// without repeats or gaps, and all counts agree.
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { expect, test } from 'vitest'
import { classifieds } from '../index.ts'
import { searchApi } from '../search-api.ts'
import type { AdRecord as Ad } from '../search-record.ts'

type SearchResponse = {
  total: number
  total_all: number
  total_pro: number
  total_private: number
  total_shippable: number | null
  max_pages: number
  ads: Ad[]
}

const now = new Date('2026-11-15T12:00:00Z')
const get = sandboxGet(classifieds, now)
const { find } = onSite(classifieds, searchApi)

async function search(params: Record<string, unknown>): Promise<SearchResponse> {
  const outcome = await find(params, get)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record as SearchResponse
}

async function walk(params: Record<string, unknown>, limit = 100): Promise<Ad[]> {
  const seen: Ad[] = []
  for (let offset = 0; ; offset += limit) {
    const { ads } = await search({ ...params, limit, offset })
    seen.push(...ads)
    if (ads.length < limit) return seen
  }
}

const valueIn = (item: Ad, key: string) => item.attributes.find((entry) => entry.key === key)?.value

test('pages of any size reach the end without repeats or gaps, and the total agrees', async () => {
  const filters = { category: { id: '8' } }
  const { total, max_pages } = await search({ filters, limit: 35 })
  expect(max_pages).toBe(Math.ceil(total / 35))
  for (const limit of [35, 7, 100]) {
    const ids = (await walk({ filters }, limit)).map((item) => item.list_id)
    expect(ids.length).toBe(total)
    expect(new Set(ids).size).toBe(total)
  }
  expect((await search({ filters, offset: total })).ads).toEqual([])
  expect(await search({ filters, offset: 1_000_000 })).toMatchObject({ total, ads: [] })
})

test('a search without a filter finds the whole market, and limits default to 35', async () => {
  const { total, ads } = await search({})
  expect(total).toBeGreaterThan(2000)
  expect(ads.length).toBe(35)
  expect(new Set((await walk({})).map((item) => item.list_id)).size).toBe(total)
})

test('owner types divide the matches of any search', async () => {
  const filters = { category: { id: '2' } }
  const [all, pro, alone] = await Promise.all(
    ['all', 'pro', 'private'].map((owner_type) => search({ filters, owner_type })),
  )
  if (!all || !pro || !alone) throw new Error('no answer')
  expect([all.total_all, pro.total_all, alone.total_all]).toEqual([all.total, all.total, all.total])
  expect(pro.total).toBe(all.total_pro)
  expect(alone.total).toBe(all.total_private)
  expect(pro.total + alone.total).toBe(all.total)
  const types = (await walk({ filters, owner_type: 'pro' })).map((item) => item.owner.type ?? 'pro')
  expect(new Set(types)).toEqual(new Set(['pro']))
})

const furniture = { category: { id: '19' } }

test.each(['asc', 'desc'])(
  'sorting by price, %s, with the ads that name none at the end',
  async (sort_order) => {
    const prices = (await walk({ filters: furniture, sort_by: 'price', sort_order })).map(
      (item) => item.price[0],
    )
    const named = prices.filter((price) => price !== undefined)
    const sign = sort_order === 'asc' ? 1 : -1
    expect(named.length).toBeGreaterThan(100)
    expect(prices.slice(0, named.length)).toEqual(named.toSorted((a, b) => sign * (a - b)))
    expect(prices.length).toBeGreaterThan(named.length)
  },
)

test.each(['asc', 'desc'])('sorting by time, %s', async (sort_order) => {
  const items = await walk({ filters: furniture, sort_by: 'time', sort_order })
  for (const field of ['first_publication_date', 'index_date'] as const) {
    const dates = items.map((item) => item[field]).filter((date) => date !== null)
    const sorted = dates.toSorted()
    expect(dates).toEqual(sort_order === 'asc' ? sorted : sorted.toReversed())
  }
})

test('sorting by relevance puts a word in the subject before the same word in the text', async () => {
  const { ads } = await search({
    filters: { keywords: { text: 'machine' } },
    sort_by: 'relevance',
    limit_alu: 0,
  })
  const inSubject = ads.map((item) => /machine/i.test(item.subject))
  expect(inSubject[0]).toBe(true)
  expect(inSubject).toEqual(inSubject.toSorted((a, b) => Number(b) - Number(a)))
})

const ids = (items: readonly Ad[]) => items.map((item) => item.list_id)
const isPromoted = (item: Ad | undefined) => item?.options.gallery === true

test.each([0, 1, 3, 10])(
  'limit_alu %i puts so many promoted ads first, and pages still have each ad once',
  async (limit_alu) => {
    const plain = await walk({ filters: furniture, limit_alu: 0 })
    const items = await walk({ filters: furniture, limit_alu }, 7)
    const lead = plain.filter(isPromoted).slice(0, limit_alu)
    expect(lead).toHaveLength(limit_alu)
    expect(ids(items)).toEqual(ids([...lead, ...plain.filter((item) => !lead.includes(item))]))
  },
)

test('three promoted ads come first by default, and none with a sort order', async () => {
  const byDefault = await search({ filters: furniture })
  expect(byDefault).toEqual(await search({ filters: furniture, limit_alu: 3 }))
  expect(byDefault.ads.slice(0, 3).every(isPromoted)).toBe(true)
  for (const sort_by of ['price', 'time'])
    expect(await search({ filters: furniture, sort_by, limit_alu: 10 })).toEqual(
      await search({ filters: furniture, sort_by, limit_alu: 0 }),
    )
})

const fewInNantes = {
  category: { id: '55' },
  location: { locations: [{ locationType: 'city', city: 'Nantes' }] },
}

test('extend adds ads of the region to a search with few matches in its place', async () => {
  const exact = await walk({ filters: fewInNantes, extend: false, limit_alu: 0 })
  const wide = await walk({ filters: fewInNantes, extend: true, limit_alu: 0 })
  expect(exact.length).toBeGreaterThan(0)
  expect(exact.length).toBeLessThan(10)
  expect(ids(wide.slice(0, exact.length))).toEqual(ids(exact))
  expect(wide.length).toBeGreaterThan(exact.length)
  expect(new Set(ids(wide)).size).toBe(wide.length)
  const region = exact.find((item) => item.location.region_id !== null)?.location.region_id
  for (const item of wide) {
    expect(item.category_id ?? '55').toBe('55')
    expect(item.location.region_id ?? region).toBe(region)
  }
  expect(await search({ filters: fewInNantes })).toMatchObject({ total: wide.length })
  const prices = (await walk({ filters: fewInNantes, sort_by: 'price', sort_order: 'asc' })).flatMap(
    (item) => item.price,
  )
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
})

test('extend changes nothing with many matches or without a place', async () => {
  for (const filters of [
    furniture,
    { keywords: { text: 'zzyzx' } },
    { location: { locations: [{ locationType: 'department', department_id: '44' }] } },
  ])
    expect(await search({ filters, extend: true })).toEqual(await search({ filters, extend: false }))
})

test('a search that is not a direct one, or a further page of it, is neither led by promoted ads nor widened', async () => {
  const plain = await search({ filters: fewInNantes, limit_alu: 0, extend: false })
  expect(await search({ filters: fewInNantes, listing_source: 'saved-search' })).toEqual(plain)
  const direct = await search({ filters: fewInNantes, listing_source: 'direct-search' })
  expect(direct.total).toBeGreaterThan(plain.total)
  expect(await search({ filters: fewInNantes, listing_source: 'pagination' })).toEqual(direct)
})

test('filter category: the leaf, or all leaves of a parent', async () => {
  const leaf = await walk({ filters: { category: { id: '9' } } })
  const other = await walk({ filters: { category: { id: '10' } } })
  const parent = await walk({ filters: { category: { id: '8' } } })
  expect(new Set(leaf.map((item) => item.category_id ?? '9'))).toEqual(new Set(['9']))
  expect(parent.length).toBe(leaf.length + other.length)
  expect((await search({ filters: { category: { id: '4242' } } })).total).toBe(0)
})

test('filter enums: the type of ad, and any attribute', async () => {
  const demands = await walk({ filters: { enums: { ad_type: ['demand'] } } })
  const offers = await search({ filters: { enums: { ad_type: ['offer'] } } })
  const both = await search({ filters: { enums: { ad_type: ['demand', 'offer'] } } })
  expect(demands.length).toBeGreaterThan(0)
  expect(demands.every((item) => item.subject.startsWith('Recherche '))).toBe(true)
  expect(demands.length + offers.total).toBe(both.total)
  const electric = await walk({ filters: { enums: { fuel: ['4'] } } })
  expect(electric.length).toBeGreaterThan(0)
  expect(new Set(electric.map((item) => valueIn(item, 'fuel') ?? '4'))).toEqual(new Set(['4']))
  expect((await search({ filters: { enums: { nothing_has_this: ['1'] } } })).total).toBe(0)
})

test('filter ranges: the price, and any attribute, both ends included', async () => {
  const cheap = await walk({ filters: { ranges: { price: { min: 100, max: 200 } } } })
  expect(cheap.length).toBeGreaterThan(0)
  for (const item of cheap) expect(item.price[0]).toSatisfy((price: number) => price >= 100 && price <= 200)
  const edge = cheap[0]?.price[0] ?? 0
  const exact = await search({ filters: { ranges: { price: { min: edge, max: edge } } } })
  expect(exact.total).toBeGreaterThan(0)
  const rooms = await walk({ filters: { ranges: { rooms: { min: 4 }, square: { max: 90 } } } })
  expect(rooms.length).toBeGreaterThan(0)
  for (const item of rooms.filter((entry) => entry.attributes.length > 0)) {
    expect(Number(valueIn(item, 'rooms'))).toBeGreaterThanOrEqual(4)
    expect(Number(valueIn(item, 'square'))).toBeLessThanOrEqual(90)
  }
  expect((await search({ filters: { ranges: { price: { min: 9, max: 1 } } } })).total).toBe(0)
})

test('filter keywords: every word, with or without accents', async () => {
  const { ads, total } = await search({ filters: { keywords: { text: 'velo electrique' } }, limit: 100 })
  expect(total).toBeGreaterThan(0)
  for (const item of ads) expect(`${item.subject} ${item.body}`).toMatch(/vélo/i)
  expect((await search({ filters: { keywords: { text: 'zzyzx' } } })).total).toBe(0)
})

test('filter location: city, department, region, radius, and any of several', async () => {
  const at = (place: Record<string, unknown>) => walk({ filters: { location: { locations: [place] } } })
  const nantes = await at({ locationType: 'city', city: 'NANTES', label: 'Nantes' })
  const loire = await at({ locationType: 'department', department_id: '44' })
  const region = await at({ locationType: 'region', region_id: nantes[0]?.location.region_id })
  expect(new Set(nantes.map((item) => item.location.city ?? 'Nantes'))).toEqual(new Set(['Nantes']))
  expect(new Set(loire.map((item) => item.location.department_id ?? '44'))).toEqual(new Set(['44']))
  expect(region.length).toBeGreaterThan(loire.length)
  const around = { lat: 47.2184, lng: -1.5536 }
  const near = await at({ locationType: 'city', area: { ...around, radius: 15_000 } })
  const wide = await at({ locationType: 'city', city: 'Nantes', area: { ...around, radius: 120_000 } })
  expect(near.map((item) => item.list_id).sort()).toEqual(nantes.map((item) => item.list_id).sort())
  expect(wide.length).toBeGreaterThan(near.length)
  const lyon = await at({ city: 'Lyon' })
  const either = await walk({
    filters: { location: { locations: [{ city: 'Lyon' }, { locationType: 'city', city: 'Nantes' }] } },
  })
  expect(either.length).toBe(lyon.length + nantes.length)
})

test('every ad has a page, and an unknown one has none', async () => {
  const { ads } = await search({ limit: 3 })
  for (const { url } of ads) expect((await get(url ?? '')).status).toBe(200)
  expect((await get('https://www.classifieds.example/ad/velos/1')).status).toBe(404)
})
