// Bounds what callers of one network may make the server wait for: an IPv6 caller controls a whole /64.
import ipaddr from 'ipaddr.js'

/** The network of an address, whose wrong secrets are counted together. */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv6'
    ? `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
    : parsed.toString()
}

/**
 * Returns a function that runs work for a network, or returns null if too much is running for the network or for all
 * of them. `work` gets the number of all that run, from 1.
 */
export function createNetworkSlots(maxPerNetwork: number, maxTotal: number) {
  const running = new Map<string, number>()
  let total = 0
  return <T>(network: string, work: (total: number) => Promise<T>): Promise<T> | null => {
    const here = running.get(network) ?? 0
    if (here >= maxPerNetwork || total >= maxTotal) return null
    running.set(network, here + 1)
    total += 1
    return work(total).finally(() => {
      total -= 1
      const left = (running.get(network) ?? 1) - 1
      if (left > 0) running.set(network, left)
      else running.delete(network)
    })
  }
}
