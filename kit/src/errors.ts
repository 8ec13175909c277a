// The errors that a source may raise. They are recognised by their `kind`, never by their class: a plugin brings its
// own copy of this file.

/**
 * Why a lookup failed: `upstream_timeout` for no complete answer in time, `upstream_blocked` for a bot wall
 * or a refusal, `upstream_paced` for a reached rate limit, `page_changed` for a page that cannot be read,
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
 * The lookup failed on our side or the site's: status 500, never billed. The detail goes to the log only. In
 * a source, throw `pageChanged(…)`, `pageBlocked(…)` or `rateLimited(…)` instead.
 *
 * @example
 * const get = async () => {
 *   throw new Failure('upstream_timeout', 'no answer in time')
 * }
 */
export class Failure extends Error {
  readonly kind = 'failure'
  readonly reason: FailureReason
  /** When to retry, where the upstream says so. */
  readonly retryAfterSeconds: number | undefined
  /** The upstream API answered that it was called too often: it is not called before `retryAfterSeconds` are over. */
  readonly startsRest: boolean
  /** The server lacks descriptors, memory or ports, or its database: it says nothing about the provider. */
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
 * The caller's parameter is wrong: status 400, never billed. The message is sent to the caller. Create it
 * with `invalidParameter`.
 *
 * @example
 * new InvalidParameter('query', 'must be a number').message // 'Bad Request: query must be a number'
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

/**
 * 400 that names the parameter: `Bad Request: <name> <problem>`.
 *
 * @example
 * if (!/^\d+$/.test(query)) throw invalidParameter('query', 'must be a number')
 */
export const invalidParameter = (name: string, problem: string): InvalidParameter =>
  new InvalidParameter(name, problem)

/**
 * For readers of APIs that answer "too many requests" with status 200: the API is then left alone for that time.
 *
 * @example
 * if (asText(answer.error) === 'quota') throw rateLimited('the quota of the day is used', 3600)
 */
export const rateLimited = (detail: string, retryAfterSeconds: number): Failure =>
  new Failure('upstream_paced', detail, { retryAfterSeconds, startsRest: true })

/**
 * Whether a thrown value is a Failure, of this copy of the kit or of another.
 *
 * @example
 * const note = await get(url).then(readNote, (thrown) => {
 *   if (isFailure(thrown)) return null
 *   throw thrown
 * })
 */
export const isFailure = (thrown: unknown): thrown is Failure => hasKind(thrown, 'failure')

/**
 * Whether a thrown value refuses a parameter.
 *
 * @example
 * assert.throws(() => parse({ query: 'x' }), isInvalidParameter)
 */
export const isInvalidParameter = (thrown: unknown): thrown is InvalidParameter =>
  hasKind(thrown, 'refusal') && 'reason' in thrown && thrown.reason === 'invalid_parameter'

/**
 * Whether a value is an object with this `kind`.
 *
 * @example
 * hasKind({ kind: 'failure' }, 'failure') // true
 */
export const hasKind = <K extends string>(value: unknown, kind: K): value is { kind: K } =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind
