// The errors that a source may throw. Recognise them by their `kind`, never by their class: a plugin brings its own
// copy of this file.

/**
 * Why a lookup failed: `upstream_timeout` for no complete response in time, `upstream_blocked` for a bot wall or a
 * refusal, `upstream_paced` for a reached rate limit, `page_changed` for a page that cannot be read,
 * `upstream_failed` for another failure of the site or the API, `internal` for an error of the server.
 */
export type FailureReason =
  | 'internal'
  | 'upstream_failed'
  | 'upstream_timeout'
  | 'upstream_blocked'
  | 'upstream_paced'
  | 'page_changed'

type FailureOptions = ErrorOptions & {
  retryAfterSeconds?: number
  startsRest?: boolean
  isServerFault?: boolean
}

/**
 * The lookup failed on our side or the site's: status 500, never billed. The detail goes to the log only. In a
 * source, throw `pageChanged(…)`, `pageBlocked(…)` or `rateLimited(…)` instead.
 */
export class Failure extends Error {
  readonly kind = 'failure'
  readonly reason: FailureReason
  /** When to retry, if the upstream says so. */
  readonly retryAfterSeconds: number | undefined
  /** The upstream API says that it was called too often. It is then paused for `retryAfterSeconds`. */
  readonly startsRest: boolean
  /**
   * The server itself lacks descriptors, memory, ports or its database, so the failure says nothing about the
   * provider.
   */
  readonly isServerFault: boolean

  constructor(
    reason: FailureReason,
    detail: string,
    { retryAfterSeconds, startsRest = false, isServerFault = false, ...options }: FailureOptions = {},
  ) {
    super(detail, options)
    this.name = 'Failure'
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
    this.startsRest = startsRest
    this.isServerFault = isServerFault
  }
}

/**
 * The caller's parameter is wrong: status 400, never billed. The message is sent to the caller. Create it with
 * `invalidParameter`.
 */
export class InvalidParameter extends Error {
  // The server treats it like every other refusal of a call.
  readonly kind = 'refusal'
  readonly reason = 'invalid_parameter'
  readonly status = 400
  readonly retryAfterSeconds = undefined
  readonly parameter: string

  constructor(parameter: string, problem: string) {
    super(`Bad Request: ${parameter} ${problem}`)
    this.name = 'Refusal'
    this.parameter = parameter
  }
}

/** Creates the error for status 400 that names the parameter: `Bad Request: <name> <problem>`. */
export const invalidParameter = (name: string, problem: string): InvalidParameter =>
  new InvalidParameter(name, problem)

/** Throw it if an API says "too many requests" with status 200. The API is then paused for that time. */
export const rateLimited = (detail: string, retryAfterSeconds: number): Failure =>
  new Failure('upstream_paced', detail, { retryAfterSeconds, startsRest: true })

/** Whether a thrown value is a Failure, of this copy of the kit or of another. */
export const isFailure = (thrown: unknown): thrown is Failure => hasKind(thrown, 'failure')

/** Whether a thrown value refuses a parameter. */
export const isInvalidParameter = (thrown: unknown): thrown is InvalidParameter =>
  hasKind(thrown, 'refusal') && 'reason' in thrown && thrown.reason === 'invalid_parameter'

/** Whether a value is an object with this `kind`. */
export const hasKind = <K extends string>(value: unknown, kind: K): value is { kind: K } =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind
