// The pretend marketplace: a JSON search, the same search as a page, and the page of each ad.
// It knows nothing of the extractors beside it: page and reader must not agree by construction.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { escapeHtml, renderJsonIsland, renderPage } from '../../sandbox/chrome.ts'
import { adById, type SiteAd } from './ads.ts'
import { searchAnswer, siteRoot, urlOf } from './answer.ts'
import type { SiteSearch } from './search.ts'
import { type PageSearch, readAddress } from './search-address.ts'

export const sandbox: SandboxSite = ({ method, url, json, now }) => {
  if (url.pathname === '/finder/search') {
    if (method !== 'POST' || json === null || typeof json !== 'object')
      return { status: 400, contentType: 'application/json', body: '{"error":"bad_request"}' }
    return { contentType: 'application/json', body: JSON.stringify(searchAnswer(json as SiteSearch, now)) }
  }
  const search = readAddress(url)
  if (search) return { body: searchPage(url, search, now) }
  const ad = adById(Number(/^\/ad\/[a-z_]+\/(\d{1,12})$/.exec(url.pathname)?.[1]))
  return ad ? { body: adPage(ad) } : notFoundPage()
}

function searchPage(url: URL, search: PageSearch, now: Date): string {
  const answer = searchAnswer(search, now)
  const found = (answer.ads ?? []) as { url: string; subject: string }[]
  const words = search.filters?.keywords?.text
  return renderPage({
    // As on real ones, the title is whatever the visitor typed.
    title: words ?? 'Toutes les annonces',
    lang: 'fr',
    body: `<h1>${answer.total} annonces</h1><ul>${found.map((ad) => `<li><a href="${ad.url}">${escapeHtml(ad.subject)}</a></li>`).join('')}</ul>
${pagingMarkup(url, search.page, Number(answer.max_pages))}${renderJsonIsland('__NEXT_DATA__', {
  props: { pageProps: { searchData: answer, isMobile: false, userType: 'anonymous' }, __N_SSP: true },
  page: '/recherche',
  query: Object.fromEntries(url.searchParams),
  buildId: 'c41',
})}`,
    weightKb: 180,
    seed: 'classifieds',
  })
}

/** The pages around this one, as numbers to click, in the form of the address that was asked for. */
function pagingMarkup(url: URL, page: number, last: number): string {
  const target = new URL(url)
  const addressOf = (number: number) => {
    if (url.pathname === '/recherche') target.searchParams.set('page', String(number))
    else target.pathname = `${url.pathname.replace(/\/p-\d+$/, '')}/p-${number}`
    return escapeHtml(target.href)
  }
  const numbers = [page - 1, page, page + 1].filter((number) => number >= 1 && number <= last)
  return `<nav aria-label="Pagination">${numbers.map((number) => `<a href="${addressOf(number)}">${number}</a>`).join(' ')}</nav>`
}

const adPage = (ad: SiteAd): string =>
  renderPage({
    title: `${ad.subject} - ${ad.category.name}`,
    lang: 'fr',
    head: `<link rel="canonical" href="${urlOf(ad)}">`,
    body: `<h1>${escapeHtml(ad.subject)}</h1><p>${escapeHtml(ad.body)}</p><a href="${siteRoot}/recherche?category=${ad.category.id}">${escapeHtml(ad.category.name)}</a>`,
    weightKb: 90,
    seed: 'classifieds',
  })

const notFoundPage = (): SiteResponse => ({
  status: 404,
  body: renderPage({
    title: 'Page introuvable',
    lang: 'fr',
    body: '<h1>Cette page n’existe pas ou plus</h1>',
    weightKb: 40,
    seed: 'classifieds',
  }),
})
