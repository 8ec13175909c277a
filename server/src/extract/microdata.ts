// Microdata: items that a page marks up with itemscope and itemprop, in page order. A lone value stands by
// itself and several are a list, as in JSON-LD.
import type { Dom } from './dom.ts'

export type MicrodataItem = {
  type?: string | string[]
  id?: string
  properties?: { [name: string]: MicrodataValue | MicrodataValue[] }
  /** The text of an item that has no properties. */
  value?: string
}
export type MicrodataValue = string | MicrodataItem

const maxItems = 10_000

/** The top-level items of the page, nested ones inside them. Addresses are resolved where `baseUrl` is given. */
export function microdata(dom: Dom, baseUrl?: string): MicrodataItem[] {
  const reader = itemReader(dom, baseUrl)
  return dom
    .all('[itemscope]:not([itemprop])')
    .slice(0, maxItems)
    .map((scope) => reader(scope, new Set()))
}

type Reader = (scope: Dom, above: ReadonlySet<Dom>) => MicrodataItem

function itemReader(dom: Dom, baseUrl: string | undefined): Reader {
  const owned = ownedBy(dom)
  let read = 0

  return function readItem(scope, above) {
    const properties = new Map<string, MicrodataValue[]>()
    const inside = new Set([...above, scope])
    for (const element of [...(owned.get(scope) ?? []), ...referenced(dom, scope, owned)]) {
      // A scope that refers to itself, or to one around it, would never end.
      if (inside.has(element) || ++read > maxItems) continue
      const nested = element.has('itemscope')
      const value = nested ? readItem(element, inside) : textValue(element, baseUrl)
      for (const name of words(element.attr('itemprop'))) {
        const values = properties.get(name) ?? []
        properties.set(name, [...values, value])
      }
    }
    const types = words(scope.attr('itemtype'))
    const id = scope.attr('itemid')
    return {
      ...(types.length > 0 ? { type: loneOrList(types) } : {}),
      ...(id ? { id: resolve(id, baseUrl) } : {}),
      ...(properties.size === 0
        ? { value: textValue(scope, baseUrl) }
        : { properties: asProperties(properties) }),
    }
  }
}

const loneOrList = <T>(values: T[]): T | T[] =>
  values.length === 1 && values[0] !== undefined ? values[0] : values

const asProperties = (found: Map<string, MicrodataValue[]>) =>
  Object.fromEntries([...found].map(([name, values]) => [name, loneOrList(values)]))

/** Which property elements belong to which scope: the nearest one around them. */
function ownedBy(dom: Dom): Map<Dom, Dom[]> {
  const owned = new Map<Dom, Dom[]>()
  for (const element of dom.all('[itemprop]').slice(0, maxItems)) {
    const owner = element.parent()?.closest('[itemscope]')
    if (!owner) continue
    const elements = owned.get(owner)
    if (elements) elements.push(element)
    else owned.set(owner, [element])
  }
  return owned
}

/** The property elements that a scope takes from elsewhere by itemref. */
function referenced(dom: Dom, scope: Dom, owned: Map<Dom, Dom[]>): Dom[] {
  return words(scope.attr('itemref'))
    .slice(0, 100)
    .flatMap((id) => {
      const target = /["\\]/.test(id) ? null : dom.one(`[id="${id}"]`)
      if (!target) return []
      if (target.has('itemprop')) return [target]
      if (target.has('itemscope')) return owned.get(target) ?? []
      const outer = target.closest('[itemscope]')
      return target
        .all('[itemprop]')
        .filter((element) => (element.parent()?.closest('[itemscope]') ?? null) === outer)
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

const resolve = (address: string, baseUrl: string | undefined): string =>
  baseUrl !== undefined && URL.canParse(address, baseUrl) ? new URL(address, baseUrl).href : address
