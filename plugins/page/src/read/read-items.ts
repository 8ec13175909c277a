// The items of microdata on a page: those at the top, then those inside of others, as a shop puts a product into a
// page.
import type { Dom } from '@quarry/kit/read/dom'
import { microdataReader } from '@quarry/kit/read/microdata'
import type { JsonObject } from '@quarry/kit/read/parse-json'

const maxScopes = 100

export function readItems(dom: Dom, base: string): JsonObject[] {
  const scopes = dom.all('[itemscope][itemtype]', maxScopes)
  const isNested = (scope: Dom) => scope.has('itemprop')
  const read = microdataReader(dom, base)
  return [...scopes.filter((scope) => !isNested(scope)), ...scopes.filter(isNested)].map(read)
}
