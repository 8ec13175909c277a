// Whether an IP address is one that anybody on the internet could reach: the rule that keeps the operator's own
// network out of a site's hands. It allows what is known to be global and refuses all else.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast6 = ipaddr.IPv6.parseCIDR('2000::/3')

// A cloud provider's metadata and DNS host, on an address that is ordinary in every registry.
const hiddenMetadata = '168.63.129.16'

/** True for a global unicast address only. Anything that is not plainly an address is not one. */
export function isGlobalAddress(text: string): boolean {
  // The library reads octal, hex and short forms too; those are refused before it sees them.
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return address.toString() !== hiddenMetadata
  // Decision: whatever carries an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) is refused
  // whole, also when that address is public: which host it reaches depends on the network Quarry runs in.
  // Mapped, compatible, translated and NAT64 forms lie outside 2000::/3; the library names 6to4 and Teredo.
  return address.match(globalUnicast6) && !isIsatap(address)
}

function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high = 0, low = 0] = address.parts
  return (high === 0 || high === 0x0200) && low === 0x5efe
}
