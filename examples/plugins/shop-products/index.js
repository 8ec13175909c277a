// The products of a shop, read from the linked data (JSON-LD) of its pages, by number or address.
import { defineSource, endpoint, found, pageChanged, provider } from '@quarry/kit'
import { currencyCode } from '@quarry/kit/read/currency-code'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { linkedImage, linkedName, linkedWord } from '@quarry/kit/read/linked-values'
import { toNumber } from '@quarry/kit/read/numbers'
import { asList, asText, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { boolean, nullable, number, object, text } from '@quarry/kit/schema'

function extract(page) {
  assertReadable(page)
  const [product] = filterByType(jsonLd(page.body), 'Product')
  const id = asText(product?.sku)
  const name = asText(product?.name)
  if (id === null || name === null) throw pageChanged('no product with sku and name')
  const [offer] = asList(product.offers)
  const availability = linkedWord(at(offer, 'availability'))
  const record = {
    id,
    name,
    brand: linkedName(product.brand),
    price: toNumber(at(offer, 'price')),
    currency: currencyCode(at(offer, 'priceCurrency')),
    in_stock: availability === null ? null : availability === 'InStock',
    image: linkedImage(product.image),
  }
  return found(record, { form: 'json-ld' })
}

const product = endpoint({
  method: 'GET',
  path: '/v2/shop/product',
  credits: 1,
  notFound: 'billed',
  summary: 'Product',
  description: 'One product, by its number or the address of its page.',
  example: { query: '1003' },
  params: object({
    query: text('1003', { description: 'The number of a product, or the address of its page.' }),
  }),
  record: object({
    id: text('1003'),
    name: text('Oak table 1003'),
    brand: nullable(text('Fernholm')),
    price: nullable(number(349)),
    currency: nullable(text('EUR')),
    in_stock: nullable(boolean(true)),
    image: nullable(text('https://www.shop.example/images/1003.jpg', { format: 'uri' })),
  }),
  parse: ({ query }, addresses) => (/^\d{1,9}$/.test(query) ? query : addresses.read(query, 'query')),
  providers: [
    provider({
      page: (id, site) => site.url(`/products/${id}`),
      address: ({ url }) => /^\/products\/(\d{1,9})$/.exec(url.pathname)?.[1] ?? null,
      addressForm: 'the address of a product (/products/<number>)',
      extract,
    }),
  ],
})

const kinds = ['Oak table', 'Pine shelf', 'Ash chair', 'Beech bench']

/** Products 1000 to 1999, with invented data. */
const sandbox = ({ url }) => {
  const id = /^\/products\/(1\d{3})$/.exec(url.pathname)?.[1]
  if (id === undefined) return { status: 404, body: '<title>Not found</title><h1>No such product</h1>' }
  const name = `${kinds[Number(id) % kinds.length]} ${id}`
  const linked = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    sku: id,
    name,
    // Some products have no brand, or an image as an object.
    ...(Number(id) % 5 === 0 ? {} : { brand: { '@type': 'Brand', name: 'Fernholm' } }),
    image: Number(id) % 2 ? [`${url.origin}/images/${id}.jpg`] : { url: `${url.origin}/images/${id}.jpg` },
    offers: {
      '@type': 'Offer',
      price: String(Number(id) - 654),
      priceCurrency: 'EUR',
      availability: `https://schema.org/${Number(id) % 3 ? 'InStock' : 'OutOfStock'}`,
    },
  }
  const data = `<script type="application/ld+json">${JSON.stringify(linked)}</script>`
  const head = `<title>${name}</title>${data}`
  return { body: `<!doctype html><html lang="en"><head>${head}</head><body><h1>${name}</h1></body></html>` }
}

export default defineSource({
  name: 'shop',
  title: 'Shop',
  module: import.meta.url,
  site: 'https://www.shop.example',
  endpoints: [product],
  sandbox: async () => sandbox,
})
