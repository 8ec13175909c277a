// The search of the resale market's own site, in the three forms of responses that such markets have. An item without
// id or name counts as unread; a field that its form does not have is null.
import { found, pageChanged, provider, type Reading } from '@quarry/kit'
import { findObjects } from '@quarry/kit/read/find-objects'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { createListReader, statedOnPage, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { plainWords } from '@quarry/kit/read/plain-words'
import { type PartialRecord, readFields } from '@quarry/kit/read/read-fields'
import { asObject, asObjects, asText, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { item, resultsMax, type SearchQuery, type SneakerItem } from '../search-record.ts'

export const site = provider<SearchQuery, SneakerItem[]>({
  page: ({ words }, { url }) => url(`/api/search?q=${encodeURIComponent(words)}&limit=${resultsMax}`),
  extract(page) {
    assertReadable(page)
    const items = readItems(jsonAnswer(page.body))
    if (!items) throw pageChanged('no search results in the answer')
    return found(items.items.slice(0, resultsMax), items.reading)
  },
  // The record of a saved response does not depend on the query.
  paramsFromUrl(url) {
    const { pathname, searchParams } = new URL(url)
    const lastPart = pathname.split('/').findLast((part) => /[a-z0-9]/i.test(part))
    return { query: (searchParams.get('q') ?? lastPart ?? 'sneakers').slice(0, 200) }
  },
})

type Items = { items: SneakerItem[]; reading: Reading }

/** The results in the order of the response, or null if it has no known form. */
function readItems(json: unknown): Items | null {
  const data = asObject(at(json, 'data'))
  if (Array.isArray(data?.productsList))
    return readList('json-list', data.productsList, fromListed, { total: data.totalCount, page: data.page })
  const response = asObject(at(json, 'response'))
  if (Array.isArray(response?.results))
    return readList('json-suggestions', response.results, fromSuggested, {
      total: response.total_num_results,
      page: at(json, 'request', 'page'),
    })
  // The list of nodes may be at any depth.
  const connection = findObjects(json, ['edges']).find(({ edges }) => Array.isArray(edges))
  if (!connection) return null
  const info = asObject(connection.pageInfo)
  return readList('json-nodes', connection.edges, fromEdge, { total: info?.total, page: info?.page })
}

type PartialItem = PartialRecord<SneakerItem>

/** The site decides how many items a page has; a first page with a total has at least one. */
function readList(
  form: string,
  entries: unknown,
  read: (entry: JsonObject) => PartialItem,
  { total, page }: { total: unknown; page: unknown },
): Items {
  const lists = createListReader(form)
  const least = statedOnPage({ total: toInteger(total), perPage: null, page: toInteger(page) ?? 1 })
  const items = lists.main('results', toEntries(entries), (entry) => toItem(read(entry)), least)
  return { items, reading: lists.counted() }
}

const toItem = ({ id, name, ...rest }: PartialItem): SneakerItem | null =>
  id === null || name === null ? null : { id, name, ...rest }

/** `results.edges[].node`; the fields are on the node, or on a product inside it. */
function fromEdge(edge: JsonObject): PartialItem {
  const node = asObject(edge.node)
  const product = asObject(node?.product)
  const readKey = (key: string): unknown => node?.[key] ?? product?.[key]
  const traits = [...asObjects(node?.traits), ...asObjects(product?.traits)]
  const trait = (name: string) =>
    asText(traits.find((candidate) => plainWords(asText(candidate.name)) === name)?.value)
  return {
    id: asText(readKey('id')),
    slug: asText(readKey('urlKey')),
    name: asText(readKey('title')),
    sku: asText(readKey('styleId')) ?? trait('style'),
    category: asText(readKey('productCategory')),
    brand: asText(readKey('brand')),
    image: asText(at(readKey('media'), 'smallImageUrl')) ?? asText(at(readKey('media'), 'imageUrl')),
    colorway: trait('colorway') ?? trait('color') ?? asText(readKey('colorway')),
  }
}

/** `data.productsList[]`: often without a SKU; the slug ends with it. */
function fromListed(product: JsonObject): PartialItem {
  const fields = readFields(item, product)
  const name = asText(product.title)
  const brand = asText(product.brandName)
  return {
    ...fields,
    id: fields.id ?? asText(product.productId),
    name,
    sku: fields.sku ?? readSku(fields.slug, name, brand),
    brand,
    image: asText(product.pictureUrl),
    colorway: fields.colorway ?? asText(product.color),
  }
}

/** `response.results[]`: the name is in `value`, the rest in `data`. */
function fromSuggested(result: JsonObject): PartialItem {
  const data = asObject(result.data)
  return {
    ...readFields(item, data),
    id: asText(data?.id) ?? asText(data?.variation_id),
    name: asText(result.value),
    image: asText(data?.image_url),
    colorway: asText(data?.color),
  }
}

const removeSpaces = (text: string): string => plainWords(text).replaceAll(' ', '')

/**
 * The part of a slug after the product's name, with or without the brand. If the name is not in it, its last part if
 * that looks like a SKU: letters and digits together, and a colour of three digits after them.
 */
function readSku(slug: string | null, name: string | null, brand: string | null): string | null {
  const parts = (slug ?? '').slice(0, 300).split('-')
  const starts = new Set([name, `${brand ?? ''} ${name ?? ''}`].map((start) => removeSpaces(start ?? '')))
  for (let i = 1; i < parts.length; i++)
    if (starts.has(parts.slice(0, i).join(''))) return parts.slice(i).join('-').toUpperCase()
  return (
    /(?:^|-)((?=[a-z0-9]{0,9}\d)[a-z0-9]{5,10}(?:-\d{3})?)$/i.exec(parts.join('-'))?.[1]?.toUpperCase() ??
    null
  )
}
