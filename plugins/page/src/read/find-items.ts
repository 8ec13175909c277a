// Finds the items of a schema.org type that a page is about: in its linked data, or else in its microdata.
import { filterByType, readTypes } from '@quarry/kit/read/json-ld'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asList, asObject, asText, at } from '@quarry/kit/read/values'
import type { Item, PageData } from './page-data.ts'

const maxItems = 5

/** One item of linked data, the item of the page if it is named there, or at most five of microdata. */
export function findItems(data: PageData, type: string): Item[] {
  const linked = filterByType([...data.nodes, ...listMainEntities(data)], type)
  if (linked.length > 0) return chooseOwn(data, linked).map((node) => ({ form: 'json-ld', node }))
  const marked = filterByType(data.microdata(), type).slice(0, maxItems)
  return marked.map((node) => ({ form: 'microdata', node }))
}

/** The nodes that a page names as its main entity. */
const listMainEntities = ({ nodes, resolve }: PageData): JsonObject[] =>
  nodes.flatMap((node) =>
    ['mainEntity', 'mainEntityOfPage', 'hasVariant']
      .flatMap((name) => asList(node[name]))
      .flatMap((value): JsonObject[] => {
        const entity = asObject(resolve(value))
        return entity ? [entity] : []
      }),
  )

/** A page may list other subjects too: the one with the address of the page counts, or else the first. */
function chooseOwn({ url, toUrl }: PageData, nodes: readonly JsonObject[]): JsonObject[] {
  const page = toComparable(url)
  const own = nodes.find((node) =>
    [node.url, node['@id'], node.mainEntityOfPage, at(node.mainEntityOfPage, '@id')]
      .map((value) => toUrl(asText(value)))
      .some((address) => address !== null && toComparable(address) === page),
  )
  return own ? [own] : nodes.slice(0, 1)
}

const toComparable = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')

/** The first node of one of the types among the top nodes of the linked data. */
export const findNode = ({ nodes }: PageData, ...types: readonly string[]): JsonObject | null =>
  nodes.find((node) => readTypes(node).some((type) => types.includes(type))) ?? null
