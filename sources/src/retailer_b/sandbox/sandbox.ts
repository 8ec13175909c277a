// The sandbox grocer: product pages in their layouts, and open product data by article number.
import { createSite, redirect, respondJson, route } from '../../sandbox/site.ts'
import { type Amounts, findByRef, findGrocery, type Grocery, toKilocalories, toKilojoules } from './goods.ts'
import { departmentPage, productPage, removedPage, searchPage, toImageUrl, toPath } from './pages.ts'

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

/** Amounts are per 100 g, as numbers. */
const openData = (grocery: Grocery) => ({
  status: 1,
  code: grocery.ean,
  product: {
    code: grocery.ean,
    product_name_fr: grocery.name,
    generic_name_fr: grocery.legalName ?? '',
    brands: grocery.brand,
    quantity: grocery.pack,
    ingredients_text_fr: grocery.ingredients ?? '',
    manufacturing_places: grocery.countries.join(', '),
    image_url: grocery.hasImage ? toImageUrl(grocery, 1) : '',
    nutriments: grocery.amounts ? nutriments(grocery.amounts) : {},
  },
})

const nutriments = (amounts: Amounts) => ({
  energy_100g: toKilojoules(amounts),
  'energy-kcal_100g': toKilocalories(amounts),
  fat_100g: amounts.fat,
  'saturated-fat_100g': amounts.saturates,
  carbohydrates_100g: amounts.carbohydrates,
  sugars_100g: amounts.sugars,
  fiber_100g: amounts.fibre ?? undefined,
  proteins_100g: String(amounts.proteins),
  salt_100g: amounts.salt,
})
