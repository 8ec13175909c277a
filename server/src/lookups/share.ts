// Equal lookups in flight are one lookup with several calls waiting for it. Joining costs a call nothing: it has its
// own time, brings its own turn for the site, and takes no failure that was under way before it came.
import type { PartyMember } from '../upstream/call-party.ts'
import type { CallFetch } from '../upstream/upstream.ts'

type Flight<T> = { fetch: CallFetch; result: Promise<T> }

export type Sharing<T> = {
  key: string
  member: PartyMember
  /** What the call may spend on it, where that is less than the usual time. */
  timeMs?: number | undefined
  open: () => CallFetch
  work: (fetch: CallFetch) => Promise<T>
}

/** Throws the failure of a call whose own time is up. */
export type Share<T> = (sharing: Sharing<T>) => Promise<T>

export function createShare<T>(isFailed: (result: T) => boolean): Share<T> {
  const flights = new Map<string, Flight<T>>()

  const begin = (key: string, fetch: CallFetch, work: (fetch: CallFetch) => Promise<T>): Flight<T> => {
    const result = Promise.resolve()
      .then(() => work(fetch))
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key)
      })
    const flight = { fetch, result }
    flights.set(key, flight)
    return flight
  }

  return async function share({ key, member, timeMs: givenMs, open, work }) {
    let timeMs = givenMs
    for (;;) {
      const running = flights.get(key)
      const { fetch, result } = running && !running.fetch.isOver() ? running : begin(key, open(), work)
      const seat = fetch.join(member, timeMs)
      const got = await seat.wait(result)
      // A call that came after the first try was sent has not had all the tries and time of its own: it goes again,
      // with the others that came late, in a fetch that they share from its beginning.
      if (!isFailed(got) || seat.isFounder) return got
      timeMs = seat.timeLeftMs()
    }
  }
}
