// Reads secrets (keys, sessions, sign-in codes) that are not cached: deduplicated, and in batches of one statement
// each. Secrets that were valid before have a separate queue, so that a flood of unknown secrets never delays them.
import { Refusal } from '../errors.ts'
import { createBatcher } from '../lib/batcher.ts'
import { singleFlight } from '../lib/single-flight.ts'
import { toNetwork } from './to-network.ts'

const maxBatch = 500
/** Above the number of cached keys, each of which is queued at most once. */
const maxQueued = 20_000
/** Four batches: the most by which one network can delay the others. */
const maxUnknownPerNetwork = 2_000
const retryAfterSeconds = 1

export function createKeyReads<T>(read: (hashes: Buffer[]) => Promise<(T | null)[]>) {
  // No bisecting retry: a single key cannot fail the read, and a database failure affects all of them.
  const bounds = { run: read, maxBatch, maxQueued, mayRetry: () => false }
  const knownBatcher = createBatcher(bounds)
  const unknownBatcher = createBatcher(bounds)
  const deduplicate = singleFlight<T | null>()
  const waitingByNetwork = new Map<string, number>()
  let totalWaiting = 0

  async function readUnknown(hash: Buffer, address: string): Promise<T | null> {
    const network = toNetwork(address)
    const waiting = waitingByNetwork.get(network) ?? 0
    if (waiting >= maxUnknownPerNetwork || totalWaiting >= maxQueued)
      throw new Refusal('rate_limited', undefined, retryAfterSeconds)
    waitingByNetwork.set(network, waiting + 1)
    totalWaiting += 1
    try {
      return await unknownBatcher.add(hash)
    } finally {
      totalWaiting -= 1
      const left = (waitingByNetwork.get(network) ?? 1) - 1
      if (left > 0) waitingByNetwork.set(network, left)
      else waitingByNetwork.delete(network)
    }
  }

  return {
    /** Reads a secret that was valid before. */
    again: (hash: Buffer) => deduplicate(hash.toString('latin1'), () => knownBatcher.add(hash)),
    /** Reads an unknown secret; throws 429 without reading it if its network has too many queued. */
    first: (hash: Buffer, address: string) =>
      deduplicate(hash.toString('latin1'), () => readUnknown(hash, address)),
  }
}
