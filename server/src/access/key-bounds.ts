// How far a key reaches: its scopes, its addresses and its time. A key that may manage gives others no more than it has.
import { isRangeWithin } from './ip-range.ts'
import { areScopesWithin } from './scopes.ts'

export type KeyBounds = {
  scopes: readonly string[] | null
  allowedIps: readonly string[] | null
  expires: Date | null
}

/** In what a key goes beyond another, by the name on the wire, or null. */
export function findExcess(key: KeyBounds, bounds: KeyBounds): 'scopes' | 'allowed_ips' | 'expires' | null {
  if (!areScopesWithin(key.scopes, bounds.scopes)) return 'scopes'
  if (!areAddressesWithin(key.allowedIps, bounds.allowedIps)) return 'allowed_ips'
  const { expires } = bounds
  if (expires !== null && (key.expires === null || key.expires > expires)) return 'expires'
  return null
}

/** Null is everywhere. Each entry lies in one of the others; several that make up a range together do not count. */
function areAddressesWithin(inner: KeyBounds['allowedIps'], outer: KeyBounds['allowedIps']): boolean {
  if (outer === null) return true
  return inner?.every((range) => outer.some((wider) => isRangeWithin(range, wider))) ?? false
}
