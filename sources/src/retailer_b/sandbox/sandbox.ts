// The sandbox grocer: product pages in their layouts, and open product data by article number.
import { createSite, redirect, respondJson, route } from '../../sandbox/site.ts'
import { findByRef, findGrocery } from './goods.ts'
import { openData } from './open-data.ts'
import { departmentPage, productPage, removedPage, toPath } from './pages.ts'
import { searchPage } from './search-pages.ts'

export const sandbox = createSite({
  routes: [
    route(/^\/api\/v0\/product\/(\d{13})\.json$/, (_, ean) => {
      const grocery = findGrocery(ean)
      // The open data has food only.
      return respondJson(
        grocery?.ingredients ? openData(grocery) : { status: 0, status_verbose: 'product not found' },
      )
    }),
    route('/recherche', ({ url }) => searchPage(url)),
    route(/\/pr-([^/]+)\/?$/, ({ url }, ref) => showProduct(ref, url)),
    route(/^\/rayon\/[a-z-]+$/, () => departmentPage('Rayon épicerie')),
  ],
  notFound: () => ({ status: 404, body: departmentPage('Page introuvable') }),
})

function showProduct(ref: string, url: URL) {
  const grocery = findByRef(ref)
  if (!grocery) return undefined
  const { index } = grocery
  if (index % 53 === 7) return { status: 410, body: departmentPage('Produit retiré') }
  if (index % 59 === 8) return redirect('/rayon/epicerie', 302)
  // The words before the reference have no effect, and the site corrects them.
  if (url.pathname !== toPath(grocery)) return redirect(encodeURI(toPath(grocery)))
  return index % 61 === 10 ? removedPage(grocery) : productPage(grocery)
}
