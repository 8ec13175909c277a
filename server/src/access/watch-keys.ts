// Whether the keys of those who stay connected are still good: read anew each time, because what is remembered of a
// key for calls would be too old here.
import { assertPermitted, type Caller } from './caller.ts'
import { type KnownKey, type ReadKeysOptions, readKeys } from './read-keys.ts'
import { livingSessions } from './read-sessions.ts'

/** Who stays, as the caller that he was when he came, and from where. */
export type KeyHolder = { caller: Caller; address: string }

/** One answer for each, in order. */
export type WatchKeys = (holders: readonly KeyHolder[]) => Promise<boolean[]>

export function createWatchKeys({
  now = () => performance.now(),
  ...options
}: Omit<ReadKeysOptions, 'now'> & Partial<Pick<ReadKeysOptions, 'now'>>): WatchKeys {
  return async (holders) => {
    const hashes = holders.map(({ caller }) => caller.secretHash)
    const found = await readKeys({ ...options, now }, hashes)
    const sessions = holders.flatMap(({ caller: { sessionHash } }) => sessionHash ?? [])
    const living = sessions.length === 0 ? [] : await livingSessions(options.pool, sessions)
    const isSignedOut = ({ caller: { sessionHash } }: KeyHolder) =>
      sessionHash !== undefined && !living.some((one) => one.equals(sessionHash))
    return holders.map((holder, n) => isGood(found[n] ?? null, holder, now()) && !isSignedOut(holder))
  }
}

function isGood(known: KnownKey | null, { caller, address }: KeyHolder, time: number): boolean {
  if (known === null || !known.active || time >= known.validUntilMs || time >= known.expiresAtMs) return false
  // What a key may see depends on whether it has scopes.
  if ((known.caller.scopes === null) !== (caller.scopes === null)) return false
  try {
    assertPermitted(known.caller, null, address)
    return true
  } catch {
    return false
  }
}
