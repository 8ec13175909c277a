// Scopes: endpoint paths, `/v2/<source>/*` or source names. What a scope covers, and whether everything that one list
// covers is covered by another.

export function covers(scope: string, path: string): boolean {
  if (scope.endsWith('/*')) return path.startsWith(scope.slice(0, -1))
  if (scope.startsWith('/')) return path === scope
  return path === `/v2/${scope}` || path.startsWith(`/v2/${scope}/`)
}

/** Null is everything. A list that covers the same by naming each path of a source does not count: paths are added. */
export function areScopesWithin(inner: readonly string[] | null, outer: readonly string[] | null): boolean {
  if (outer === null) return true
  if (inner === null) return false
  return inner.flatMap(toParts).every((part) => outer.some((scope) => coversPart(scope, part)))
}

/** A source by its name is its own path and all below it. */
const toParts = (scope: string): string[] =>
  scope.startsWith('/') ? [scope] : [`/v2/${scope}`, `/v2/${scope}/*`]

function coversPart(scope: string, part: string): boolean {
  if (!part.endsWith('/*')) return covers(scope, part)
  const [below] = toParts(scope).filter((one) => one.endsWith('/*'))
  return below !== undefined && part.startsWith(below.slice(0, -1))
}
