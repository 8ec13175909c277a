// Microdata: the itemscope and itemprop markup of a page in the shape of JSON-LD, so that the readers of linked data
// read both. A single value is not wrapped in a list.

import { isUrl } from '../is-url.ts'
import type { Dom } from './dom.ts'
import type { JsonObject } from './parse-json.ts'

const maxItems = 10_000
const maxIds = 100_000
const maxAddressChars = 10_000
/** Nested properties repeat each other's text. Texts beyond this total are read as empty. */
const maxTextChars = 4 * 1024 * 1024

/** Returns a reader of the item of a scope, with nested items. Addresses are resolved against `baseUrl`. */
export function microdataReader(dom: Dom, baseUrl?: string): (scope: Dom) => JsonObject {
  const owned = ownedBy(dom)
  const referenced = referenceReader(dom, owned)
  /** The scopes around the one that is read. */
  const inside = new Set<Dom>()
  let read = 0
  let chars = 0
  const readText = (element: Dom): string => {
    const value = chars > maxTextChars ? '' : textValue(element, baseUrl)
    chars += value.length
    return value
  }

  return function readItem(scope) {
    const properties = new Map<string, unknown[]>()
    inside.add(scope)
    for (const element of read > maxItems ? [] : [...(owned.get(scope) ?? []), ...referenced(scope)]) {
      // A scope that refers to itself, or to one around it, would never end.
      if (inside.has(element)) continue
      if (++read > maxItems) break
      const value = element.has('itemscope') ? readItem(element) : readText(element)
      for (const name of words(element.attr('itemprop'))) {
        const values = properties.get(name)
        if (values) values.push(value)
        else properties.set(name, [value])
      }
    }
    inside.delete(scope)
    const types = words(scope.attr('itemtype'))
    const id = scope.attr('itemid')
    return {
      ...(types.length > 0 ? { '@type': loneOrList(types) } : {}),
      ...(id ? { '@id': resolve(id, baseUrl) } : {}),
      ...asProperties(properties),
    }
  }
}

const loneOrList = <T>(values: T[]): T | T[] =>
  values.length === 1 && values[0] !== undefined ? values[0] : values

const asProperties = (found: Map<string, unknown[]>): JsonObject =>
  Object.fromEntries([...found].map(([name, values]) => [name, loneOrList(values)]))

/** Which property elements belong to which scope: the nearest one around them. */
function ownedBy(dom: Dom): Map<Dom, Dom[]> {
  const owned = new Map<Dom, Dom[]>()
  for (const element of dom.all('[itemprop]', maxItems)) {
    const owner = element.parent()?.closest('[itemscope]')
    if (!owner) continue
    const elements = owned.get(owner)
    if (elements) elements.push(element)
    else owned.set(owner, [element])
  }
  return owned
}

/**
 * Returns a reader of the property elements that a scope takes from elsewhere by itemref; each id is looked up
 * once.
 */
function referenceReader(dom: Dom, owned: Map<Dom, Dom[]>): (scope: Dom) => Dom[] {
  let places: Map<string | null, Dom> | undefined
  const byReference = new Map<string, Dom[]>()
  let taken = 0

  const elementsAt = (id: string): Dom[] => {
    // Reversed, because the first of several elements with one id counts.
    places ??= new Map(
      dom
        .all('[id]', maxIds)
        .toReversed()
        .map((element) => [element.attr('id'), element]),
    )
    const target = places.get(id)
    if (!target) return []
    if (target.has('itemprop')) return [target]
    if (target.has('itemscope')) return owned.get(target) ?? []
    const outer = target.closest('[itemscope]')
    return target
      .all('[itemprop]', maxItems)
      .filter((element) => (element.parent()?.closest('[itemscope]') ?? null) === outer)
  }
  return (scope) =>
    words(scope.attr('itemref'))
      .slice(0, 100)
      .flatMap((id) => {
        if (taken > maxItems) return []
        const elements = byReference.get(id) ?? elementsAt(id)
        byReference.set(id, elements)
        taken += elements.length
        return elements
      })
}

const words = (text: string | null): string[] => text?.split(/\s+/) ?? []

const addressAttributes = new Map([
  ...['a', 'area', 'link'].map((tag) => [tag, 'href'] as const),
  ...['audio', 'embed', 'iframe', 'img', 'source', 'track', 'video'].map((tag) => [tag, 'src'] as const),
  ['object', 'data'],
])

const valueAttributes = new Map([
  ['data', 'value'],
  ['meter', 'value'],
  ['time', 'datetime'],
])

function textValue(element: Dom, baseUrl: string | undefined): string {
  const address = addressAttributes.get(element.tag)
  if (address !== undefined && element.has(address)) return resolve(element.attr(address) ?? '', baseUrl)
  const value = element.attr('content') ?? element.attr(valueAttributes.get(element.tag) ?? 'content')
  return value ?? element.text() ?? ''
}

/** An empty address stays empty: resolved, it would be the address of the page. */
const resolve = (address: string, baseUrl: string | undefined): string =>
  baseUrl !== undefined && address !== '' && address.length <= maxAddressChars && isUrl(address, baseUrl)
    ? new URL(address, baseUrl).href
    : address
