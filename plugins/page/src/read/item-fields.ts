// Fields that events, products and recipes read alike: from their items, otherwise from meta tags.

import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { at } from '@quarry/kit/read/values'
import { type Reader, readDescription, readImage, readTitle } from './basics.ts'
import { fromItems } from './picker.ts'
import { listImages, toText } from './values.ts'

/** The first value that `read` finds in an item; otherwise the first of the meta tags `metaNames`. */
export const pickText = (
  { data, items, picker }: Reader,
  read: (node: JsonObject) => string | null,
  ...metaNames: readonly string[]
): string | null =>
  picker.pick<string>(...fromItems(items, read), ['open-graph', () => data.meta(...metaNames)])

export const pickNumber = (
  { items, picker }: Reader,
  read: (node: JsonObject) => number | null,
): number | null => picker.pick<number>(...fromItems(items, read))

/** The first list of an item that is not empty. */
export const pickList = (
  { items, picker }: Reader,
  read: (node: JsonObject) => readonly string[],
): string[] => picker.pickList<string>(...items.map(({ form, node }) => [form, () => read(node)] as const))

export const readItemName = (reader: Reader): string | null =>
  pickText(reader, ({ name }) => toText(name)) ?? readTitle(reader)

export const readItemDescription = (reader: Reader): string | null =>
  pickText(reader, ({ description }) => toText(description)) ?? readDescription(reader)

/** The picture of the item itself: the one for social networks may be a crop of it, or show something else. */
export const readItemImage = (reader: Reader): string | null =>
  pickText(reader, ({ image }) => listImages(reader.data, image)[0] ?? null) ?? readImage(reader)

export function readRating(reader: Reader) {
  const rating = (node: JsonObject) => reader.data.resolve(node.aggregateRating)
  return {
    rating: pickNumber(reader, (node) => toNumber(at(rating(node), 'ratingValue'))),
    review_count: pickNumber(reader, (node) =>
      toInteger(at(rating(node), 'reviewCount') ?? at(rating(node), 'ratingCount')),
    ),
  }
}
