// What a key may be used for: scopes, IP addresses and expiry. Checks whether a scope covers an endpoint, whether an
// address is in a range, and whether one key's bounds are within those of another: a key with the permission `manage`
// cannot grant more than its own.
import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

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

/** Whether a scope covers an endpoint path. A scope is an endpoint path, `/v2/<source>/*` or a source name. */
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

const form = 'must be a full IPv4 or IPv6 address or a range of them, such as 10.0.0.0/8 or 2001:db8::/32'

/**
 * The problem with an entry of `allowed_ips`, or null. Parsing is strict: an ambiguous range could open a key to the
 * wrong callers.
 */
export function findRangeProblem(text: string): string | null {
  const [address = '', prefix, ...more] = text.split('/')
  // Parsers disagree about `10/8`, `0x0a.1` and `010.0.0.1`.
  if ((!isIPv4(address) && !isIPv6(address)) || address.includes('%') || more.length > 0) return form
  if (prefix === undefined) return null
  const bits = isIPv4(address) ? 32 : 128
  if (!/^(?:0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bits) return form
  if (ipaddr.process(address).kind() !== ipaddr.parse(address).kind())
    return 'must be written as an IPv4 range'
  // Decision: a range with host bits set is rejected instead of being widened to its network.
  const network = (bits === 32 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(text)
  if (network.toNormalizedString() === ipaddr.parse(address).toNormalizedString()) return null
  return `must be a range without bits beyond its prefix: ${network}/${prefix}, or one address`
}

export function isInRange(address: string, range: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // IPv4 callers on a dual-stack socket have addresses like ::ffff:a.b.c.d.
  const parsed = ipaddr.process(address)
  const [network, bits] = parseNetwork(range)
  return parsed.kind() === network.kind() && parsed.match(network, bits)
}

/** Whether every address of `inner` is in `outer`. */
export function isRangeWithin(inner: string, outer: string): boolean {
  const [network, bits] = parseNetwork(inner)
  const [wider, widerBits] = parseNetwork(outer)
  return network.kind() === wider.kind() && bits >= widerBits && network.match(wider, widerBits)
}

function parseNetwork(range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (range.includes('/')) return ipaddr.parseCIDR(range)
  const address = ipaddr.process(range)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Null allows all addresses. Each inner range must lie in a single outer range; adjacent ranges are not merged. */
function areAddressesWithin(inner: KeyBounds['allowedIps'], outer: KeyBounds['allowedIps']): boolean {
  if (outer === null) return true
  return inner?.every((range) => outer.some((wider) => isRangeWithin(range, wider))) ?? false
}
