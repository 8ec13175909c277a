// One lookup over many inputs: taken on with one request, followed by its counts, and read as a stream in the order of
// the inputs while it still runs.
import type { Reservation } from './budget.ts'
import { isEnded, type JobState, untilEnd, type WaitOptions } from './job.ts'
import type { Schemas } from './operation-types.ts'
import { type CallOptions, perform } from './request.ts'
import { pause } from './send.ts'
import type { Settings } from './settings.ts'

export type BatchState = Schemas['Batch']

/** An item as on the wire, with the types of its endpoint. */
export type BatchItem<I, T> = Omit<Schemas['BatchItem'], 'input' | 'result'> & {
  /** Null for an item that was cancelled. */
  input: I | null
  /** Null where there is no record; `error` and `reason` say why. */
  result: T | null
}

export type ProgressOptions = WaitOptions & {
  /** How often to ask; by default every second. */
  intervalMs?: number
}

export type Batch<I, T> = {
  readonly id: string
  state: (options?: CallOptions) => Promise<BatchState>
  /** Its counts now, and whenever they have changed, until it has ended. */
  progress: (options?: ProgressOptions) => AsyncGenerator<BatchState, void, undefined>
  /** Every item in the order of the inputs, each as soon as it and those before it have ended. */
  results: (options?: WaitOptions) => AsyncGenerator<BatchItem<I, T>, void, undefined>
  wait: (options?: WaitOptions) => Promise<BatchState>
  /** What has not started; the rest runs to its end. */
  cancel: (options?: CallOptions) => Promise<BatchState>
}

const pageItems = 100
const usualIntervalMs = 1_000

export function createBatch<I, T>(
  settings: Settings,
  id: string,
  reservation: Reservation | null = null,
): Batch<I, T> {
  const path = `/v2/batches/${encodeURIComponent(id)}`

  async function ask(method: string, wait: number | undefined, options: CallOptions): Promise<BatchState> {
    const { data } = await perform(settings, { method, path, query: { wait } }, options)
    const state = data as BatchState
    if (hasEnded(state)) reservation?.settle(state.credits)
    return state
  }

  async function* progress({ intervalMs = usualIntervalMs, ...options }: ProgressOptions = {}) {
    const deadline = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY)
    for (let last = ''; ; ) {
      const state = await ask('GET', undefined, within(options, deadline))
      const shown = JSON.stringify(state)
      if (shown !== last) yield state
      if (hasEnded(state)) return
      last = shown
      await pause(Math.min(intervalMs, Math.max(1, deadline - performance.now())), options.signal)
    }
  }

  async function* results(options: WaitOptions = {}) {
    const deadline = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY)
    for (let from: number | null = 0; from !== null; ) {
      const query = { from, limit: pageItems, format: 'json' }
      const call = { method: 'GET', path: `${path}/results`, query }
      const { data } = await perform(settings, call, within(options, deadline))
      const page = data as Omit<Schemas['BatchResults'], 'items'> & { items: BatchItem<I, T>[] }
      const open = page.items.find((item) => !isEnded(item))
      yield* open ? page.items.slice(0, page.items.indexOf(open)) : page.items
      from = open ? open.item : page.next_from
      // Its own end is what the stream waits for next, whatever the others do.
      if (open) await waitFor(open.job_id, within(options, deadline))
    }
    await ask('GET', undefined, within(options, deadline))
  }

  const waitFor = (jobId: string, options: WaitOptions) =>
    untilEnd(options, async (wait, bounds) => {
      const { data } = await perform(
        settings,
        { method: 'GET', path: `/jobs/${jobId}`, query: { wait } },
        bounds,
      )
      return isEnded(data as JobState<T>) || null
    })

  return {
    id,
    progress,
    results,
    state: (options = {}) => ask('GET', undefined, options),
    cancel: (options = {}) => ask('DELETE', undefined, options),
    wait: (options) =>
      untilEnd(options, async (seconds, bounds) => {
        const state = await ask('GET', seconds, bounds)
        return hasEnded(state) ? state : null
      }),
  }
}

/** A cancelled one may have items that still run. */
const hasEnded = ({ finished_at }: BatchState): boolean => finished_at !== null

const within = ({ signal }: WaitOptions, deadline: number): WaitOptions => ({
  ...(deadline === Number.POSITIVE_INFINITY ? {} : { timeoutMs: Math.max(1, deadline - performance.now()) }),
  ...(signal ? { signal } : {}),
})
