// Reads of secrets (keys, sessions, sign-in codes) that are not remembered: equal ones are one, many go in one statement.
// Secrets that were good before have a queue of their own, so that a flood of unknown ones never holds them up.
import { Refusal } from '../errors.ts'
import { createBatcher } from '../lib/batcher.ts'
import { singleFlight } from '../lib/single-flight.ts'
import { toNetwork } from './to-network.ts'

export type KeyReads<T> = {
  /** A secret that was good before. */
  again: (hash: Buffer) => Promise<T | null>
  /** A secret never seen; 429 where its network has too many of them waiting. Nothing is said of the secret then. */
  first: (hash: Buffer, address: string) => Promise<T | null>
}

export type KeyReadsOptions<T> = { read: (hashes: Buffer[]) => Promise<(T | null)[]> }

const maxBatch = 500
/** Above the number of keys that are remembered, each of which waits once. */
const maxQueued = 20_000
/** Four batches: so far one network can delay the others, and itself. */
const maxStrangersPerNetwork = 2_000
const retryAfterSeconds = 1

export function createKeyReads<T>({ read }: KeyReadsOptions<T>): KeyReads<T> {
  // A read of many is not tried again by halves: no key can spoil it, and a database that is gone is gone for all.
  const bounds = { run: read, maxBatch, maxQueued, mayRetry: () => false }
  const known = createBatcher(bounds)
  const strangers = createBatcher(bounds)
  const flying = singleFlight<T | null>()
  const waitingByNetwork = new Map<string, number>()
  let waitingInAll = 0

  async function readStranger(hash: Buffer, address: string): Promise<T | null> {
    const network = toNetwork(address)
    const waiting = waitingByNetwork.get(network) ?? 0
    if (waiting >= maxStrangersPerNetwork || waitingInAll >= maxQueued)
      throw new Refusal('rate_limited', undefined, retryAfterSeconds)
    waitingByNetwork.set(network, waiting + 1)
    waitingInAll += 1
    try {
      return await strangers.add(hash)
    } finally {
      waitingInAll -= 1
      const left = (waitingByNetwork.get(network) ?? 1) - 1
      if (left > 0) waitingByNetwork.set(network, left)
      else waitingByNetwork.delete(network)
    }
  }

  return {
    again: (hash) => flying(hash.toString('latin1'), () => known.add(hash)),
    first: (hash, address) => flying(hash.toString('latin1'), () => readStranger(hash, address)),
  }
}
