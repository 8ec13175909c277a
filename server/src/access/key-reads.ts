// Reads of keys that are not at hand: equal ones are one, many go in one statement. Keys that were good before have
// a queue of their own, so that a flood of strangers never keeps them waiting or from being read.
import { Refusal } from '../errors.ts'
import { createBatcher } from '../lib/batcher.ts'
import { singleFlight } from '../lib/single-flight.ts'
import { networkOf } from './network-of.ts'
import type { KnownKey } from './read-keys.ts'

export type KeyReads = {
  /** A key that was good before. */
  again: (hash: Buffer) => Promise<KnownKey | null>
  /** A key never seen; 429 where its network has too many of them waiting. Nothing is said of the key then. */
  first: (hash: Buffer, address: string) => Promise<KnownKey | null>
}

export type KeyReadsOptions = { read: (hashes: Buffer[]) => Promise<(KnownKey | null)[]> }

const maxBatch = 500
/** Above the number of keys that are remembered, each of which waits once. */
const maxQueued = 20_000
/** Four batches: so far one network can delay the others, and itself. */
const maxStrangersPerNetwork = 2_000
const retryAfterSeconds = 1

export function createKeyReads({ read }: KeyReadsOptions): KeyReads {
  // A read of many is not tried again by halves: no key can spoil it, and a database that is gone is gone for all.
  const bounds = { run: read, maxBatch, maxQueued, mayRetry: () => false }
  const known = createBatcher(bounds)
  const strangers = createBatcher(bounds)
  const flying = singleFlight<KnownKey | null>()
  const waitingByNetwork = new Map<string, number>()
  let waitingInAll = 0

  async function readStranger(hash: Buffer, address: string): Promise<KnownKey | null> {
    const network = networkOf(address)
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
