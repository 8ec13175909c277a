// The pretend directory's pages of results: current ones with a state island, old ones with markup alone, some whose
// island arrived broken, and some whose island holds advertisements only.
import { escapeHtml, renderJsonIsland, renderPage } from '../../sandbox/chrome.ts'
import { nameMatchCompany, profilePath, resultCompany } from './company.ts'
import { type Found, pageSize, type SiteFilter } from './search.ts'
import { type SiteSupplier, supplierEntries, supplierOf } from './suppliers.ts'

type Json = Record<string, unknown>

export type Form = 'current' | 'old' | 'broken' | 'advertisements'

/** A category keeps its form on all its pages; the number is the category's position among all. */
export function formOf(number: number): Form {
  if (number % 11 === 4) return 'old'
  if (number % 17 === 10) return 'broken'
  return number % 13 === 7 ? 'advertisements' : 'current'
}

export function resultsPage(found: Found, form: Form, url: URL): string {
  const heading = `${found.term} suppliers`
  const island = renderJsonIsland('__NEXT_DATA__', stateOf(found, form))
  const shown =
    form === 'old' ? '' : form === 'broken' ? `${island.slice(0, island.length >> 1)}</script>` : island
  return renderPage({
    title: heading,
    head: pagingLinks(found, url),
    body: `<h1>${escapeHtml(heading)}</h1>${filterMarkup(found.filters, '')}${filterMarkup(found.filters, 'm-')}
<p data-testid="srp.results-count">${countText(found)}</p>
<ul data-ref="srp.results">${found.suppliers.map(itemMarkup).join('\n')}</ul>
${pagingMarkup(found, url)}${shown}`,
    weightKb: 180,
    seed: 'supplierdir',
  })
}

function stateOf(found: Found, form: Form): Json {
  const companies = found.suppliers.map((supplier) => resultCompany(supplier, found.term, found.heading))
  const ads = supplierEntries()
    .filter(({ tier }) => tier === 'PREMIUM')
    .slice(0, 2)
    .map(supplierOf)
  const totalPages = Math.ceil(found.total / pageSize)
  const listing = {
    searchTerm: found.term,
    results: companies,
    companyNameMatches: found.nameMatches.map((supplier) => nameMatchCompany(supplier, found.heading)),
    filters: found.filters,
    pagination: {
      current: found.page,
      perPage: pageSize,
      totalPages,
      hasNextPage: found.page < totalPages,
      totalResults: found.total,
    },
  }
  return {
    props: {
      pageProps: {
        seo: { title: found.term, flags: [{ id: 'a' }] },
        featuredSuppliers: ads.map((supplier) => resultCompany(supplier, '', null)),
        sponsoredListings: { items: ads.map((supplier) => resultCompany(supplier, '', null)) },
        // The release of the site decides where the listing stands.
        ...(form === 'advertisements'
          ? {}
          : found.page % 2 === 0
            ? { apolloState: { listing } }
            : { search: listing }),
      },
    },
    page: '/suppliers/search',
    buildId: 's4',
  }
}

function countText({ page, total, suppliers: shown }: Found): string {
  const before = (page - 1) * pageSize
  const range = shown.length > 0 ? `${before + 1} - ${before + shown.length}` : '0 - 0'
  return `Showing ${range} of ${total.toLocaleString('en-US')} suppliers`
}

function pageUrl(url: URL, page: number): string {
  const target = new URL(url)
  target.searchParams.set('page_number', String(page))
  return escapeHtml(target.href)
}

const pagingLinks = ({ page, total }: Found, url: URL): string =>
  [
    page > 1 ? `<link rel="prev" href="${pageUrl(url, page - 1)}">` : '',
    page * pageSize < total ? `<link rel="next" href="${pageUrl(url, page + 1)}">` : '',
  ].join('')

/** The neighbours and the last page, as numbers to click. */
function pagingMarkup({ page, total }: Found, url: URL): string {
  const last = Math.ceil(total / pageSize)
  const shown = [1, page - 1, page, page + 1, last].filter(
    (n, i, all) => n >= 1 && n <= last && all.indexOf(n) === i,
  )
  return `<nav aria-label="Pagination">${shown.map((n) => `<a href="${pageUrl(url, n)}">${n}</a>`).join(' ')}</nav>`
}

/** Each supplier is linked twice, once for small screens. */
function itemMarkup(supplier: SiteSupplier): string {
  const { company, place, address } = supplier
  const name = escapeHtml(company.name)
  const zip = `${address.zip}${address.zip4 ? `-${address.zip4}` : ''}`
  const where = place.regionCode ? `${place.city}, ${place.regionCode} ${zip}` : place.city
  const link = (suffix: string) =>
    `<a data-testid="supplier-name-link" href="${profilePath(supplier)}?cid=${supplier.id}${suffix}">${name}</a>`
  return `<li class="srp__item"><article><h2>${link('')}</h2><div class="only-mobile">${link('&amp;v=m')}</div>
<a data-testid="srp.supplier-location-link" href="${profilePath(supplier)}#map">${escapeHtml(where)}</a><p>${escapeHtml(supplier.summary)}</p></article></li>`
}

function filterMarkup(filters: readonly SiteFilter[], prefix: string): string {
  const sections = [...new Set(filters.map(({ section }) => section))]
  const option = ({ id, label, count }: SiteFilter) =>
    `<div data-sentry-component="Filter"><input type="checkbox" id="${prefix}${id}"><label for="${prefix}${id}">${escapeHtml(label)} (${count.toLocaleString('en-US')})</label></div>`
  return `<form class="filters">${sections
    .map(
      (section) =>
        `<fieldset><legend>${escapeHtml(section)}</legend>${filters
          .filter((filter) => filter.section === section)
          .map(option)
          .join('')}</fieldset>`,
    )
    .join('')}</form>`
}
