// The error classes: one for each reason code of the server, and one for each way to get no response. Distinguish them
// by class or by `reason`, never by the message.
import type { Reason } from './operation-types.ts'
import type { Meta } from './result.ts'

/** Lists the known reasons in the type, so that editors suggest them. */
type OtherReason = string & Record<never, never>

/** Details beside the reason. */
export type ErrorFacts = { meta?: Meta; retryAfter?: number | null }

/** The base class of all errors of this package. An aborted call throws the reason of its signal instead. */
export class QuarryError extends Error {
  /** The reason code of the server, even if it is newer than this package; null if it sent none. */
  readonly reason: Reason | OtherReason | null
  /** The HTTP status of the last response; null without one. */
  readonly status: number | null
  /** The id of the call in the server's log. */
  readonly requestId: string | null
  /** Seconds to wait before a retry, if the server said so. */
  readonly retryAfter: number | null
  /** What the headers say, including the cost: a 404 may be billed. */
  readonly meta: Meta | null

  constructor(reason: Reason | OtherReason | null, message: string, facts: ErrorFacts & ErrorOptions = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined)
    this.name = new.target.name
    this.reason = reason
    this.status = facts.meta?.status ?? null
    this.requestId = facts.meta?.requestId ?? null
    this.retryAfter = facts.retryAfter ?? null
    this.meta = facts.meta ?? null
  }
}

/** The call needs an API key, and the client has none; nothing was sent. */
export class MissingKey extends QuarryError {}
export class InvalidParameter extends QuarryError {}
export class MalformedBody extends QuarryError {}
export class InvalidKey extends QuarryError {}
export class InactiveKey extends QuarryError {}
export class ExpiredKey extends QuarryError {}
export class QuotaExceeded extends QuarryError {}
export class CreditsExhausted extends QuarryError {}
export class OpenInvoices extends QuarryError {}
export class Forbidden extends QuarryError {}
export class AccountDeactivated extends QuarryError {}
export class NotFound extends QuarryError {}
/** The job ended and its result is past its retention: run the lookup again. */
export class ResultExpired extends NotFound {}
export class UnknownRoute extends QuarryError {}
export class MethodNotAllowed extends QuarryError {}
export class MalformedRequest extends QuarryError {}
export class RequestTimeout extends QuarryError {}
export class HeadersTooLarge extends QuarryError {}
export class IdempotencyInProgress extends QuarryError {}
/** The first response with this idempotency key was charged and is no longer stored. Use a new key. */
export class IdempotencyResultGone extends QuarryError {}
export class Conflict extends QuarryError {}
export class IdempotencyMismatch extends QuarryError {}
/** The record lacks fields of `require` or `require_any`; nothing was billed. */
export class FieldsMissing extends QuarryError {}
export class Unprocessable extends QuarryError {}
export class BodyTooLarge extends QuarryError {}
export class RateLimited extends QuarryError {}
export class StorageExceeded extends QuarryError {}
export class InternalError extends QuarryError {}
/** No provider could give a record; nothing was charged. */
export class UpstreamError extends QuarryError {}
export class UpstreamFailed extends UpstreamError {}
export class UpstreamTimeout extends UpstreamError {}
export class UpstreamBlocked extends UpstreamError {}
export class UpstreamPaced extends UpstreamError {}
export class PageChanged extends UpstreamError {}
/** The server has no provider for this endpoint: its operator has to configure one. */
export class NotConfigured extends QuarryError {}

/** No response, or only a part of one. Whether the call was executed is unknown. */
export class ConnectionLost extends QuarryError {}
/** The call exceeded its timeout. */
export class TimedOut extends QuarryError {}
/** A response that Quarry did not send: the address is wrong, or a proxy answered. */
export class UnexpectedAnswer extends QuarryError {}
/** A job or batch that was cancelled before it ran. */
export class Cancelled extends QuarryError {}
/** A webhook message that was not signed with the secret, or too long ago. */
export class InvalidSignature extends QuarryError {}

/** The call was not sent, because its price exceeds what is left of the budget. */
export class BudgetExceeded extends QuarryError {
  readonly price: number
  readonly remaining: number

  constructor(message: string, { price, remaining }: { price: number; remaining: number }) {
    super(null, message)
    this.price = price
    this.remaining = remaining
  }
}
