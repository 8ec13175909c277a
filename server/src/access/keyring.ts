// From a secret to a caller. Wrong secrets are slowed down, and refused only after they were looked up, unless their
// checksum already shows that they are wrong.
import type { Pool } from 'pg'
import { Refusal } from '../errors.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { Caller } from './caller.ts'
import { createGuessLimit, type GuessLimit, type GuessLimitOptions } from './guess-limit.ts'
import { isWellFormed } from './key-format.ts'
import { type KnownKey, readKeys } from './read-keys.ts'
import { createSecretLookup, type SecretLookup } from './secret-lookup.ts'

export type KeyringOptions = GuessLimitOptions & {
  database: { pool: Pool }
  /** Requests a second of an account whose rate limit was never given; null is none. */
  defaultPerSecond?: number | null
}

export type Keyring = {
  /** Throws Refusal: invalid_key, inactive_key or expired_key; rate_limited before anything is known of the key. */
  authenticate: (secret: string, address: string) => MaybePromise<Caller>
}

export type SecretKeyring = Keyring & Pick<SecretLookup<KnownKey>, 'isKnown'>

export function createKeyring(options: KeyringOptions): SecretKeyring {
  const { now = () => performance.now(), defaultPerSecond = null } = options
  const { pool } = options.database
  const lookup = createSecretLookup({
    read: (hashes) => readKeys({ pool, defaultPerSecond, now }, hashes),
    isSecret: isWellFormed,
    now,
  })
  return { ...createKeyringOn(lookup, createGuessLimit(options), now), isKnown: lookup.isKnown }
}

/** A keyring over another lookup of secrets, such as sessions. */
export function createKeyringOn(
  lookup: Pick<SecretLookup<KnownKey>, 'recall' | 'find'>,
  slowDown: GuessLimit,
  now: () => number = () => performance.now(),
): Keyring {
  async function findCaller(secret: string, address: string): Promise<Caller> {
    const known = await lookup.find(secret, address)
    if (known !== null) return checkKnownKey(known, now())
    await slowDown(address)
    throw new Refusal('invalid_key')
  }

  return {
    authenticate(secret, address) {
      const known = lookup.recall(secret)
      return known ? checkKnownKey(known, now()) : findCaller(secret, address)
    },
  }
}

function checkKnownKey(known: KnownKey, time: number): Caller {
  if (!known.active) throw new Refusal('inactive_key')
  if (time >= known.expiresAtMs) throw new Refusal('expired_key')
  return known.caller
}
