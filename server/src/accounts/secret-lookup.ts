// Finds the owner of a secret (key, session, sign-in code) with deduplicated reads of many at once. Results are cached
// for less than a second, so that a change takes effect within one second on every server and a busy secret costs about
// one read per second.
import { LRUCache } from 'lru-cache'
import { Refusal } from '../platform/errors.ts'
import { createBatcher } from '../platform/lib/batcher.ts'
import { createDeduplicator } from '../platform/lib/promises.ts'
import { hashKey } from './key-format.ts'
import { createNetworkSlots, toNetwork } from './network-slots.ts'

/** Times are on this server's monotonic clock. */
export type TimedRead = { readAtMs: number; validUntilMs: number }

export type SecretLookup<T extends TimedRead> = ReturnType<typeof createSecretLookup<T>>

export type SecretLookupOptions<T> = {
  /** One result per hash, in order. */
  read: (hashes: Buffer[]) => Promise<(T | null)[]>
  /** Whether a text has the format of such a secret; other texts are not read. */
  isSecret: (text: string) => boolean
  /** Milliseconds, monotonic. */
  now?: () => number
}

const cacheMs = 900
const maxValid = 10_000
const maxUnknown = 10_000

export function createSecretLookup<T extends TimedRead>(options: SecretLookupOptions<T>) {
  const { read, isSecret, now = () => performance.now() } = options
  const reads = createSecretReads(read)
  // Keyed by secret, because hashing costs more than the rest of an authentication. A stale entry still shows that the
  // secret was valid, so that it is read in the queue that guesses cannot delay.
  const valid = new LRUCache<string, T>({ max: maxValid })
  // Unknown hashes with the time of their read. A separate cache, so that guesses never evict valid secrets.
  const unknown = new LRUCache<string, number>({ max: maxUnknown })

  async function readOwner(secret: string, address: string): Promise<T | null> {
    const hash = hashKey(secret)
    const name = hash.toString('latin1')
    const time = now()
    if (time - (unknown.get(name) ?? Number.NEGATIVE_INFINITY) < cacheMs) return null
    const found = await (valid.has(secret) ? reads.again(hash) : reads.first(hash, address))
    if (found) valid.set(secret, found)
    else {
      valid.delete(secret)
      unknown.set(name, time)
    }
    return found
  }

  return {
    /** The cached result; undefined if the secret must be read. */
    recall(secret: string): T | undefined {
      const cached = valid.get(secret)
      const time = now()
      const isFresh = cached && time - cached.readAtMs < cacheMs && time < cached.validUntilMs
      return isFresh ? cached : undefined
    },
    /** Whether the secret was valid when it was last read. */
    isKnown: (secret: string) => valid.has(secret),
    /** Null for an unknown secret. Throws rate_limited if the network has too many unknown secrets queued. */
    async find(secret: string, address: string) {
      const found = isSecret(secret) ? await readOwner(secret, address) : null
      return found !== null && now() < found.validUntilMs ? found : null
    },
    /** Drops the cached result, so that the next `find` reads the secret again. */
    forget: (secret: string) => void valid.delete(secret),
  }
}

const maxBatch = 500
/** Above the number of cached keys, each of which is queued at most once. */
const maxQueued = 20_000
/** Four batches: the most by which one network can delay the others. */
const maxUnknownPerNetwork = 2_000
const retryAfterSeconds = 1

/** Secrets that were valid before have a separate queue, so that a flood of unknown secrets never delays them. */
function createSecretReads<T>(read: (hashes: Buffer[]) => Promise<(T | null)[]>) {
  // No bisecting retry: a single key cannot fail the read, and a database failure affects all of them.
  const bounds = { run: read, maxBatch, maxQueued, mayRetry: () => false }
  const knownBatcher = createBatcher(bounds)
  const unknownBatcher = createBatcher(bounds)
  const deduplicate = createDeduplicator<T | null>()
  const runInNetwork = createNetworkSlots(maxUnknownPerNetwork, maxQueued)

  async function readUnknown(hash: Buffer, address: string): Promise<T | null> {
    const reading = runInNetwork(toNetwork(address), () => unknownBatcher.add(hash))
    if (!reading) throw new Refusal('rate_limited', undefined, retryAfterSeconds)
    return reading
  }

  return {
    /** Reads a secret that was valid before. */
    again: (hash: Buffer) => deduplicate(hash.toString('latin1'), () => knownBatcher.add(hash)),
    /** Reads an unknown secret; throws 429 without reading it if its network has too many queued. */
    first: (hash: Buffer, address: string) =>
      deduplicate(hash.toString('latin1'), () => readUnknown(hash, address)),
  }
}
