// Retailer B product (interface 2.8): one product by the address of its page. Private and delisted products may lack
// nearly everything but their name.
import { endpoint } from '../../contract/endpoint.ts'
import { found, notFound, type Outcome, type Page, pageChanged } from '../../contract/outcome.ts'
import { looksLikeAddress } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'
import { jsonAnswer } from '../../extract/json-answer.ts'
import { asObject } from '../../extract/values.ts'
import { assertReadable } from '../../extract/walls.ts'
import { object, text } from '../../lib/schema.ts'
import { fillFeatures, productFromOpenData } from './open-data.ts'
import { readProductPage } from './product-page.ts'
import { type Features, type ProductInput, type ProductRecord, record } from './product-record.ts'

export const product = endpoint({
  method: 'GET',
  path: '/v2/retailer_b/product',
  credits: 2,
  notFound: 'billed',
  summary: 'Retailer B product',
  description: 'One grocery product with its reviews, ingredients, nutrition and makers.',
  example: { query: 'https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000' },
  params: object({
    query: text('https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000', {
      description:
        "The address of a product page on the retailer's French site; it ends in `pr-` and a reference.",
      maxLength: 2048,
    }),
  }),
  record,

  parse({ query }, site): ProductInput {
    const wanted = query.trim()
    if (!looksLikeAddress(wanted))
      throw invalidParameter('query', "must be the URL of a product page on the retailer's French site")
    const { url } = site.read(wanted, 'query')
    const reference = referenceIn(url.pathname)
    if (reference === null)
      throw invalidParameter('query', 'must be the URL of a product page (/…/pr-<reference>)')
    url.search = ''
    url.pathname = url.pathname.replace(/\/$/, '')
    return { url: url.href, reference, openDataUrl: site.url('/api/v0/product/').href }
  },

  paramsFromUrl(url) {
    const { origin, pathname } = new URL(url)
    const ean = openDataPath.exec(pathname)?.[1]
    // A saved answer of the open data has no reference: its article number stands in.
    return { query: ean ? `${origin}/pr-${ean}` : url }
  },

  // Decision: a page that shows the article number but no features has them in the site's open product data, which
  // then fills what the page lacks and nothing else.
  async run(input, get) {
    const outcome = extractProduct(await get(input.url), input)
    if (outcome.kind !== 'found' || !lacksFeatures(outcome.record.features)) return outcome
    const open = await get(`${input.openDataUrl}${outcome.record.features.ean}.json`)
    assertReadable(open)
    return found(fillFeatures(outcome.record, asObject(jsonAnswer(open.body))))
  },

  extract: extractProduct,
})

/** Products are at `/<words>/pr-<reference>`, the words being of no account. */
const referenceIn = (pathname: string): string | null =>
  /^\/(?:[^/]{1,400}\/){0,3}pr-([a-z0-9][a-z0-9_-]{0,63})\/?$/i.exec(pathname)?.[1] ?? null

const openDataPath = /^\/api\/v\d\/product\/(\d{8,14})(?:\.json)?$/

const lacksFeatures = ({ ean, reference: _, ...others }: Features): boolean =>
  /^\d{13}$/.test(ean ?? '') && Object.values(others).every((value) => value === null)

export function extractProduct(page: Page, input: ProductInput): Outcome<ProductRecord> {
  if (page.status === 404 || page.status === 410) return notFound
  assertReadable(page)
  const open = asObject(jsonAnswer(page.body))
  if (open) {
    const told = productFromOpenData(open, input)
    if (told === 'missing') return notFound
    if (told) return found(told)
    throw pageChanged('no product in the open data')
  }
  const shown = readProductPage(page, input)
  if (shown === 'gone') return notFound
  if (shown) return found(shown)
  // A product that is gone sends its visitors to its department or to the front page.
  if (URL.canParse(page.url) && referenceIn(new URL(page.url).pathname) === null) return notFound
  throw pageChanged('no product marked up in the page')
}
