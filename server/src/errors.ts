// The table of all errors a caller can get: reason code → status and message. Everything thrown elsewhere is converted
// here, so no other file writes an error body.
import { hasKind, isFailure } from '@quarry/kit/errors'

const table = {
  invalid_parameter: { status: 400, message: 'Bad Request' },
  malformed_body: { status: 400, message: 'Bad Request' },
  invalid_key: { status: 401, message: 'Invalid API Key' },
  inactive_key: { status: 401, message: 'Inactive API Key' },
  expired_key: { status: 401, message: 'Expired API Key' },
  quota_exceeded: { status: 401, message: 'Rate limit exceeded for the API key: quota' },
  credits_exhausted: { status: 402, message: 'Payment required' },
  open_invoices: { status: 402, message: 'Payment required' },
  forbidden: { status: 403, message: 'Forbidden' },
  account_deactivated: { status: 403, message: 'Account Deactivated' },
  not_found: { status: 404, message: 'Not Found' },
  unknown_route: { status: 404, message: 'Not Found' },
  method_not_allowed: { status: 405, message: 'Method Not Allowed' },
  idempotency_in_progress: { status: 409, message: 'Conflict' },
  idempotency_result_gone: { status: 409, message: 'Conflict' },
  conflict: { status: 409, message: 'Conflict' },
  idempotency_mismatch: { status: 422, message: 'Unprocessable' },
  fields_missing: { status: 422, message: 'Unprocessable' },
  unprocessable: { status: 422, message: 'Unprocessable' },
  body_too_large: { status: 413, message: 'Payload Too Large' },
  rate_limited: { status: 429, message: 'Rate limit exceeded' },
  storage_exceeded: { status: 429, message: 'Rate limit exceeded' },
  internal: { status: 500, message: 'Internal Error' },
  upstream_failed: { status: 500, message: 'Internal Error' },
  upstream_timeout: { status: 500, message: 'Internal Error' },
  upstream_blocked: { status: 500, message: 'Internal Error' },
  upstream_paced: { status: 500, message: 'Internal Error' },
  page_changed: { status: 500, message: 'Internal Error' },
} as const

export type Reason = keyof typeof table
export type QuotaWindow = 'daily' | 'weekly' | 'monthly' | 'total'

export const reasons = Object.keys(table) as Reason[]

export const toStatus = (reason: Reason): number => table[reason].status

/** Refuses a call. The message is safe to show to the caller. */
export class Refusal extends Error {
  readonly kind = 'refusal'
  readonly reason: Reason
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(reason: Reason, message: string = table[reason].message, retryAfterSeconds?: number) {
    super(message)
    this.name = 'Refusal'
    this.reason = reason
    this.status = table[reason].status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 409 for a retry whose first answer was charged and is no longer stored. */
export class ResultGone extends Refusal {
  readonly creditsOriginal: number

  constructor(creditsOriginal: number) {
    super(
      'idempotency_result_gone',
      'Conflict: the answer under this Idempotency-Key was sent and charged, and is no longer stored',
    )
    this.creditsOriginal = creditsOriginal
  }
}

/** Checks a tag instead of the class, because the kit and the sources define their own errors. */
export const isRefusal = (thrown: unknown): thrown is Refusal => hasKind(thrown, 'refusal')

export const isResultGone = (refusal: Refusal): refusal is ResultGone => 'creditsOriginal' in refusal

/** 422 for a record without a required field. */
export const fieldsMissing = (problem: string): Refusal =>
  new Refusal('fields_missing', `${table.fields_missing.message}: ${problem}`)

export const malformedBody = (problem: string): Refusal =>
  new Refusal('malformed_body', `Bad Request: ${problem}`)

export const quotaExceeded = (window: QuotaWindow, retryAfterSeconds?: number): Refusal =>
  new Refusal('quota_exceeded', `${table.quota_exceeded.message} ${window}`, retryAfterSeconds)

/** Converts any thrown value. An unexpected error becomes `internal` and shows no details. */
export function toRefusal(thrown: unknown): Refusal {
  if (isRefusal(thrown)) return thrown
  if (isFailure(thrown)) return new Refusal(thrown.reason, undefined, thrown.retryAfterSeconds)
  return new Refusal('internal')
}
