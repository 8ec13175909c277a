// The pretend marketplace: a JSON search, the same search as a page, and the page of each ad.
// It knows nothing of the extractors beside it: page and reader must not agree by construction.
import type { SandboxSite, SiteResponse } from '../../../contract/source.ts'
import { escapeHtml, htmlPage, jsonIsland } from '../../../sandbox/chrome.ts'
import { adById, type SiteAd } from './ads.ts'
import { searchAnswer, siteRoot, urlOf } from './answer.ts'
import type { SiteSearch } from './search.ts'

export const sandbox: SandboxSite = ({ method, url, json, now }) => {
  if (url.pathname === '/finder/search') {
    if (method !== 'POST' || json === null || typeof json !== 'object')
      return { status: 400, contentType: 'application/json', body: '{"error":"bad_request"}' }
    return { contentType: 'application/json', body: JSON.stringify(searchAnswer(json as SiteSearch, now)) }
  }
  if (url.pathname === '/recherche') return { body: searchPage(url.searchParams, now) }
  const ad = adById(Number(/^\/ad\/[a-z_]+\/(\d{1,12})$/.exec(url.pathname)?.[1]))
  return ad ? { body: adPage(ad) } : notFoundPage()
}

const pageSize = 35

/** The search page's address says the same as the JSON search's body, in fewer words. */
function readAddress(query: URLSearchParams): SiteSearch & { offset: number } {
  const [min, max] = (query.get('price') ?? '').split('-').map((text) => Number.parseInt(text, 10))
  const text = query.get('text')
  const category = query.get('category')
  const adType = query.get('ad_type')
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  return {
    filters: {
      ...(category ? { category: { id: category } } : {}),
      ...(adType ? { enums: { ad_type: [adType] } } : {}),
      ...(text ? { keywords: { text } } : {}),
      ...(query.has('price')
        ? { ranges: { price: { ...(min ? { min } : {}), ...(max ? { max } : {}) } } }
        : {}),
    },
    owner_type: query.get('owner_type') ?? 'all',
    sort_by: query.get('sort') ?? 'relevance',
    sort_order: query.get('order') ?? 'desc',
    limit: pageSize,
    offset: (page - 1) * pageSize,
  }
}

function searchPage(query: URLSearchParams, now: Date): string {
  const search = readAddress(query)
  const answer = searchAnswer(search, now)
  const found = (answer.ads ?? []) as { url: string; subject: string }[]
  return htmlPage({
    title: `Annonces : ${query.get('text') ?? 'toutes'}`,
    lang: 'fr',
    body: `<h1>${answer.total} annonces</h1><ul>${found.map((ad) => `<li><a href="${ad.url}">${escapeHtml(ad.subject)}</a></li>`).join('')}</ul>${jsonIsland(
      '__NEXT_DATA__',
      {
        props: { pageProps: { searchData: answer, isMobile: false, userType: 'anonymous' }, __N_SSP: true },
        page: '/recherche',
        query: Object.fromEntries(query),
        buildId: 'c41',
      },
    )}`,
    weightKb: 180,
    seed: 'classifieds',
  })
}

const adPage = (ad: SiteAd): string =>
  htmlPage({
    title: `${ad.subject} - ${ad.category.name}`,
    lang: 'fr',
    head: `<link rel="canonical" href="${urlOf(ad)}">`,
    body: `<h1>${escapeHtml(ad.subject)}</h1><p>${escapeHtml(ad.body)}</p><a href="${siteRoot}/recherche?category=${ad.category.id}">${escapeHtml(ad.category.name)}</a>`,
    weightKb: 90,
    seed: 'classifieds',
  })

const notFoundPage = (): SiteResponse => ({
  status: 404,
  body: htmlPage({
    title: 'Page introuvable',
    lang: 'fr',
    body: '<h1>Cette page n’existe pas ou plus</h1>',
    weightKb: 40,
    seed: 'classifieds',
  }),
})
