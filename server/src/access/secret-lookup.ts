// Finds the owner of a secret, in batched reads. Results are remembered for less than a second, so that a change
// takes effect within one second on every server and a busy secret costs about one read a second.
import { LRUCache } from 'lru-cache'
import { hashKey } from './key-format.ts'
import { createKeyReads } from './key-reads.ts'

/** Times are those of this server's monotonic clock. */
export type TimedRead = { readAtMs: number; validUntilMs: number }

export type SecretLookup<T> = {
  /** What was read within the last second; undefined where it has to be read. */
  recall: (secret: string) => T | undefined
  /** Whether the secret was good when it was last read. */
  isKnown: (secret: string) => boolean
  /** Null for an unknown secret. Throws rate_limited where the network has too many unknown secrets waiting. */
  find: (secret: string, address: string) => Promise<T | null>
  /** The next `find` reads the secret again. */
  forget: (secret: string) => void
}

export type SecretLookupOptions<T> = {
  /** One result for each hash, in order. */
  read: (hashes: Buffer[]) => Promise<(T | null)[]>
  /** Whether a text can be such a secret at all; others are not read. */
  isSecret: (text: string) => boolean
  /** Milliseconds, monotonic. */
  now?: () => number
}

const rememberMs = 900
const maxKnown = 10_000
const maxUnknown = 10_000

export function createSecretLookup<T extends TimedRead>(options: SecretLookupOptions<T>): SecretLookup<T> {
  const { read, isSecret, now = () => performance.now() } = options
  const reads = createKeyReads({ read })
  // Keyed by secret, because hashing costs more than the rest of an authentication. An entry that is too old to be
  // used still shows that the secret was good: guesses of others never keep it from being read again.
  const good = new LRUCache<string, T>({ max: maxKnown })
  // Unknown hashes, and when they were read. Apart from the good ones, so that guesses never displace them.
  const unknown = new LRUCache<string, number>({ max: maxUnknown })

  async function look(secret: string, address: string): Promise<T | null> {
    const hash = hashKey(secret)
    const name = hash.toString('latin1')
    const time = now()
    if (time - (unknown.get(name) ?? Number.NEGATIVE_INFINITY) < rememberMs) return null
    const found = await (good.has(secret) ? reads.again(hash) : reads.first(hash, address))
    if (found) good.set(secret, found)
    else {
      good.delete(secret)
      unknown.set(name, time)
    }
    return found
  }

  return {
    recall(secret) {
      const known = good.get(secret)
      const time = now()
      const isFresh = known && time - known.readAtMs < rememberMs && time < known.validUntilMs
      return isFresh ? known : undefined
    },
    isKnown: (secret) => good.has(secret),
    async find(secret, address) {
      const found = isSecret(secret) ? await look(secret, address) : null
      return found !== null && now() < found.validUntilMs ? found : null
    },
    forget: (secret) => void good.delete(secret),
  }
}
