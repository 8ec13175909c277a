// What can go wrong, a class for each reason of the server's table and one for each way to get no answer at all. A
// caller tells them apart by class, a program by `reason`; nothing has to be read out of a message.
import type { Reason } from './operation-types.ts'
import type { Meta } from './result.ts'

/** Keeps the known ones in the type, so that editors offer them. */
type OtherReason = string & Record<never, never>

/** What is known beside the reason. */
export type ErrorFacts = { meta?: Meta; retryAfter?: number | null }

/** Everything that this package throws by itself; an aborted call throws the reason of its signal instead. */
export class QuarryError extends Error {
  /** The server's word for what happened, also one that is newer than this package; null where it said none. */
  readonly reason: Reason | OtherReason | null
  /** Of the answer, which is the last one where there were several tries; null where there was none. */
  readonly status: number | null
  /** By which the server's log knows the call. */
  readonly requestId: string | null
  /** Seconds until another try makes sense, where that is known. */
  readonly retryAfter: number | null
  /** What the headers told, the cost among it: a record that does not exist may be billed. */
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
/** The first answer under this key was charged, and is no longer stored: only a new key gets another one. */
export class IdempotencyResultGone extends QuarryError {}
export class Conflict extends QuarryError {}
export class IdempotencyMismatch extends QuarryError {}
/** There is a record, and it lacks what `require` or `require_any` asked for; nothing was billed. */
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

/** No answer came, or only a part of one. Whether the call was run is not known. */
export class ConnectionLost extends QuarryError {}
/** The time that was allowed is over. */
export class TimedOut extends QuarryError {}
/** An answer without a reason of ours: something other than Quarry is at the address, or in between. */
export class UnexpectedAnswer extends QuarryError {}
/** A job or batch that was cancelled before it ran. */
export class Cancelled extends QuarryError {}
/** A webhook message that was not signed with the secret, or too long ago. */
export class InvalidSignature extends QuarryError {}

/** The call was not sent: it might have cost more than the budget has left. */
export class BudgetExceeded extends QuarryError {
  readonly price: number
  readonly remaining: number

  constructor(message: string, { price, remaining }: { price: number; remaining: number }) {
    super(null, message)
    this.price = price
    this.remaining = remaining
  }
}
