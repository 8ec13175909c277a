// Slows down whoever guesses secrets: each network has a small allowance of wrong ones; past it the answer to each
// further one waits. Bounded in memory and in waiters, and a network that stops guessing is soon forgotten.
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { toNetwork } from './to-network.ts'

/** Notes a secret that has proved wrong, and waits where the address has used up its allowance. */
export type GuessLimit = (address: string) => Promise<void>

export type GuessLimitOptions = {
  /** Milliseconds, monotonic. */
  now?: () => number
  sleep?: (ms: number) => Promise<unknown>
}

const allowance = 20
const regainMs = 3_000
const minWaitMs = 1_000
/** Answers that are due together would block the event loop: waits differ by up to this much. */
const waitSpreadMs = 500
const maxNetworks = 10_000
// Decision: past these an answer is not kept back. It says no more than it would later, and a caller who sends
// requests without waiting for answers must not fill the memory with them.
const maxWaitingPerNetwork = 1_000
const maxWaiting = 10_000

export function createGuessLimit(options: GuessLimitOptions = {}): GuessLimit {
  const { now = () => performance.now(), sleep = delay } = options
  const guesses = new LRUCache<string, { count: number; at: number }>({ max: maxNetworks })
  const waiting = new Map<string, number>()
  let waitingInAll = 0

  /** How many wrong secrets count against the network, this one left out. */
  function note(network: string): number {
    const seen = guesses.get(network)
    const time = now()
    const count = seen ? Math.max(0, seen.count - (time - seen.at) / regainMs) : 0
    // Capped, so that a long attack does not slow the network for long after its end.
    guesses.set(network, { count: Math.min(count + 1, allowance * 2), at: time })
    return count
  }

  async function pause(network: string): Promise<void> {
    const waitingHere = waiting.get(network) ?? 0
    if (waitingHere >= maxWaitingPerNetwork || waitingInAll >= maxWaiting) return
    waiting.set(network, waitingHere + 1)
    waitingInAll += 1
    try {
      await sleep(minWaitMs + ((waitingInAll - 1) % waitSpreadMs))
    } finally {
      waitingInAll -= 1
      const left = (waiting.get(network) ?? 1) - 1
      if (left > 0) waiting.set(network, left)
      else waiting.delete(network)
    }
  }

  return async (address) => {
    const network = toNetwork(address)
    if (note(network) >= allowance) await pause(network)
  }
}
