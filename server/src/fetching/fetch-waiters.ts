// The calls that wait for one lookup's pages. Each has its own time budget and leaves when it is used up or the call is
// cancelled; the fetch goes on for the others and ends when the last one has left.
import { Failure } from '@quarry/kit/errors'
import type { WaitingAccounts } from '../platform/lib/fair-slots.ts'

export type WaitingCall = {
  accountId: string
  signal?: AbortSignal | undefined
  /** Called for a patient call when all its pages are queued for the site, and when one of them no longer is. */
  onWaiting?: (isWaiting: boolean) => void
}

export type FetchWaiters = ReturnType<typeof createFetchWaiters>
export type Waiter = ReturnType<FetchWaiters['join']>

type Entry = {
  accountId: string
  timeMs: number
  endsAt: number
  queuedSince: number
  timer?: NodeJS.Timeout
  leave: (failure: Failure) => void
  onWaiting: ((isWaiting: boolean) => void) | undefined
}

type State = ReturnType<typeof createState>
const createState = (patientWaitMs: number | null) => ({
  patientWaitMs,
  entries: new Set<Entry>(),
  callsByAccount: new Map<string, number>(),
  watchers: new Set<(accountId: string, hasJoined: boolean) => void>(),
  end: new AbortController(),
  fetching: 0,
  queued: 0,
  isSent: false,
})

/** The last fifth of each call's time is reserved for pages that are not optional. */
const reservedShare = 0.2

/**
 * `patientWaitMs` bounds how long jobs, which have no waiting caller, are queued; this time does not count towards
 * their time budget. `isLast`: no other provider is called after this one, so jobs also wait that long for rate limits.
 */
export function createFetchWaiters(callMs: number, patientWaitMs: number | null, isLast = false) {
  const state = createState(patientWaitMs)
  return {
    accounts: () => state.callsByAccount.keys(),
    watch(watcher: Parameters<WaitingAccounts['watch']>[0]) {
      state.watchers.add(watcher)
      return () => state.watchers.delete(watcher)
    },
    /** `timeMs`: what is left of the budget of a call that comes from another fetch. */
    join: (call: WaitingCall, timeMs = callMs) => join(state, call, timeMs),
    /** Aborted with the failure of the last call when it leaves. */
    signal: state.end.signal,
    /** The longest remaining time of all calls. */
    remainingMs() {
      const now = performance.now()
      return Math.max(0, ...[...state.entries].map(({ endsAt }) => endsAt - now))
    },
    /** The time for an optional page, so that no call runs out of time because of it. */
    optionalMs() {
      const now = performance.now()
      const spare = ({ endsAt, timeMs }: Entry) => endsAt - now - timeMs * reservedShare
      return Math.min(callMs, ...[...state.entries].map(spare))
    },
    /** A call's time can only run out while a page is fetched, not while one is read. */
    whileFetching: <T>(work: () => Promise<T>) => runWhile(state, 'fetching', work),
    /** The time of patient calls is paused while they are queued. */
    whileQueued: <T>(work: () => Promise<T>) => runWhile(state, 'queued', work),
    isPatient: patientWaitMs !== null,
    patientRateLimitMs: isLast ? patientWaitMs : null,
    markSent() {
      state.isSent = true
    },
  }
}

function join(state: State, { accountId, signal, onWaiting }: WaitingCall, timeMs: number) {
  const now = performance.now()
  let leftWith: Failure | undefined
  const entry: Entry = {
    accountId,
    timeMs,
    endsAt: now + timeMs,
    queuedSince: now,
    leave: (failure) => {
      leftWith = failure
    },
    onWaiting,
  }
  const cancel = () => leave(state, entry, new Failure('upstream_failed', 'the call was cancelled'))
  signal?.addEventListener('abort', cancel, { once: true })
  addEntry(state, entry)
  if (signal?.aborted) cancel()
  return {
    /** Whether the call joined before the first request was sent, so that it had every try and its whole time. */
    joinedBeforeSend: !state.isSent,
    timeLeftMs: () => entry.endsAt - performance.now(),
    /** The result of the work, or the failure with which this call leaves. */
    wait: <T>(work: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        entry.leave = reject
        if (leftWith) reject(leftWith)
        work.then(resolve, reject)
      }).finally(() => {
        signal?.removeEventListener('abort', cancel)
        removeEntry(state, entry)
      }),
  }
}

function addEntry(state: State, entry: Entry): void {
  const { accountId } = entry
  state.entries.add(entry)
  setTimer(state, entry)
  if (isPaused(state)) entry.onWaiting?.(true)
  const calls = (state.callsByAccount.get(accountId) ?? 0) + 1
  state.callsByAccount.set(accountId, calls)
  if (calls === 1) notifyWatchers(state, accountId, true)
}

function removeEntry(state: State, entry: Entry): void {
  const { accountId } = entry
  clearTimeout(entry.timer)
  if (!state.entries.delete(entry)) return
  const calls = (state.callsByAccount.get(accountId) ?? 1) - 1
  if (calls > 0) state.callsByAccount.set(accountId, calls)
  else if (state.callsByAccount.delete(accountId)) notifyWatchers(state, accountId, false)
}

function notifyWatchers({ watchers }: State, accountId: string, hasJoined: boolean): void {
  for (const watcher of [...watchers]) watcher(accountId, hasJoined)
}

function leave(state: State, entry: Entry, failure: Failure): void {
  removeEntry(state, entry)
  entry.leave(failure)
  if (state.entries.size === 0) state.end.abort(failure)
}

const isPaused = ({ patientWaitMs, queued, fetching }: State): boolean =>
  patientWaitMs !== null && queued > 0 && queued === fetching

function setTimer(state: State, entry: Entry): void {
  clearTimeout(entry.timer)
  if (state.fetching === 0) return
  const endsAt = isPaused(state) ? entry.queuedSince + (state.patientWaitMs ?? 0) : entry.endsAt
  const leftMs = endsAt - performance.now()
  const timeOut = () => leave(state, entry, new Failure('upstream_timeout', 'the call timed out'))
  if (leftMs <= 0) timeOut()
  else entry.timer = setTimeout(timeOut, leftMs)
}

async function runWhile<T>(state: State, phase: 'fetching' | 'queued', work: () => Promise<T>): Promise<T> {
  changeCount(state, phase, 1)
  try {
    state.end.signal.throwIfAborted()
    return await work()
  } finally {
    changeCount(state, phase, -1)
  }
}

function changeCount(state: State, phase: 'fetching' | 'queued', change: 1 | -1): void {
  const wasPaused = isPaused(state)
  state[phase] += change
  const now = performance.now()
  for (const entry of [...state.entries]) {
    if (wasPaused) entry.endsAt += now - entry.queuedSince
    entry.queuedSince = now
    setTimer(state, entry)
    if (isPaused(state) !== wasPaused) entry.onWaiting?.(!wasPaused)
  }
}
