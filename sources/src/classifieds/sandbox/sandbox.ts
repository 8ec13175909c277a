// The sandbox marketplace: a JSON search, the same search as a page, and the page of each ad.
import { escapeHtml, renderNextData, renderPage } from '../../sandbox/chrome.ts'
import { createSite, renderMessage, respondJson, route, type SiteLook } from '../../sandbox/site.ts'
import { findAd, type SiteAd } from './ads.ts'
import { categories } from './goods.ts'
import type { SiteSearch } from './search.ts'
import { buildSearchResponse, siteRoot, toAdUrl } from './search-response.ts'

const siteLook: SiteLook = { seed: 'classifieds', lang: 'fr', weightKb: 180 }

export const sandbox = createSite({
  routes: [
    route('/finder/search', ({ method, json, now }) =>
      method !== 'POST' || json === null || typeof json !== 'object'
        ? respondJson({ error: 'bad_request' }, 400)
        : respondJson(buildSearchResponse(json as SiteSearch, now)),
    ),
    route(/^\/(?:recherche$|c\/)/, ({ url, now }) => searchPage(url, now)),
    route(/^\/ad\/[a-z_]+\/(\d{1,12})$/, (_, id) => adPage(findAd(id))),
  ],
  notFound: () =>
    renderMessage({ ...siteLook, weightKb: 40 }, 404, 'Cette page n’existe pas ou plus', 'Page introuvable'),
})

function searchPage(url: URL, now: Date): string | undefined {
  const search = readAddress(url)
  if (!search) return undefined
  const response = buildSearchResponse(search, now)
  const ads = (response.ads ?? []) as { url: string; subject: string }[]
  return renderPage({
    ...siteLook,
    // As on real sites, the title is what the visitor typed.
    title: search.filters?.keywords?.text ?? 'Toutes les annonces',
    body: `<h1>${response.total} annonces</h1><ul>${ads.map((ad) => `<li><a href="${ad.url}">${escapeHtml(ad.subject)}</a></li>`).join('')}</ul>
${paging(url, search.page, Number(response.max_pages))}${renderNextData('/recherche', { searchData: response, userType: 'anonymous' })}`,
  })
}

/** Links to the pages around this one, in the same form of address. */
function paging(url: URL, page: number, last: number): string {
  const toLink = (number: number) => {
    const target = new URL(url)
    if (url.pathname === '/recherche') target.searchParams.set('page', String(number))
    else target.pathname = `${url.pathname.replace(/\/p-\d+$/, '')}/p-${number}`
    return `<a href="${escapeHtml(target.href)}">${number}</a>`
  }
  const numbers = [page - 1, page, page + 1].filter((number) => number >= 1 && number <= last)
  return `<nav aria-label="Pagination">${numbers.map(toLink).join(' ')}</nav>`
}

const adPage = (ad: SiteAd | undefined): string | undefined =>
  ad &&
  renderPage({
    ...siteLook,
    title: `${ad.subject} - ${ad.category.name}`,
    head: `<link rel="canonical" href="${toAdUrl(ad)}">`,
    body: `<h1>${escapeHtml(ad.subject)}</h1><p>${escapeHtml(ad.body)}</p><a href="${siteRoot}/recherche?category=${ad.category.id}">${escapeHtml(ad.category.name)}</a>`,
    weightKb: 90,
  })

type PageSearch = SiteSearch & { page: number; offset: number }

const pageSize = 35
const reservedParams = new Set(['text', 'category', 'locations', 'owner_type', 'sort', 'order', 'page'])

/** The same search as the JSON one; null for an unknown page. */
function readAddress({ pathname, searchParams }: URL): PageSearch | null {
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
