// Errors as exit codes and as one line for people.
import { CommanderError } from 'commander'
import { BudgetExceeded, ConnectionLost, QuarryError, TimedOut, UpstreamError } from '../../sdk/src/index.ts'
import { countText, plain } from './text.ts'

/** A wrong use of the command line; nothing was sent. */
export class UsageError extends Error {}

/** Ends the program with an exit code of its own. */
export class Ended extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

export const exitCodes = {
  unexpected: 1,
  usage: 2,
  notFound: 3,
  access: 4,
  credits: 5,
  upstream: 6,
  unreachable: 7,
  failedLines: 8,
  interrupted: 130,
} as const

const byReason: Record<string, number> = {
  invalid_parameter: exitCodes.usage,
  malformed_body: exitCodes.usage,
  body_too_large: exitCodes.usage,
  unprocessable: exitCodes.usage,
  conflict: exitCodes.usage,
  not_found: exitCodes.notFound,
  result_expired: exitCodes.notFound,
  unknown_route: exitCodes.notFound,
  method_not_allowed: exitCodes.notFound,
  invalid_key: exitCodes.access,
  inactive_key: exitCodes.access,
  expired_key: exitCodes.access,
  forbidden: exitCodes.access,
  account_deactivated: exitCodes.access,
  quota_exceeded: exitCodes.credits,
  credits_exhausted: exitCodes.credits,
  open_invoices: exitCodes.credits,
  fields_missing: exitCodes.upstream,
  rate_limited: exitCodes.unreachable,
  storage_exceeded: exitCodes.unreachable,
}

export function toExitCode(error: unknown): number {
  if (error instanceof Ended) return error.exitCode
  if (error instanceof UsageError || error instanceof CommanderError) return exitCodes.usage
  if (error instanceof BudgetExceeded) return exitCodes.credits
  if (error instanceof ConnectionLost || error instanceof TimedOut) return exitCodes.unreachable
  if (error instanceof UpstreamError) return exitCodes.upstream
  if (error instanceof QuarryError) return byReason[error.reason ?? ''] ?? exitCodes.unexpected
  return exitCodes.unexpected
}

const expiredText = 'The result of this job is no longer stored; run the lookup again'
const isExpired = (error: unknown): boolean =>
  error instanceof QuarryError && error.reason === 'result_expired'

export function formatFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const line = plain(isExpired(error) ? expiredText : message.replace(/^error: /, ''))
  if (!(error instanceof QuarryError)) return line
  const facts = [
    error.reason !== null && error.reason !== undefined && `reason ${error.reason}`,
    error.meta !== null &&
      error.meta.creditsUsed > 0 &&
      `charged ${countText(error.meta.creditsUsed, 'credit')}`,
    error.requestId !== null && `request ${error.requestId}`,
    error.retryAfter !== null && `try again in ${error.retryAfter} s`,
  ].filter((fact) => fact !== false)
  return facts.length === 0 ? line : `${line} (${facts.join(', ')})`
}
