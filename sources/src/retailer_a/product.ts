// Retailer A product (api-rules 2.7): one product by its article number, with the offer of the online store or a shop.
import { endpoint, invalidParameter } from '@quarry/kit'
import { isEan } from '@quarry/kit/read/ean'
import { object, optional, textParam } from '@quarry/kit/schema'
import { record } from './product-record.ts'
import { openPricesProduct } from './providers/open-prices-product.ts'
import { productSite } from './providers/site.ts'

export const product = endpoint({
  method: 'GET',
  path: '/v2/retailer_a/product',
  credits: 1,
  notFound: 'billed',
  summary: 'Retailer A product',
  description: 'One product by its article number (EAN), with price and stock online or at one shop.',
  example: { query: '3210100000009', store_id: '1004' },
  moreExamples: [{ query: '3210100079197' }, { query: '3210100395952' }],
  params: object({
    query: textParam(
      '3210100000009',
      'The EAN of the product: 13 digits, the last one being the check digit.',
    ),
    store_id: optional(textParam('1004')),
  }),
  record,

  parse({ query, store_id }) {
    const ean = query.trim()
    if (!/^\d{13}$/.test(ean)) throw invalidParameter('query', 'must be an EAN of 13 digits')
    if (!isEan(ean)) throw invalidParameter('query', 'must be an EAN with a valid check digit')
    const storeId = store_id?.trim() ?? null
    if (storeId !== null && !/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(storeId))
      throw invalidParameter('store_id', 'must be a store identifier of letters, digits, - and _')
    return { ean, storeId }
  },

  providers: [productSite, openPricesProduct],
})
