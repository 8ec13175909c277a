// Maps an address to the network whose wrong secrets are counted together: an IPv6 caller controls a whole /64.
import ipaddr from 'ipaddr.js'

export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv6'
    ? `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
    : parsed.toString()
}
