// A batch: one lookup for many inputs, created with one request. Its results are streamed in input order while it runs.
import type { Reservation } from './budget.ts'
import { NotFound } from './errors.ts'
import { isEnded, type JobState, untilEnd, type WaitOptions } from './job.ts'
import type { Schemas } from './operation-types.ts'
import { type Call, type CallOptions, perform } from './request.ts'
import { pause } from './send.ts'
import type { Settings } from './settings.ts'

export type BatchState = Schemas['Batch']

/** A result item as the API returns it, with the types of its endpoint. */
export type BatchItem<I, T> = Omit<Schemas['BatchItem'], 'input' | 'result'> & {
  /** Null for a cancelled item. */
  input: I | null
  /** Null if there is no record; see `error` and `reason`. */
  result: T | null
}

export type ProgressOptions = WaitOptions & {
  /** The polling interval; one second by default. */
  intervalMs?: number
}

export type Batch<I, T> = {
  readonly id: string
  state: (options?: CallOptions) => Promise<BatchState>
  /** Yields the progress now and after every change, until the batch has ended. */
  progress: (options?: ProgressOptions) => AsyncGenerator<BatchState, void, undefined>
  /** Yields the items in input order, each as soon as it and all items before it have ended. */
  results: (options?: WaitOptions) => AsyncGenerator<BatchItem<I, T>, void, undefined>
  wait: (options?: WaitOptions) => Promise<BatchState>
  /** Cancels the items that have not started; running ones are finished. */
  cancel: (options?: CallOptions) => Promise<BatchState>
}

const pageItems = 100
const defaultIntervalMs = 1_000

export function createBatchHandle<I, T>(
  settings: Settings,
  id: string,
  reservation: Reservation | null = null,
): Batch<I, T> {
  const path = `/v2/batches/${encodeURIComponent(id)}`

  async function request(
    method: string,
    wait: number | undefined,
    options: CallOptions,
  ): Promise<BatchState> {
    const { data } = await perform(settings, { method, path, query: { wait } }, options)
    const state = data as BatchState
    if (hasEnded(state)) reservation?.settle(state.credits)
    return state
  }

  async function* progress({ intervalMs = defaultIntervalMs, ...options }: ProgressOptions = {}) {
    const deadline = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY)
    for (let last = ''; ; ) {
      const state = await request('GET', undefined, withDeadline(options, deadline))
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
      const { data } = await perform(settings, call, withDeadline(options, deadline))
      const page = data as Omit<Schemas['BatchResults'], 'items'> & { items: BatchItem<I, T>[] }
      const open = page.items.find((item) => !isEnded(item))
      yield* open ? page.items.slice(0, page.items.indexOf(open)) : page.items
      from = open ? open.item : page.next_from
      // Wait for this item; items after it may have ended already.
      if (open) await waitFor(open.job_id, withDeadline(options, deadline))
    }
    await request('GET', undefined, withDeadline(options, deadline))
  }

  const waitFor = (jobId: string, options: WaitOptions) =>
    untilEnd(options, async (wait, bounds) => {
      const { data } = await perform(
        settings,
        { method: 'GET', path: `/jobs/${jobId}`, query: { wait } },
        bounds,
      )
      return isEnded(data as JobState<T>) || null
    }).catch(async (error: unknown) => {
      // A line of a file that is not a job yet. The next page of results says whether the batch still exists.
      if (!(error instanceof NotFound)) throw error
      await pause(defaultIntervalMs, options.signal)
    })

  return {
    id,
    progress,
    results,
    state: (options = {}) => request('GET', undefined, options),
    cancel: (options = {}) => request('DELETE', undefined, options),
    wait: (options) =>
      untilEnd(options, async (seconds, bounds) => {
        const state = await request('GET', seconds, bounds)
        return hasEnded(state) ? state : null
      }),
  }
}

/** A cancelled batch may still have running items. */
const hasEnded = ({ finished_at }: BatchState): boolean => finished_at !== null

const withDeadline = ({ signal }: WaitOptions, deadline: number): WaitOptions => ({
  ...(deadline === Number.POSITIVE_INFINITY ? {} : { timeoutMs: Math.max(1, deadline - performance.now()) }),
  ...(signal ? { signal } : {}),
})

/** Somewhat below the limits of a JSON body: 1,000 inputs, 1 MiB and 50,000 values. */
const maxInputs = 1_000
const maxChars = 300_000
const maxValues = 40_000
/** How long the server accepts an upload. */
const fileTimeoutMs = 15 * 60_000

export type BatchInputs = { endpoint: string; inputs: readonly unknown[]; webhook: string | undefined }

/** The request that creates a batch: a JSON body for few inputs, or a file with one input per line. */
export function createBatchCall(
  settings: Settings,
  { endpoint, inputs, webhook }: BatchInputs,
  options: CallOptions,
): { call: Call; options: CallOptions } {
  const call: Call = { method: 'POST', path: '/v2/batches', body: { endpoint, inputs, webhook } }
  const text = inputs.map((input) => `${JSON.stringify(input)}\n`).join('')
  if (isSmall(inputs.length, text)) return { call, options }
  return {
    call: { ...call, query: { endpoint, webhook }, file: { type: 'application/x-ndjson', text } },
    options: {
      timeoutMs: Math.max(settings.timeoutMs, fileTimeoutMs),
      tryTimeoutMs: Math.max(settings.tryTimeoutMs, fileTimeoutMs),
      ...options,
    },
  }
}

const isSmall = (count: number, text: string): boolean =>
  count <= maxInputs && text.length <= maxChars && (text.match(/[:,]/g)?.length ?? 0) <= maxValues
