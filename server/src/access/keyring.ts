// From a secret to a caller. Answers are remembered for less than a second, so that a change acts within one on
// every server, and a busy key costs about one read a second. Nobody is told that a key is wrong before it was
// looked up, unless its checksum says so.
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { Refusal } from '../errors.ts'
import type { Ready } from '../lib/ready.ts'
import type { Caller } from './caller.ts'
import { createGuessLimit, type GuessLimitOptions } from './guess-limit.ts'
import { hashKey, isWellFormed } from './key-format.ts'
import { createKeyReads } from './key-reads.ts'
import { type KnownKey, readKeys } from './read-keys.ts'

export type KeyringOptions = GuessLimitOptions & {
  database: { pool: Pool }
  /** Requests a second of an account whose rate limit was never given; null is none. */
  defaultPerSecond?: number | null
  /** What stands for keys; the keys themselves unless said otherwise. */
  read?: (hashes: Buffer[]) => Promise<(KnownKey | null)[]>
  /** Whether a text can be one of them at all. */
  isSecret?: (text: string) => boolean
}

export type Keyring = {
  /** Throws Refusal: invalid_key, inactive_key or expired_key; rate_limited before anything is known of the key. */
  authenticate: (secret: string, address: string) => Ready<Caller>
}

const rememberMs = 900
const maxKnown = 10_000
const maxUnknown = 10_000

export function createKeyring(options: KeyringOptions): Keyring {
  const { now = () => performance.now(), defaultPerSecond = null, isSecret = isWellFormed } = options
  const { pool } = options.database
  const slowDown = createGuessLimit(options)
  const reads = createKeyReads({
    read: options.read ?? ((hashes) => readKeys({ pool, defaultPerSecond, now }, hashes)),
  })
  // By their secrets, because hashing costs more than the rest of an authentication. What is too old to be used
  // still tells that the key was good: someone else's guessing never keeps it from being read again.
  const good = new LRUCache<string, KnownKey>({ max: maxKnown })
  // Hashes that no key has, and when that was asked. Apart from the good ones, so that guesses never displace them.
  const unknown = new LRUCache<string, number>({ max: maxUnknown })

  async function look(secret: string, address: string): Promise<KnownKey | null> {
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

  async function authenticateAnew(secret: string, address: string): Promise<Caller> {
    const known = isSecret(secret) ? await look(secret, address) : null
    if (known !== null && now() < known.validUntilMs) return callerAt(known, now())
    await slowDown(address)
    throw new Refusal('invalid_key')
  }

  return {
    authenticate(secret, address) {
      const known = good.get(secret)
      const time = now()
      if (known && time - known.readAtMs < rememberMs && time < known.validUntilMs)
        return callerAt(known, time)
      return authenticateAnew(secret, address)
    },
  }
}

function callerAt(known: KnownKey, time: number): Caller {
  if (!known.active) throw new Refusal('inactive_key')
  if (time >= known.expiresAtMs) throw new Refusal('expired_key')
  return known.caller
}
