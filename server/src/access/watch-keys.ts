// Whether the keys and sessions of those who stay connected are still good: read anew each time, because what is
// remembered of a key for calls would be too old here.
import { assertPermitted, type Caller } from './caller.ts'
import { type KnownKey, type ReadKeysOptions, readKeys } from './read-keys.ts'
import { livingSessions } from './read-sessions.ts'

/** Who stays, as the caller that he was when he came, and from where. */
export type KeyHolder = { caller: Caller; address: string }

/** An operator who came by a session of the console; one who came by his token stays. */
export type OperatorHolder = { sessionHash: Buffer }

export type Holder = KeyHolder | OperatorHolder

/** One answer for each, in order. */
export type WatchKeys = (holders: readonly Holder[]) => Promise<boolean[]>

const isOperator = (holder: Holder): holder is OperatorHolder => 'sessionHash' in holder
const findSessionHash = (holder: Holder): Buffer | undefined =>
  isOperator(holder) ? holder.sessionHash : holder.caller.sessionHash

export function createWatchKeys({
  now = () => performance.now(),
  ...options
}: Omit<ReadKeysOptions, 'now'> & Partial<Pick<ReadKeysOptions, 'now'>>): WatchKeys {
  return async (holders) => {
    const callers = holders.flatMap((holder) => (isOperator(holder) ? [] : [holder]))
    const found =
      callers.length === 0
        ? []
        : await readKeys(
            { ...options, now },
            callers.map(({ caller }) => caller.secretHash),
          )
    const sessions = holders.flatMap((holder) => findSessionHash(holder) ?? [])
    const living = sessions.length === 0 ? [] : await livingSessions(options.pool, sessions)
    const isSignedOut = (session: Buffer | undefined) =>
      session !== undefined && !living.some((one) => one.equals(session))
    return holders.map(
      (holder) =>
        !isSignedOut(findSessionHash(holder)) &&
        (isOperator(holder) || isGood(found[callers.indexOf(holder)] ?? null, holder, now())),
    )
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
