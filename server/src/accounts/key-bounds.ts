// The bounds of a key: scopes, IP addresses and expiry. A key with the permission `manage` cannot grant more than its
// own.
import { isRangeWithin } from './ip-range.ts'
import { areScopesWithin } from './scopes.ts'

export type KeyBounds = {
  scopes: string[] | null
  allowedIps: string[] | null
  expires: Date | null
}

/** The first bound in which `key` exceeds `bounds`, by its API name; null if it is within all of them. */
export function findExcess(key: KeyBounds, bounds: KeyBounds): 'scopes' | 'allowed_ips' | 'expires' | null {
  if (!areScopesWithin(key.scopes, bounds.scopes)) return 'scopes'
  if (!areAddressesWithin(key.allowedIps, bounds.allowedIps)) return 'allowed_ips'
  const { expires } = bounds
  if (expires !== null && (key.expires === null || key.expires > expires)) return 'expires'
  return null
}

/** Null allows all addresses. Each inner range must lie in a single outer range; adjacent ranges are not merged. */
function areAddressesWithin(inner: KeyBounds['allowedIps'], outer: KeyBounds['allowedIps']): boolean {
  if (outer === null) return true
  return inner?.every((range) => outer.some((wider) => isRangeWithin(range, wider))) ?? false
}
