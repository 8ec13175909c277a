// Shares one fetch between equal lookups that run at the same time. A call that joins loses nothing: it keeps its own
// time budget and its position in the queue for the site, and does not share a failure that began before it joined.
import type { WaitingCall } from '../fetching/fetch-waiters.ts'
import type { CallFetch } from '../fetching/upstream.ts'
import type { LookupResult } from './lookup-result.ts'

/** By lookup. */
export type RunningFetches = Map<string, { fetch: CallFetch; result: Promise<LookupResult> }>

export type FetchToShare = {
  key: string
  caller: WaitingCall
  /** The time budget of the call, where it is less than the fetch allows. */
  timeMs: number | undefined
  open: () => CallFetch
  run: (fetch: CallFetch) => Promise<LookupResult>
}

/** Joins the running fetch or starts one. Throws the failure of a call that runs out of time. */
export async function shareFetch(running: RunningFetches, shared: FetchToShare): Promise<LookupResult> {
  let { timeMs } = shared
  for (;;) {
    const current = running.get(shared.key)
    const { fetch, result } = current && !current.fetch.isOver() ? current : startFetch(running, shared)
    const waiter = fetch.join(shared.caller, timeMs)
    const outcome = await waiter.wait(result)
    // A call that joined after the first try was sent has not had all its own tries and time: it tries again, in a
    // new fetch that all late calls share from its beginning.
    if (outcome.kind !== 'failed' || waiter.joinedBeforeSend) return outcome
    timeMs = waiter.timeLeftMs()
  }
}

function startFetch(running: RunningFetches, { key, open, run }: FetchToShare) {
  const fetch = open()
  const result = Promise.resolve()
    .then(() => run(fetch))
    .finally(() => {
      if (running.get(key) === started) running.delete(key)
    })
  const started = { fetch, result }
  running.set(key, started)
  return started
}
