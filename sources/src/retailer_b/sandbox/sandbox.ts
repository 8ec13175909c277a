// The pretend grocer: product pages in their forms, and open product data by article number. It knows nothing of the
// extractors beside it: page and reader must not agree by construction.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { type Grocery, groceryByEan, groceryByRef } from './goods.ts'
import { departmentPage, gonePage, openData, pathOf, productPage, type Showing } from './pages.ts'
import { searchPage } from './search-pages.ts'

export const sandbox: SandboxSite = ({ url }) => {
  const ean = /^\/api\/v0\/product\/(\d{13})\.json$/.exec(url.pathname)?.[1]
  if (ean) return openAnswer(groceryByEan(ean))
  if (url.pathname === '/recherche') return { body: searchPage(url) }
  const ref = /\/pr-([^/]+)\/?$/.exec(url.pathname)?.[1]
  if (ref) return productResponse(groceryByRef(ref), url)
  if (/^\/rayon\/[a-z-]+$/.test(url.pathname)) return { body: departmentPage('Rayon épicerie') }
  return { status: 404, body: departmentPage('Page introuvable') }
}

function productResponse(grocery: Grocery | undefined, url: URL): SiteResponse {
  if (!grocery) return { status: 404, body: departmentPage('Page introuvable') }
  const { index } = grocery
  if (index % 53 === 7) return { status: 410, body: departmentPage('Produit retiré') }
  if (index % 59 === 8) return { status: 302, headers: { location: '/rayon/epicerie' }, body: '' }
  // The words before the reference are of no account, and the site corrects them.
  if (url.pathname !== pathOf(grocery))
    return { status: 301, headers: { location: encodeURI(pathOf(grocery)) }, body: '' }
  return { body: index % 61 === 10 ? gonePage(grocery) : productPage(grocery, showingOf(index)) }
}

function showingOf(index: number): Showing {
  if (index % 19 === 3) return 'nothing but its name'
  if (index % 17 === 9) return 'no features'
  return index % 11 === 5 ? 'old layout' : 'everything'
}

/** What nobody eats is not in the open data. */
function openAnswer(grocery: Grocery | undefined): SiteResponse {
  const isKnown = grocery !== undefined && grocery.ingredients !== null
  const body = isKnown ? openData(grocery) : { status: 0, status_verbose: 'product not found' }
  return { contentType: 'application/json', body: JSON.stringify(body) }
}
