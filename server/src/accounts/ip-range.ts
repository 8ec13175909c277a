// IP addresses and ranges that a key may be used from. Parsing is strict: an ambiguous range could open a key to the
// wrong callers.
import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

const form = 'must be a full IPv4 or IPv6 address or a range of them, such as 10.0.0.0/8 or 2001:db8::/32'

/** The problem with an entry of `allowed_ips`, or null. */
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
