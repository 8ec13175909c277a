// A lookup that runs later: its handle asks for its state, waits for its end on the server's long poll, or cancels it.
import type { Reservation } from './budget.ts'
import { errorFor } from './error-for.ts'
import { Cancelled, TimedOut } from './errors.ts'
import type { Schemas } from './operation-types.ts'
import { type CallOptions, perform } from './request.ts'
import { type Meta, parseFields, type Result } from './result.ts'
import { maxTimerMs, pause } from './send.ts'
import type { Settings } from './settings.ts'

export type JobState<T> = Omit<Schemas['Job'], 'result'> & { result: T | null }

/** Without a time of their own these go on until the end; a signal ends them sooner. */
export type WaitOptions = Pick<CallOptions, 'timeoutMs' | 'signal'>

export type Job<T> = {
  readonly id: string
  /** The record when it is there; throws the error that the call itself would have thrown. */
  wait: (options?: WaitOptions) => Promise<Result<T>>
  state: (options?: CallOptions) => Promise<JobState<T>>
  /** Only one that has not started; throws Conflict otherwise. */
  cancel: (options?: CallOptions) => Promise<JobState<T>>
}

/** Seconds of one long poll, and how long one may take on the way. */
const pollSeconds = 25
const lastPauseMs = 100
const pollOptions = { tryTimeoutMs: 45_000 }

export function createJob<T>(settings: Settings, id: string, reservation: Reservation | null = null): Job<T> {
  const path = `/jobs/${encodeURIComponent(id)}`

  async function ask(method: string, wait: number | undefined, options: CallOptions) {
    const { data, meta, reason } = await perform(settings, { method, path, query: { wait } }, options)
    const state = data as JobState<T>
    if (isEnded(state)) reservation?.settle(state.credits)
    return { state, reason, meta: jobMeta(state, meta) }
  }

  return {
    id,
    state: async (options = {}) => (await ask('GET', undefined, options)).state,
    cancel: async (options = {}) => (await ask('DELETE', undefined, options)).state,
    wait: (options) =>
      untilEnd(options, async (seconds, within) => {
        const { state, reason, meta } = await ask('GET', seconds, within)
        if (!isEnded(state)) return null
        if (state.error === null || state.status_code === 200) return { data: state.result as T, meta }
        if (reason === null && state.error === 'Cancelled') throw new Cancelled(null, state.error, { meta })
        throw errorFor(reason ?? (state.status_code === 404 ? 'not_found' : 'internal'), state.error, {
          meta,
        })
      }),
  }
}

export const isEnded = ({ status }: { status: string }): boolean =>
  status === 'completed' || status === 'failed'

/** Polls until there is something, or the time is over. */
export async function untilEnd<T>(
  { timeoutMs = maxTimerMs, signal }: WaitOptions = {},
  poll: (seconds: number, within: CallOptions) => Promise<T | null>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const leftMs = Math.max(1, deadline - performance.now())
    const seconds = Math.min(pollSeconds, Math.floor(leftMs / 1000))
    const ended = await poll(seconds, { ...pollOptions, timeoutMs: leftMs, ...(signal ? { signal } : {}) })
    if (ended !== null) return ended
    if (performance.now() >= deadline) throw new TimedOut(null, `it did not end within ${timeoutMs} ms`)
    // The last second is too short for a long poll.
    if (seconds === 0) await pause(lastPauseMs, signal)
  }
}

/** What the headers of a direct call would have told. */
function jobMeta(state: JobState<unknown>, polled: Meta): Meta {
  return {
    ...polled,
    status: state.status_code ?? polled.status,
    requestId: state.job_id,
    creditsUsed: state.credits,
    creditsRemaining: null,
    provider: state.provider,
    licence: state.provider_licence,
    source: state.provider_source,
    fields: parseFields(state.record_fields),
    form: state.record_form,
  }
}
