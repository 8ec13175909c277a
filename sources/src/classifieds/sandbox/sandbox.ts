// The sandbox marketplace: a JSON search, the same search as a page, and the page of each ad.
import { escapeHtml, renderNextData, renderPage } from '../../sandbox/chrome.ts'
import { createSite, renderMessage, respondJson, route, type SiteLook } from '../../sandbox/site.ts'
import { findAd, type SiteAd } from './ads.ts'
import { searchAnswer, siteRoot, toAdUrl } from './answer.ts'
import type { SiteSearch } from './search.ts'
import { readAddress } from './search-address.ts'

const siteLook: SiteLook = { seed: 'classifieds', lang: 'fr', weightKb: 180 }

export const sandbox = createSite({
  routes: [
    route('/finder/search', ({ method, json, now }) =>
      method !== 'POST' || json === null || typeof json !== 'object'
        ? respondJson({ error: 'bad_request' }, 400)
        : respondJson(searchAnswer(json as SiteSearch, now)),
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
  const answer = searchAnswer(search, now)
  const ads = (answer.ads ?? []) as { url: string; subject: string }[]
  return renderPage({
    ...siteLook,
    // As on real sites, the title is what the visitor typed.
    title: search.filters?.keywords?.text ?? 'Toutes les annonces',
    body: `<h1>${answer.total} annonces</h1><ul>${ads.map((ad) => `<li><a href="${ad.url}">${escapeHtml(ad.subject)}</a></li>`).join('')}</ul>
${paging(url, search.page, Number(answer.max_pages))}${renderNextData('/recherche', { searchData: answer, userType: 'anonymous' })}`,
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
