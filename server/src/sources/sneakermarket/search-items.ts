// The three forms in which such markets answer a search. An item without id, slug or name is no product and is left
// out; a field that its form does not carry is null.
import { findObjects } from '../../extract/find-objects.ts'
import type { JsonObject } from '../../extract/parse-json.ts'
import { plainWords } from '../../extract/plain-words.ts'
import { asArray, asObject, asObjects, asText, at } from '../../extract/values.ts'
import type { SneakerItem } from './search.ts'

/** The results in the order of the answer, or null where it has none of the known forms. */
export function itemsIn(answer: unknown): SneakerItem[] | null {
  const listed = at(answer, 'data', 'productsList')
  if (Array.isArray(listed)) return named(asObjects(listed).map(fromListed))
  const suggested = at(answer, 'response', 'results')
  if (Array.isArray(suggested)) return named(asObjects(suggested).map(fromSuggested))
  // The connection of nodes stands at the top, or deeper where the answer is that of a larger query.
  const connection = findObjects(answer, ['edges']).find(({ edges }) => Array.isArray(edges))
  return connection ? named(asArray(connection.edges).map(fromEdge)) : null
}

type Draft = { [Field in keyof SneakerItem]: string | null }

const named = (drafts: readonly Draft[]): SneakerItem[] =>
  drafts.filter(
    (draft): draft is SneakerItem => draft.id !== null && draft.slug !== null && draft.name !== null,
  )

/** `results.edges[].node`; the product's own fields stand on the node, or on a product inside it. */
function fromEdge(edge: unknown): Draft {
  const node = asObject(at(edge, 'node'))
  const product = asObject(node?.product)
  const own = (key: string): unknown => node?.[key] ?? product?.[key]
  const traits = [...asObjects(node?.traits), ...asObjects(product?.traits)]
  const trait = (name: string) => asText(traits.find((one) => plainWords(asText(one.name)) === name)?.value)
  return {
    id: asText(own('id')),
    slug: asText(own('urlKey')),
    name: asText(own('title')),
    sku: asText(own('styleId')) ?? trait('style'),
    category: asText(own('productCategory')),
    brand: asText(own('brand')),
    image: asText(at(own('media'), 'smallImageUrl')) ?? asText(at(own('media'), 'imageUrl')),
    colorway: trait('colorway') ?? trait('color') ?? asText(own('colorway')),
  }
}

/** `data.productsList[]`: no UUID and no SKU of its own; the slug ends with the SKU. */
function fromListed(product: JsonObject): Draft {
  const slug = asText(product.slug)
  const name = asText(product.title)
  const brand = asText(product.brandName)
  return {
    id: asText(product.id) ?? asText(product.productId),
    slug,
    name,
    sku: asText(product.sku) ?? skuAtEnd(slug, name, brand),
    category: asText(product.category),
    brand,
    image: asText(product.pictureUrl),
    colorway: asText(product.colorway) ?? asText(product.color),
  }
}

/** `response.results[]`: the name is the value, the rest stands in its data. */
function fromSuggested(result: JsonObject): Draft {
  const data = asObject(result.data)
  return {
    id: asText(data?.id) ?? asText(data?.variation_id),
    slug: asText(data?.slug),
    name: asText(result.value),
    sku: asText(data?.sku),
    category: asText(data?.category),
    brand: asText(data?.brand),
    image: asText(data?.image_url),
    colorway: asText(data?.color),
  }
}

const bare = (text: string): string => plainWords(text).replaceAll(' ', '')

/**
 * What a slug has behind the product's name, brand included or not. Where the name is not found in it, its last part
 * if that looks like a SKU: letters and digits together, and a colour of three digits behind them.
 */
function skuAtEnd(slug: string | null, name: string | null, brand: string | null): string | null {
  const parts = (slug ?? '').slice(0, 300).split('-')
  const starts = new Set([name, `${brand ?? ''} ${name ?? ''}`].map((start) => bare(start ?? '')))
  for (let i = 1; i < parts.length; i++)
    if (starts.has(parts.slice(0, i).join(''))) return parts.slice(i).join('-').toUpperCase()
  return (
    /(?:^|-)((?=[a-z0-9]{0,9}\d)[a-z0-9]{5,10}(?:-\d{3})?)$/i.exec(parts.join('-'))?.[1]?.toUpperCase() ??
    null
  )
}
