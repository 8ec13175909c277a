// Maps the reason codes of the server to error classes.
import {
  AccountDeactivated,
  BodyTooLarge,
  Conflict,
  CreditsExhausted,
  type ErrorFacts,
  ExpiredKey,
  FieldsMissing,
  Forbidden,
  HeadersTooLarge,
  IdempotencyInProgress,
  IdempotencyMismatch,
  IdempotencyResultGone,
  InactiveKey,
  InternalError,
  InvalidKey,
  InvalidParameter,
  MalformedBody,
  MalformedRequest,
  MethodNotAllowed,
  NotConfigured,
  NotFound,
  OpenInvoices,
  PageChanged,
  QuarryError,
  QuotaExceeded,
  RateLimited,
  RequestTimeout,
  ResultExpired,
  StorageExceeded,
  UnexpectedAnswer,
  UnknownRoute,
  Unprocessable,
  UpstreamBlocked,
  UpstreamFailed,
  UpstreamPaced,
  UpstreamTimeout,
} from './errors.ts'
import type { Reason } from './operation-types.ts'

type KnownReason =
  | Reason
  | 'method_not_allowed'
  | 'malformed_request'
  | 'request_timeout'
  | 'headers_too_large'

// The compiler checks this table against the reasons of the generated document: a new reason needs a class here.
// `method_not_allowed` is missing in the document, because it belongs to no operation.
const classes: Record<KnownReason, typeof QuarryError> = {
  invalid_parameter: InvalidParameter,
  malformed_body: MalformedBody,
  invalid_key: InvalidKey,
  inactive_key: InactiveKey,
  expired_key: ExpiredKey,
  quota_exceeded: QuotaExceeded,
  credits_exhausted: CreditsExhausted,
  open_invoices: OpenInvoices,
  forbidden: Forbidden,
  account_deactivated: AccountDeactivated,
  not_found: NotFound,
  result_expired: ResultExpired,
  unknown_route: UnknownRoute,
  method_not_allowed: MethodNotAllowed,
  malformed_request: MalformedRequest,
  request_timeout: RequestTimeout,
  headers_too_large: HeadersTooLarge,
  idempotency_in_progress: IdempotencyInProgress,
  idempotency_result_gone: IdempotencyResultGone,
  conflict: Conflict,
  idempotency_mismatch: IdempotencyMismatch,
  fields_missing: FieldsMissing,
  unprocessable: Unprocessable,
  body_too_large: BodyTooLarge,
  rate_limited: RateLimited,
  storage_exceeded: StorageExceeded,
  internal: InternalError,
  upstream_failed: UpstreamFailed,
  upstream_timeout: UpstreamTimeout,
  upstream_blocked: UpstreamBlocked,
  upstream_paced: UpstreamPaced,
  page_changed: PageChanged,
  not_configured: NotConfigured,
}

const isReason = (text: string): text is KnownReason => Object.hasOwn(classes, text)

/** The error for a reason code. A code that this version does not know becomes a plain QuarryError. */
export function errorFor(reason: string | null, message: string, facts: ErrorFacts): QuarryError {
  if (reason === null) return new UnexpectedAnswer(null, message, facts)
  // The message of the server does not describe the cause.
  if (reason === 'upstream_blocked')
    return new UpstreamBlocked(reason, 'the source refused the request; a retry seldom helps', facts)
  return isReason(reason)
    ? new classes[reason](reason, message, facts)
    : new QuarryError(reason, message, facts)
}
