// One product by its page on the grocer's site, and by the open product data on the same host where the page shows
// nothing but the article number.
import { found, notFound, type Outcome, type Page, pageChanged } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { readFrenchText } from '../../apis/open-food-facts.ts'
import { fillFeatures, recordOfOpenData } from '../open-data.ts'
import { eanIn, openDataPath, pathOf, productUrl, referenceIn } from '../product-address.ts'
import { readProductPage } from '../product-page.ts'
import { asksForProduct, type Features, type ProductQuery, type ProductRecord } from '../product-record.ts'

export const productSite = provider<ProductQuery, ProductRecord>({
  address({ url }) {
    const reference = referenceIn(url.pathname)
    return reference === null ? null : { reference, path: url.pathname.replace(/\/$/, '') }
  },
  addressForm: 'the URL of a product page (/…/pr-<reference>)',
  inputs: {
    query:
      "The address of a product page on the retailer's French site; it ends in `pr-` and a reference, which may also stand alone.",
  },

  cannotAnswer: ({ path }) => (path === null ? { parameter: 'query', problem: asksForProduct } : null),

  find,

  extract(page, query) {
    assertReadable(page)
    const open = asObject(jsonAnswer(page.body))
    const told = open ? readOpenData(open, page, query) : readProductPage(page, query)
    if (told === 'gone') return notFound
    // A person finds the product on its page, whichever answer was read last.
    if (told) return found(told, { form: open ? 'open-data' : 'microdata', source: told.url })
    if (open) throw pageChanged('no product in the open data')
    // A product that is gone sends its visitors to its department or to the front page.
    if (referenceIn(new URL(page.url).pathname) === null) return notFound
    throw pageChanged('no product marked up in the page')
  },

  // A saved answer of the open data has no reference: its article number stands in.
  paramsFromUrl(url) {
    const { origin, pathname } = new URL(url)
    const ean = eanIn(pathname)
    return { query: ean === null ? url : `${origin}/pr-${ean}` }
  },
})

/** The record; `gone` where the site's open data says that it has no such product, null where it has no name. */
function readOpenData(answer: JsonObject, page: Page, query: ProductQuery): ProductRecord | 'gone' | null {
  const product = asObject(answer.product)
  if (!product) return answer.status === 0 || answer.status === '0' ? 'gone' : null
  const title = readFrenchText(product, 'product_name') ?? readFrenchText(product, 'generic_name')
  if (title === null) return null
  const { reference } = query
  return recordOfOpenData(product, {
    id: reference,
    url: productUrl(page, query),
    title,
    ean: asText(answer.code),
    // The article number may stand in for a reference that a saved answer's address did not have.
    reference: reference === asText(product.code) ? null : reference,
  })
}

// Decision: a page that shows the article number but no features has them in the site's open product data, which
// then fills what the page lacks and nothing else. It is the site's own: what open providers know goes into records of
// their own, so that data under an open licence is never mixed with a site's page.
async function find(query: ProductQuery, { get, site: grocer }: Io): Promise<Outcome<ProductRecord>> {
  const outcome = productSite.extract(await get(grocer.url(pathOf(query)).href), query)
  if (outcome.kind !== 'found') return outcome
  const { record } = outcome
  const ean = loneEan(record.features)
  if (ean === null) return outcome
  const open: Page = await get(grocer.url(openDataPath(ean)).href)
  assertReadable(open)
  const filled = fillFeatures(record, asObject(jsonAnswer(open.body)))
  return filled ? found(filled, { form: 'microdata+open-data', source: record.url }) : outcome
}

/** The article number of a page that tells nothing else of the product's features. */
const loneEan = ({ ean, reference: _, ...others }: Features): string | null =>
  ean !== null && /^\d{13}$/.test(ean) && Object.values(others).every((value) => value === null) ? ean : null
