// Authenticates a secret and returns its caller. Wrong secrets are refused after a database read (or at once, if the
// checksum is wrong), and the answer to repeated guesses is delayed.
import type { Pool } from 'pg'
import { Refusal } from '../platform/errors.ts'
import type { MaybePromise } from '../platform/lib/maybe-promise.ts'
import type { Caller } from './caller.ts'
import { createGuessLimit, type GuessLimit, type GuessLimitOptions } from './guess-limit.ts'
import { isWellFormed } from './key-format.ts'
import { type KnownKey, readKeys } from './read-keys.ts'
import { createSecretLookup, type SecretLookup } from './secret-lookup.ts'

export type KeyringOptions = GuessLimitOptions & {
  database: { pool: Pool }
  /** Requests per second for accounts without a `rate_limit`; null means no limit. */
  defaultPerSecond?: number | null
}

export type Keyring = ReturnType<typeof createKeyringOn>

export function createKeyring(options: KeyringOptions) {
  const { now = () => performance.now(), defaultPerSecond = null } = options
  const { pool } = options.database
  const lookup = createSecretLookup({
    read: (hashes) => readKeys({ pool, defaultPerSecond, now }, hashes),
    isSecret: isWellFormed,
    now,
  })
  return { ...createKeyringOn(lookup, createGuessLimit(options), now), isKnown: lookup.isKnown }
}

/** Creates a keyring for other secrets, such as session tokens. */
export function createKeyringOn(
  lookup: Pick<SecretLookup<KnownKey>, 'recall' | 'find'>,
  slowDown: GuessLimit,
  now: () => number = () => performance.now(),
) {
  async function findCaller(secret: string, address: string): Promise<Caller> {
    const key = await lookup.find(secret, address)
    if (key !== null) return toValidCaller(key, now())
    await slowDown(address)
    throw new Refusal('invalid_key')
  }

  return {
    /** Throws Refusal: invalid_key, inactive_key, expired_key, or rate_limited if the key could not be read yet. */
    authenticate(secret: string, address: string): MaybePromise<Caller> {
      const cached = lookup.recall(secret)
      return cached ? toValidCaller(cached, now()) : findCaller(secret, address)
    },
  }
}

function toValidCaller(key: KnownKey, time: number): Caller {
  if (!key.active) throw new Refusal('inactive_key')
  if (time >= key.expiresAtMs) throw new Refusal('expired_key')
  return key.caller
}
