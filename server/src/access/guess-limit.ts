// Slows down whoever guesses secrets: each address has a small allowance of wrong ones; past it every answer to
// it waits. Bounded in memory and in waiters, and an address that stops guessing is soon forgotten.
import { setTimeout as delay } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

export type GuessLimit = {
  /** Notes a wrong secret, or one that may be. */
  note: (address: string) => void
  /** Takes one note back. */
  forgive: (address: string) => void
  /** Whether the address has used up its allowance. */
  isOver: (address: string) => boolean
  /** Waits; false, at once, where too many answers to this address are waiting already. */
  pause: (address: string) => Promise<boolean>
}

export type GuessLimitOptions = {
  /** Milliseconds, monotonic. */
  now?: () => number
  sleep?: (ms: number) => Promise<unknown>
}

const allowance = 20
const regainMs = 3_000
const waitMs = 1_000
const maxAddresses = 10_000
const maxWaitingPerAddress = 10

export function createGuessLimit(options: GuessLimitOptions = {}): GuessLimit {
  const { now = () => performance.now(), sleep = delay } = options
  const guesses = new LRUCache<string, { count: number; at: number; waiting: number }>({ max: maxAddresses })

  const countOf = (name: string) => {
    const seen = guesses.get(name)
    return seen ? Math.max(0, seen.count - (now() - seen.at) / regainMs) : 0
  }

  // Capped, so that a long attack does not slow the address for long after its end.
  const change = (name: string, by: number) =>
    guesses.set(name, {
      count: Math.min(Math.max(countOf(name) + by, 0), allowance * 2),
      at: now(),
      waiting: guesses.get(name)?.waiting ?? 0,
    })

  return {
    note: (address) => void change(networkOf(address), 1),
    forgive: (address) => void change(networkOf(address), -1),
    isOver: (address) => countOf(networkOf(address)) >= allowance,
    async pause(address) {
      const name = networkOf(address)
      const add = (more: number) => {
        const seen = guesses.get(name)
        if (seen) guesses.set(name, { ...seen, waiting: seen.waiting + more })
      }
      if ((guesses.get(name)?.waiting ?? 0) >= maxWaitingPerAddress) return false
      add(1)
      await sleep(waitMs)
      add(-1)
      return true
    },
  }
}

/** An IPv6 caller has a whole /64 to guess from: it is one address here. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv6'
    ? parsed.toNormalizedString().split(':').slice(0, 4).join(':')
    : parsed.toString()
}
