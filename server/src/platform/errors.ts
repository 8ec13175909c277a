// The table of all errors a caller can get: reason code → status and message. Everything thrown elsewhere is converted
// here, so no other file writes an error body.
import { Failure, hasKind, isFailure } from '@quarry/kit/errors'

/** The message of each status, unless a reason has its own. */
const defaultMessages: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  422: 'Unprocessable',
  429: 'Rate limit exceeded',
  431: 'Request Header Fields Too Large',
  500: 'Internal Error',
}

const describe = (status: number, title: string, message = defaultMessages[status] ?? '') => ({
  status,
  message,
  title,
})

const table = {
  invalid_parameter: describe(400, 'A parameter is wrong'),
  malformed_body: describe(400, 'The body cannot be read'),
  invalid_key: describe(401, 'The API key is not valid', 'Invalid API Key'),
  inactive_key: describe(401, 'The API key is switched off', 'Inactive API Key'),
  expired_key: describe(401, 'The API key has expired', 'Expired API Key'),
  quota_exceeded: describe(
    401,
    'The quota of the API key is used up',
    'Rate limit exceeded for the API key: quota',
  ),
  credits_exhausted: describe(402, 'The account has no credits left'),
  open_invoices: describe(402, 'The account has open invoices'),
  forbidden: describe(403, 'The API key may not do this'),
  account_deactivated: describe(403, 'The account is switched off', 'Account Deactivated'),
  not_found: describe(404, 'There is no such record'),
  result_expired: describe(404, 'The result of the job is no longer stored'),
  unknown_route: describe(404, 'There is no such path'),
  method_not_allowed: describe(405, 'The path does not take this method'),
  idempotency_in_progress: describe(409, 'The first request with this Idempotency-Key is still running'),
  idempotency_result_gone: describe(409, 'The answer under this Idempotency-Key is no longer stored'),
  conflict: describe(409, 'The state of the resource does not allow this'),
  idempotency_mismatch: describe(422, 'The Idempotency-Key belongs to another request'),
  fields_missing: describe(422, 'The record lacks a required field'),
  unprocessable: describe(422, 'The request cannot be carried out'),
  body_too_large: describe(413, 'The body is too large'),
  rate_limited: describe(429, 'Too many requests'),
  storage_exceeded: describe(429, 'Too much is stored for the account'),
  internal: describe(500, 'The server failed'),
  upstream_failed: describe(500, 'The site or upstream API failed'),
  upstream_timeout: describe(500, 'The site or upstream API took too long'),
  upstream_blocked: describe(500, 'The site refused the server'),
  upstream_paced: describe(500, 'The rate limit of the provider is reached'),
  not_configured: describe(500, 'The endpoint has no provider'),
  page_changed: describe(500, 'The page could not be read'),
  malformed_request: describe(400, 'The request is not valid HTTP'),
  request_timeout: describe(408, 'The request was sent too slowly'),
  headers_too_large: describe(431, 'The headers are too large or too many'),
}

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

/** When to retry while the database is unavailable. */
export const unavailableSeconds = 5

/** The database is unavailable. */
export class Unavailable extends Error {}

/** What the database's driver says of a connection that has ended, or never replied. */
const brokenConnection =
  /^(?:Connection terminated|Client has encountered a connection error|Query read timeout)/

function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof Unavailable) return true
  if (!(thrown instanceof Error)) return false
  const code = 'code' in thrown ? String(thrown.code) : ''
  return /^(?:08...|57P..|ECONNRESET|EPIPE)$/.test(code) || brokenConnection.test(thrown.message)
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
  const { reason, retryAfterSeconds } = toFailure(thrown)
  return new Refusal(reason, undefined, retryAfterSeconds)
}

/** The properties of a log line about a failure. Without a stack if the server lacks its database or descriptors. */
export function toLogged(thrown: unknown): { err: unknown } | { error: string } {
  const { isServerFault, message } = toFailure(thrown)
  return isServerFault ? { error: message } : { err: thrown }
}

/** Converts any thrown value; an unexpected error becomes `internal`. */
export function toFailure(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown
  const unavailable = isUnavailable(thrown) && { isServerFault: true, retryAfterSeconds: unavailableSeconds }
  return new Failure('internal', String(thrown), { cause: thrown, ...unavailable })
}
