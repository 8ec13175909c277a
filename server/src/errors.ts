// The table of all errors a caller can get: reason code → status and message. Everything thrown elsewhere is converted
// here, so no other file writes an error body.
import { hasKind, isFailure } from '@quarry/kit/errors'

const table = {
  invalid_parameter: { status: 400, message: 'Bad Request', title: 'A parameter is wrong' },
  malformed_body: { status: 400, message: 'Bad Request', title: 'The body cannot be read' },
  invalid_key: { status: 401, message: 'Invalid API Key', title: 'The API key is not valid' },
  inactive_key: { status: 401, message: 'Inactive API Key', title: 'The API key is switched off' },
  expired_key: { status: 401, message: 'Expired API Key', title: 'The API key has expired' },
  quota_exceeded: {
    status: 401,
    message: 'Rate limit exceeded for the API key: quota',
    title: 'The quota of the API key is used up',
  },
  credits_exhausted: { status: 402, message: 'Payment required', title: 'The account has no credits left' },
  open_invoices: { status: 402, message: 'Payment required', title: 'The account has open invoices' },
  forbidden: { status: 403, message: 'Forbidden', title: 'The API key may not do this' },
  account_deactivated: { status: 403, message: 'Account Deactivated', title: 'The account is switched off' },
  not_found: { status: 404, message: 'Not Found', title: 'There is no such record' },
  result_expired: {
    status: 404,
    message: 'Not Found',
    title: 'The result of the job is no longer stored',
  },
  unknown_route: { status: 404, message: 'Not Found', title: 'There is no such path' },
  method_not_allowed: {
    status: 405,
    message: 'Method Not Allowed',
    title: 'The path does not take this method',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'Conflict',
    title: 'The first request with this Idempotency-Key is still running',
  },
  idempotency_result_gone: {
    status: 409,
    message: 'Conflict',
    title: 'The answer under this Idempotency-Key is no longer stored',
  },
  conflict: { status: 409, message: 'Conflict', title: 'The state of the resource does not allow this' },
  idempotency_mismatch: {
    status: 422,
    message: 'Unprocessable',
    title: 'The Idempotency-Key belongs to another request',
  },
  fields_missing: { status: 422, message: 'Unprocessable', title: 'The record lacks a required field' },
  unprocessable: { status: 422, message: 'Unprocessable', title: 'The request cannot be carried out' },
  body_too_large: { status: 413, message: 'Payload Too Large', title: 'The body is too large' },
  rate_limited: { status: 429, message: 'Rate limit exceeded', title: 'Too many requests' },
  storage_exceeded: {
    status: 429,
    message: 'Rate limit exceeded',
    title: 'Too much is stored for the account',
  },
  internal: { status: 500, message: 'Internal Error', title: 'The server failed' },
  upstream_failed: { status: 500, message: 'Internal Error', title: 'The site or upstream API failed' },
  upstream_timeout: {
    status: 500,
    message: 'Internal Error',
    title: 'The site or upstream API took too long',
  },
  upstream_blocked: { status: 500, message: 'Internal Error', title: 'The site refused the server' },
  upstream_paced: {
    status: 500,
    message: 'Internal Error',
    title: 'The rate limit of the provider is reached',
  },
  not_configured: { status: 500, message: 'Internal Error', title: 'The endpoint has no provider' },
  page_changed: { status: 500, message: 'Internal Error', title: 'The page could not be read' },
  malformed_request: { status: 400, message: 'Bad Request', title: 'The request is not valid HTTP' },
  request_timeout: { status: 408, message: 'Request Timeout', title: 'The request was sent too slowly' },
  headers_too_large: {
    status: 431,
    message: 'Request Header Fields Too Large',
    title: 'The headers are too large or too many',
  },
} as const

export type Reason = keyof typeof table
export type QuotaWindow = 'daily' | 'weekly' | 'monthly' | 'total'

export const reasons = Object.keys(table) as Reason[]

/** Reasons that no operation of the API reference lists: they are decided before a route is found. */
export const protocolReasons: readonly Reason[] = [
  'method_not_allowed',
  'malformed_request',
  'request_timeout',
  'headers_too_large',
]

export const isReason = (text: string): text is Reason => Object.hasOwn(table, text)

/** A summary that is the same for every occurrence of the reason. */
export const toTitle = (reason: Reason): string => table[reason].title

export const toStatus = (reason: Reason): number => table[reason].status

/** Refuses a call. The message is safe to show to the caller. */
export class Refusal extends Error {
  readonly kind = 'refusal'
  readonly reason: Reason
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** The wrong parameter; set by the kit's errors. */
  readonly parameter?: string

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
