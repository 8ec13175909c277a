// The result pages of the sandbox directory: current ones with a state island, old ones with markup only, some whose
// island is cut off, and some whose island has only advertisements.
import { cutIsland, escapeHtml, renderNextData, renderPage } from '../../sandbox/chrome.ts'
import type { SiteLook } from '../../sandbox/site.ts'
import { buildNameMatch, buildProfilePath, buildResult } from './company.ts'
import { type Found, pageSize, type SiteFilter } from './search.ts'
import { expandSupplier, listSuppliers, type SiteSupplier, toPlaceText } from './suppliers.ts'

export const siteLook: SiteLook = { seed: 'supplierdir', lang: 'en', weightKb: 50 }

export type Form = 'current' | 'old' | 'broken' | 'advertisements'

/** All pages of a category have the same form; the number is the position of the category. */
export function chooseForm(number: number): Form {
  if (number % 11 === 4) return 'old'
  if (number % 17 === 10) return 'broken'
  return number % 13 === 7 ? 'advertisements' : 'current'
}

export function renderResults(found: Found, form: Form, url: URL): string {
  const heading = `${found.term} suppliers`
  const island = renderNextData('/suppliers/search', buildPageProps(found, form))
  const script = form === 'old' ? '' : form === 'broken' ? cutIsland(island) : island
  return renderPage({
    ...siteLook,
    title: heading,
    head: renderPagingLinks(found, url),
    body: `<h1>${escapeHtml(heading)}</h1>${renderFilters(found.filters, '')}${renderFilters(found.filters, 'm-')}
<p data-testid="srp.results-count">${formatCount(found)}</p>
<ul data-ref="srp.results">${found.suppliers.map(renderItem).join('\n')}</ul>
${renderPaging(found, url)}${script}`,
    weightKb: 180,
  })
}

function buildPageProps(found: Found, form: Form) {
  const { term, heading, suppliers, nameMatches, filters, page, total } = found
  const ads = listSuppliers()
    .filter(({ tier }) => tier === 'PREMIUM')
    .slice(0, 2)
    .map((entry) => buildResult(expandSupplier(entry), '', null))
  const totalPages = Math.ceil(total / pageSize)
  const listing = {
    searchTerm: term,
    results: suppliers.map((supplier) => buildResult(supplier, term, heading)),
    companyNameMatches: nameMatches.map((supplier) => buildNameMatch(supplier, heading)),
    filters,
    pagination: {
      current: page,
      perPage: pageSize,
      totalPages,
      hasNextPage: page < totalPages,
      totalResults: total,
    },
  }
  return {
    featuredSuppliers: ads,
    sponsoredListings: { items: ads },
    // The place of the listing depends on the site's release.
    ...(form !== 'advertisements' && (page % 2 === 0 ? { apolloState: { listing } } : { search: listing })),
  }
}

function formatCount({ page, total, suppliers: shown }: Found): string {
  const before = (page - 1) * pageSize
  const range = shown.length > 0 ? `${before + 1} - ${before + shown.length}` : '0 - 0'
  return `Showing ${range} of ${total.toLocaleString('en-US')} suppliers`
}

function buildPageUrl(url: URL, page: number): string {
  const target = new URL(url)
  target.searchParams.set('page_number', String(page))
  return escapeHtml(target.href)
}

const renderPagingLinks = ({ page, total }: Found, url: URL): string =>
  [
    page > 1 ? `<link rel="prev" href="${buildPageUrl(url, page - 1)}">` : '',
    page * pageSize < total ? `<link rel="next" href="${buildPageUrl(url, page + 1)}">` : '',
  ].join('')

/** Links to the neighbouring pages and the last page. */
function renderPaging({ page, total }: Found, url: URL): string {
  const last = Math.ceil(total / pageSize)
  const shown = [1, page - 1, page, page + 1, last].filter(
    (n, i, all) => n >= 1 && n <= last && all.indexOf(n) === i,
  )
  return `<nav aria-label="Pagination">${shown.map((n) => `<a href="${buildPageUrl(url, n)}">${n}</a>`).join(' ')}</nav>`
}

/** Each supplier has two links, one of them for small screens. */
function renderItem(supplier: SiteSupplier): string {
  const name = escapeHtml(supplier.company.name)
  const link = (suffix: string) =>
    `<a data-testid="supplier-name-link" href="${buildProfilePath(supplier)}?cid=${supplier.id}${suffix}">${name}</a>`
  return `<li class="srp__item"><article><h2>${link('')}</h2><div class="only-mobile">${link('&amp;v=m')}</div>
<a data-testid="srp.supplier-location-link" href="${buildProfilePath(supplier)}#map">${escapeHtml(toPlaceText(supplier))}</a><p>${escapeHtml(supplier.summary)}</p></article></li>`
}

function renderFilters(filters: readonly SiteFilter[], prefix: string): string {
  const sections = [...new Set(filters.map(({ section }) => section))]
  const option = ({ id, label, count }: SiteFilter) =>
    `<div data-sentry-component="Filter"><input type="checkbox" id="${prefix}${id}"><label for="${prefix}${id}">${escapeHtml(label)} (${count.toLocaleString('en-US')})</label></div>`
  const fieldsets = sections.map((section) => {
    const options = filters.filter((filter) => filter.section === section).map(option)
    return `<fieldset><legend>${escapeHtml(section)}</legend>${options.join('')}</fieldset>`
  })
  return `<form class="filters">${fieldsets.join('')}</form>`
}
