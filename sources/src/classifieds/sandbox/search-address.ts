// Reads the address of a search page of the sandbox marketplace into the same search as the JSON one.
import { categories } from './goods.ts'
import type { SiteSearch } from './search.ts'

export type PageSearch = SiteSearch & { page: number; offset: number }

const pageSize = 35
const reservedParams = new Set(['text', 'category', 'locations', 'owner_type', 'sort', 'order', 'page'])

/** The search, or null for an unknown page. */
export function readAddress({ pathname, searchParams }: URL): PageSearch | null {
  if (pathname === '/recherche') return toSearch(searchParams, searchParams.get('category'))
  // `/c/voitures/fuel:4/p-2`
  const [, root, slug, ...more] = pathname.split('/')
  const category = categories.find((candidate) => candidate.slug === slug)
  if (root !== 'c' || !category) return null
  const query = new URLSearchParams(searchParams)
  for (const part of more) {
    const [, key = 'page', value] = /^(?:([a-z_]+):|p-)(\w+)$/.exec(part) ?? []
    if (value === undefined) return null
    query.set(key, value)
  }
  return toSearch(query, category.id)
}

function toSearch(query: URLSearchParams, category: string | null): PageSearch {
  const text = query.get('text')
  const places = (query.get('locations') ?? '').split(',').filter((place) => place !== '')
  const attributes = [...query].filter(([key, value]) => !reservedParams.has(key) && value !== '')
  const isRange = (value: string) => /^(?:\d+|min)-(?:\d+|max)$/.test(value)
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const filters = {
    category: category ? { id: category } : undefined,
    keywords: text ? { text } : undefined,
    location: places.length > 0 ? { locations: places.map(toPlace) } : undefined,
    enums: toMembers(attributes.filter(([, value]) => !isRange(value)).map(([k, v]) => [k, v.split(',')])),
    ranges: toMembers(attributes.filter(([, value]) => isRange(value)).map(([k, v]) => [k, toRange(v)])),
  }
  return {
    filters: Object.fromEntries(Object.entries(filters).filter(([, filter]) => filter !== undefined)),
    owner_type: query.get('owner_type') ?? 'all',
    sort_by: query.get('sort') ?? 'relevance',
    sort_order: query.get('order') ?? 'desc',
    limit: pageSize,
    offset: (page - 1) * pageSize,
    page,
  }
}

const toMembers = <T>(entries: [string, T][]): Record<string, T> | undefined =>
  entries.length > 0 ? Object.fromEntries(entries) : undefined

/** `100-200`, `min-200`, `100-max`. */
function toRange(value: string): { min?: number; max?: number } {
  const [min = '', max = ''] = value.split('-')
  return { ...(min === 'min' ? {} : { min: Number(min) }), ...(max === 'max' ? {} : { max: Number(max) }) }
}

/** `r_18`, `d_44`, `Nantes`, `Nantes_44100`. */
function toPlace(place: string) {
  const [, kind, id = ''] = /^([rd])_(\w{1,3})$/.exec(place) ?? []
  if (kind === 'r') return { locationType: 'region', region_id: id }
  if (kind === 'd') return { locationType: 'department', department_id: id }
  const [city = '', zipcode] = place.split('_')
  return { locationType: 'city', city, ...(zipcode === undefined ? {} : { zipcode }) }
}
