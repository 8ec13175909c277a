// `/v2/page/product`: what a shop offers on a page, with its price.

import { linkedWord } from '@quarry/kit/read/linked-values'
import { at } from '@quarry/kit/read/values'
import { integer, list, nullable, number, object, oneOf, text } from '@quarry/kit/schema'
import { pageEndpoint } from './page-endpoint.ts'
import { type Reader, readCanonical, readLanguage } from './read/basics.ts'
import { findItems } from './read/find-items.ts'
import { pickText, readItemDescription, readItemImage, readItemName, readRating } from './read/item-fields.ts'
import type { PageData } from './read/page-data.ts'
import { fromItems, type Picker } from './read/picker.ts'
import { readPrice } from './read/price.ts'
import { availabilities, listImages, listNames, type Offer, readOffer, toText } from './read/values.ts'
import { language } from './story-fields.ts'

const record = object({
  url: text('https://shop.page.example/product/json-ld-1', { format: 'uri' }),
  name: text('Oak stool'),
  brand: nullable(text('Lindqvist')),
  description: nullable(text('A stool of solid oak.')),
  image: nullable(text('https://shop.page.example/images/stool.jpg', { format: 'uri' })),
  images: list(text('https://shop.page.example/images/stool.jpg', { format: 'uri' })),
  sku: nullable(text('ST-104')),
  gtin: nullable(text('4006381333931')),
  mpn: nullable(text('LQ-104')),
  category: nullable(text('Furniture')),
  price: nullable(number(89.9, 'The lowest price, where there are several.')),
  high_price: nullable(number(109.9)),
  currency: nullable(text('EUR')),
  availability: nullable(oneOf(availabilities)),
  condition: nullable(oneOf(['new', 'used', 'refurbished', 'damaged'])),
  seller: nullable(text('Page Shop')),
  rating: nullable(number(4.5)),
  review_count: nullable(integer(37)),
  language,
})

const conditions: Readonly<Record<string, 'new' | 'used' | 'refurbished' | 'damaged'>> = {
  new: 'new',
  newcondition: 'new',
  used: 'used',
  usedcondition: 'used',
  refurbished: 'refurbished',
  refurbishedcondition: 'refurbished',
  damagedcondition: 'damaged',
}

const toCondition = (value: unknown) => conditions[linkedWord(toText(value))?.toLowerCase() ?? ''] ?? null

const isProduct = ({ meta }: PageData): boolean =>
  /^(?:og:)?product/i.test(meta('og:type') ?? '') || meta('product:price:amount', 'og:price:amount') !== null

export const product = pageEndpoint({
  name: 'product',
  summary: 'Product of a page',
  description: 'What a shop offers on a page: name, brand, price with currency, and availability.',
  example: 'https://shop.page.example/product/json-ld-1',
  record,
  read: readProduct,
})

export function readProduct(data: PageData, picker: Picker) {
  const items = findItems(data, 'Product')
  if (items.length === 0 && !isProduct(data)) return null
  const reader = { data, items, picker }
  const name = readItemName(reader)
  if (name === null) return null
  const offers = new Map(
    items.map(({ node }) => [node, readOffer(data, node.offers ?? at(node.hasVariant, 0, 'offers'))]),
  )
  const fromOffer = <T>(read: (offer: Offer) => T | null) =>
    fromItems(items, (node) => {
      const offer = offers.get(node)
      return offer ? read(offer) : null
    })
  return {
    url: readCanonical(reader) ?? data.url,
    name,
    brand: pickText(
      reader,
      (node) => listNames(data, node.brand)[0] ?? listNames(data, node.manufacturer)[0] ?? null,
      'product:brand',
      'og:brand',
    ),
    description: readItemDescription(reader),
    image: readItemImage(reader),
    images: readImages(reader),
    sku: pickText(reader, (node) => toText(node.sku) ?? toText(node.productID), 'product:retailer_item_id'),
    gtin: pickText(
      reader,
      (node) => toText(node.gtin13 ?? node.gtin ?? node.gtin12 ?? node.gtin14 ?? node.gtin8 ?? node.isbn),
      'product:ean',
      'product:upc',
      'product:isbn',
    ),
    mpn: pickText(reader, (node) => toText(node.mpn), 'product:mfr_part_no'),
    category: pickText(reader, (node) => listNames(data, node.category)[0] ?? null, 'product:category'),
    ...readPrice(data, picker, fromOffer),
    condition: picker.pick(
      ...fromItems(items, (node) => toCondition(node.itemCondition)),
      ...fromOffer(({ node }) => toCondition(at(node, 'itemCondition'))),
      ['open-graph', () => toCondition(data.meta('product:condition'))],
    ),
    seller: picker.pick<string>(...fromOffer(({ node }) => listNames(data, at(node, 'seller'))[0] ?? null)),
    ...readRating(reader),
    language: readLanguage(reader),
  }
}

const readImages = ({ data, items, picker }: Reader): string[] =>
  picker.pickList<string>(
    ...items.map(({ form, node }) => [form, () => listImages(data, node.image)] as const),
    ['open-graph', () => [...new Set(data.metaList('og:image').flatMap((image) => data.toUrl(image) ?? []))]],
  )
