// Shares one fetch between equal lookups in flight. Joining costs a call nothing: it keeps its own time budget and its own
// turn for the site, and does not take over a failure that began before it joined.
import type { WaitingCall } from '../upstream/fetch-waiters.ts'
import type { CallFetch } from '../upstream/upstream.ts'

type SharedFetch<T> = { fetch: CallFetch; result: Promise<T> }

export type Sharing<T> = {
  key: string
  member: WaitingCall
  /** What the call may spend on it, where that is less than the usual time. */
  timeMs?: number | undefined
  open: () => CallFetch
  work: (fetch: CallFetch) => Promise<T>
}

/** Throws the failure of a call whose own time is up. */
export type Share<T> = (sharing: Sharing<T>) => Promise<T>

export function createShare<T>(isFailed: (result: T) => boolean): Share<T> {
  const running = new Map<string, SharedFetch<T>>()

  const begin = (key: string, fetch: CallFetch, work: (fetch: CallFetch) => Promise<T>): SharedFetch<T> => {
    const result = Promise.resolve()
      .then(() => work(fetch))
      .finally(() => {
        if (running.get(key) === started) running.delete(key)
      })
    const started = { fetch, result }
    running.set(key, started)
    return started
  }

  return async function share({ key, member, timeMs: givenMs, open, work }) {
    let timeMs = givenMs
    for (;;) {
      const current = running.get(key)
      const { fetch, result } = current && !current.fetch.isOver() ? current : begin(key, open(), work)
      const seat = fetch.join(member, timeMs)
      const got = await seat.wait(result)
      // A call that came after the first try was sent has not had all the tries and time of its own: it goes again,
      // with the others that came late, in a fetch that they share from its beginning.
      if (!isFailed(got) || seat.joinedBeforeSend) return got
      timeMs = seat.timeLeftMs()
    }
  }
}
