// Slows down guessing of secrets: each network has a small allowance of wrong secrets; beyond it, each further response
// is delayed. Memory and the number of delayed responses are bounded, and the allowance refills over time.
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { createNetworkSlots, toNetwork } from './network-slots.ts'

/** Counts a wrong secret, and waits if the network of the address has used up its allowance. */
export type GuessLimit = (address: string) => Promise<void>

export type GuessLimitOptions = {
  /** Milliseconds, monotonic. */
  now?: () => number
  sleep?: (ms: number) => Promise<unknown>
}

const allowance = 20
const regainMs = 3_000
const minWaitMs = 1_000
/** Delays vary by up to this much, so that responses do not all become due at once and block the event loop. */
const waitSpreadMs = 500
const maxNetworks = 10_000
// Decision: beyond these bounds responses are not delayed. An early response reveals nothing more, and callers that do
// not wait for responses must not fill the memory.
const maxWaitingPerNetwork = 1_000
const maxWaiting = 10_000

export function createGuessLimit(options: GuessLimitOptions = {}): GuessLimit {
  const { now = () => performance.now(), sleep = delay } = options
  const guesses = new LRUCache<string, { count: number; at: number }>({ max: maxNetworks })
  const runInNetwork = createNetworkSlots(maxWaitingPerNetwork, maxWaiting)

  /** Counts a wrong secret and returns how many counted against the network before. */
  function countGuess(network: string): number {
    const previous = guesses.get(network)
    const time = now()
    const count = previous ? Math.max(0, previous.count - (time - previous.at) / regainMs) : 0
    // Capped, so that a network is not slowed for long after an attack ends.
    guesses.set(network, { count: Math.min(count + 1, allowance * 2), at: time })
    return count
  }

  return async (address) => {
    const network = toNetwork(address)
    if (countGuess(network) >= allowance)
      await runInNetwork(network, (waiting) => sleep(minWaitMs + ((waiting - 1) % waitSpreadMs)))
  }
}
