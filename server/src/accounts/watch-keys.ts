// Checks whether the keys and sessions of open event streams are still valid. Always reads the database, because cached
// keys could be too old here.
import { assertPermitted, type Caller } from './caller.ts'
import { type KeyRecord, type ReadKeysOptions, readKeys } from './keyring.ts'
import { livingSessions } from './sessions.ts'

/** A connected caller, as authenticated when the stream was opened, and its IP address. */
export type KeyHolder = { caller: Caller; address: string }

/** An operator connected through a console session. Streams opened with the admin token are not checked. */
export type OperatorHolder = { sessionHash: Buffer }

export type Holder = KeyHolder | OperatorHolder

/** One result per holder, in order: whether it may stay connected. */
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
    const hashes = callers.map(({ caller }) => caller.secretHash)
    const found = await readKeys({ ...options, now }, hashes)
    const sessions = holders.flatMap((holder) => findSessionHash(holder) ?? [])
    const living = sessions.length === 0 ? [] : await livingSessions(options.pool, sessions)
    const isSignedOut = (session: Buffer | undefined) =>
      session !== undefined && !living.some((one) => one.equals(session))
    return holders.map(
      (holder) =>
        !isSignedOut(findSessionHash(holder)) &&
        (isOperator(holder) || isValid(found[callers.indexOf(holder)] ?? null, holder, now())),
    )
  }
}

function isValid(key: KeyRecord | null, { caller, address }: KeyHolder, time: number): boolean {
  if (key === null || !key.active || time >= key.validUntilMs || time >= key.expiresAtMs) return false
  // Scopes decide what the stream may show, so adding or removing them ends it.
  if ((key.caller.scopes === null) !== (caller.scopes === null)) return false
  try {
    assertPermitted(key.caller, null, address)
    return true
  } catch {
    return false
  }
}
