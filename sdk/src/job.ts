// A job: reads its state, waits for its result with long polling, or cancels it.
import type { Reservation } from './budget.ts'
import { errorFor } from './error-for.ts'
import { Cancelled, TimedOut } from './errors.ts'
import type { Schemas } from './operation-types.ts'
import { type CallOptions, perform } from './request.ts'
import { type Meta, parseFields, type Result } from './result.ts'
import { maxTimerMs, pause } from './send.ts'
import type { Settings } from './settings.ts'

export type JobState<T> = Omit<Schemas['Job'], 'result'> & { result: T | null }

/** Without `timeoutMs` these wait until the job has ended or the signal is aborted. */
export type WaitOptions = Pick<CallOptions, 'timeoutMs' | 'signal'>

export type Job<T> = {
  readonly id: string
  /** Waits for the record; throws the error that a direct call would have thrown. */
  wait: (options?: WaitOptions) => Promise<Result<T>>
  state: (options?: CallOptions) => Promise<JobState<T>>
  /** Cancels a job that has not started; throws Conflict otherwise. */
  cancel: (options?: CallOptions) => Promise<JobState<T>>
}

/** Seconds of one long poll, and the extra time for its transfer. */
const pollSeconds = 25
const lastPauseMs = 100
const pollOptions = { tryTimeoutMs: 45_000 }

export function createJobHandle<T>(
  settings: Settings,
  id: string,
  reservation: Reservation | null = null,
): Job<T> {
  const path = `/jobs/${encodeURIComponent(id)}`

  async function request(method: string, wait: number | undefined, options: CallOptions) {
    const { data, meta, reason } = await perform(settings, { method, path, query: { wait } }, options)
    const state = data as JobState<T>
    if (isEnded(state)) reservation?.settle(state.credits)
    return { state, reason, meta: jobMeta(state, meta) }
  }

  return {
    id,
    state: async (options = {}) => (await request('GET', undefined, options)).state,
    cancel: async (options = {}) => (await request('DELETE', undefined, options)).state,
    wait: (options) =>
      untilEnd(options, async (seconds, within) => {
        const { state, reason, meta } = await request('GET', seconds, within)
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

/** Polls until the job has ended or the time is up. */
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
    // Less than a second is left: too short for a long poll.
    if (seconds === 0) await pause(lastPauseMs, signal)
  }
}

/** The metadata that a direct call has in its headers. */
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
