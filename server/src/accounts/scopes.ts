// Scopes are endpoint paths, `/v2/<source>/*` or source names. Checks what a scope covers, and whether one list of
// scopes covers another.

export function covers(scope: string, path: string): boolean {
  if (scope.endsWith('/*')) return path.startsWith(scope.slice(0, -1))
  if (scope.startsWith('/')) return path === scope
  return path === `/v2/${scope}` || path.startsWith(`/v2/${scope}/`)
}

/** Null allows everything. Listing every path of a source does not cover the source: new paths may be added later. */
export function areScopesWithin(inner: readonly string[] | null, outer: readonly string[] | null): boolean {
  if (outer === null) return true
  if (inner === null) return false
  return inner.flatMap(toParts).every((part) => outer.some((scope) => coversPart(scope, part)))
}

/** A source name means its own path and everything below it. */
const toParts = (scope: string): string[] =>
  scope.startsWith('/') ? [scope] : [`/v2/${scope}`, `/v2/${scope}/*`]

function coversPart(scope: string, part: string): boolean {
  if (!part.endsWith('/*')) return covers(scope, part)
  const [below] = toParts(scope).filter((one) => one.endsWith('/*'))
  return below !== undefined && part.startsWith(below.slice(0, -1))
}
