// The calls that wait for one lookup's pages. Each has its own time and may leave when it is up, or when it is
// cancelled; the fetching goes on for the others and ends when the last has left.
import { Failure } from '@quarry/kit/errors'
import type { WaitingAccounts } from '../lib/fair-slots.ts'

export type WaitingCall = { accountId: string; signal?: AbortSignal | undefined }

/** A call's place in a party. */
export type Waiter = {
  /** What comes of the work, or the failure with which this call leaves it. */
  wait: <T>(work: Promise<T>) => Promise<T>
  /** True where the call was there before anything was sent to the site: no time or try was spent before it came. */
  joinedBeforeSend: boolean
  timeLeftMs: () => number
}

export type FetchWaiters = WaitingAccounts & {
  /** `timeMs`: what is left to a call that comes from another party. */
  join: (member: WaitingCall, timeMs?: number) => Waiter
  /** Aborted when the last call has left, with its failure. */
  signal: AbortSignal
  /** What is left to the one that may stay longest. */
  remainingMs: () => number
  /** What may be spent on what the calls can do without, so that none of them runs out of time for it. */
  optionalMs: () => number
  /** A call's time can only run out while a page is fetched, not while one is read. */
  fetching: <T>(work: () => Promise<T>) => Promise<T>
  /** The time of patient calls stands still in a line, where each may stand so long. */
  whileQueued: <T>(work: () => Promise<T>) => Promise<T>
  isPatient: boolean
  noteSent: () => void
}

type Member = {
  accountId: string
  timeMs: number
  endsAt: number
  /** Since when it stands in the present line. */
  inLineSince: number
  timer?: NodeJS.Timeout
  leave: (failure: Failure) => void
}

/** Of each call's time the last fifth is left to what was asked for before it. */
const sparedPart = 0.2

const timeUp = () => new Failure('upstream_timeout', 'the time of the call is up')
const cancelled = () => new Failure('upstream_failed', 'the call was cancelled')

/** `patientWaitMs`: nobody waits for these calls, so that this, and not their time, bounds a stand in a line. */
export function createFetchWaiters(callMs: number, patientWaitMs: number | null): FetchWaiters {
  const members = new Set<Member>()
  const watchers = new Set<(accountId: string, isThere: boolean) => void>()
  const over = new AbortController()
  const calls = new Map<string, number>()
  const counts = { fetching: 0, inLine: 0 }
  let isSent = false

  const clockStands = () => patientWaitMs !== null && counts.inLine > 0 && counts.inLine === counts.fetching
  const tell = (accountId: string, there: boolean) => {
    for (const told of [...watchers]) told(accountId, there)
  }

  const add = (member: Member) => {
    const { accountId } = member
    members.add(member)
    setTimer(member)
    calls.set(accountId, (calls.get(accountId) ?? 0) + 1)
    if (calls.get(accountId) === 1) tell(accountId, true)
  }
  const remove = (member: Member) => {
    const { accountId } = member
    clearTimeout(member.timer)
    if (!members.delete(member)) return
    const left = (calls.get(accountId) ?? 1) - 1
    if (left > 0) calls.set(accountId, left)
    else if (calls.delete(accountId)) tell(accountId, false)
  }
  const leave = (member: Member, failure: Failure) => {
    remove(member)
    member.leave(failure)
    if (members.size === 0) over.abort(failure)
  }

  const setTimer = (member: Member) => {
    clearTimeout(member.timer)
    if (counts.fetching === 0) return
    const endsAt = clockStands() ? member.inLineSince + (patientWaitMs ?? 0) : member.endsAt
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) leave(member, timeUp())
    else member.timer = setTimeout(() => leave(member, timeUp()), leftMs)
  }
  const change = (by: () => void) => {
    const stood = clockStands()
    by()
    const now = performance.now()
    for (const member of [...members]) {
      if (stood) member.endsAt += now - member.inLineSince
      member.inLineSince = now
      setTimer(member)
    }
  }
  const during = async <T>(what: keyof typeof counts, work: () => Promise<T>): Promise<T> => {
    change(() => {
      counts[what] += 1
    })
    try {
      over.signal.throwIfAborted()
      return await work()
    } finally {
      change(() => {
        counts[what] -= 1
      })
    }
  }

  const join: FetchWaiters['join'] = ({ accountId, signal }, timeMs = callMs) => {
    const now = performance.now()
    let left: Failure | undefined
    const member: Member = {
      accountId,
      timeMs,
      endsAt: now + timeMs,
      inLineSince: now,
      leave: (failure) => {
        left = failure
      },
    }
    const cancel = () => leave(member, cancelled())
    signal?.addEventListener('abort', cancel, { once: true })
    add(member)
    if (signal?.aborted) cancel()
    return {
      joinedBeforeSend: !isSent,
      timeLeftMs: () => member.endsAt - performance.now(),
      wait: <T>(work: Promise<T>) =>
        new Promise<T>((resolve, reject) => {
          member.leave = reject
          if (left) reject(left)
          work.then(resolve, reject)
        }).finally(() => {
          signal?.removeEventListener('abort', cancel)
          remove(member)
        }),
    }
  }

  return {
    accounts: () => calls.keys(),
    watch(told) {
      watchers.add(told)
      return () => watchers.delete(told)
    },
    join,
    signal: over.signal,
    remainingMs() {
      let last = performance.now()
      for (const { endsAt } of members) last = Math.max(last, endsAt)
      return last - performance.now()
    },
    optionalMs() {
      const now = performance.now()
      let least = callMs
      for (const { endsAt, timeMs } of members) least = Math.min(least, endsAt - now - timeMs * sparedPart)
      return least
    },
    fetching: (work) => during('fetching', work),
    whileQueued: (work) => during('inLine', work),
    isPatient: patientWaitMs !== null,
    noteSent() {
      isSent = true
    },
  }
}
