// Whether an IP address is public: protects the operator's own network from requests that a site or caller causes.
// Only addresses known to be global are allowed.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast6 = ipaddr.IPv6.parseCIDR('2000::/3')

// Metadata and DNS host of a cloud provider, with an address that is public in every registry.
const hiddenMetadata = '168.63.129.16'

/** True for a global unicast address in its usual notation only. */
export function isGlobalAddress(text: string): boolean {
  // The library also accepts octal, hex and short forms; they are refused here.
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return address.toString() !== hiddenMetadata
  // Decision: an address with an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) is refused, even
  // if that is public: which host it reaches depends on the operator's network. Mapped, compatible, translated and
  // NAT64 forms are outside 2000::/3; the library's ranges cover 6to4 and Teredo.
  return address.match(globalUnicast6) && !isIsatap(address)
}

function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high = 0, low = 0] = address.parts
  return (high === 0 || high === 0x0200) && low === 0x5efe
}
