// Describes a route: everything that the API reference, the input checks and the tests need. The code that serves the route
// is in `http/routes/`.
import type { Static, TObject, TSchema } from '@quarry/kit/schema'
import type { Reason } from './errors.ts'

export type RouteMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Who may call: an account with its key, the operator with the admin token, or anyone. */
export type Access = 'key' | 'admin' | 'open'

export type Reply = {
  description: string
  /** Of the JSON body; absent for other content types. */
  schema?: TSchema
  /** Header name → meaning, beyond the headers that every reply of this access has. */
  headers?: Readonly<Record<string, string>>
  /** Other content types of the reply, each with an example. */
  also?: Readonly<Record<string, string>>
  /** For event streams: event name → data. */
  events?: Readonly<Record<string, TSchema>>
}

/** Other content types of a body, each with an example. `params` are query parameters that apply to them only. */
export type FileBodies = { examples: Readonly<Record<string, string>>; params: TObject }

type Example<P extends TObject, B extends TSchema> = { params?: Partial<Static<P>>; body?: Static<B> }

type RouteBase<A extends Access, B extends TSchema> = {
  /** The operationId in the API reference and the name of generated client methods. */
  name: string
  /** With `{name}` for path parameters. */
  path: `/${string}`
  alsoAt?: readonly `/${string}`[]
  access: A
  tag: string
  summary: string
  description?: string
  body?: B
  files?: FileBodies
  /** Accepts an Idempotency-Key. */
  isIdempotent?: true
  /** The answer has a secret: it is not stored under an Idempotency-Key. */
  hasSecret?: true
  /** Accepts a Last-Event-ID. */
  isResumable?: true
  /** Also answers HEAD. */
  hasHead?: true
  /** Also served by a server with the role `worker`. */
  onWorkers?: true
}

export type RouteData<
  A extends Access = Access,
  P extends TObject = TObject,
  B extends TSchema = TSchema,
> = RouteBase<A, B> & {
  method: RouteMethod
  /** By status; the first is the default. */
  replies: Readonly<Record<number, Reply>>
  /** Path and query parameters. A path parameter is not checked: an unknown value is a 404, not a 400. */
  params: P
  /** Beyond those that its access, parameters, body and `isIdempotent` imply. */
  refusals: readonly Reason[]
  /** A call that works on the sandbox once its ids are replaced by real ones. Path parameters come from their schema. */
  example: Example<P, B>
  /** Parameters of further calls that work. */
  moreExamples?: readonly Record<string, unknown>[]
}

/**
 * Route data as written: GET without parameters, refusals or an example unless given. `reply` is the only one, with
 * status 200.
 */
export type RouteInit<A extends Access, P extends TObject, B extends TSchema> = RouteBase<A, B> &
  Partial<Pick<RouteData<A, P, B>, 'method' | 'params' | 'refusals' | 'example'>> &
  ({ reply: Reply } | Pick<RouteData, 'replies'>)

/** The connection of an event stream. */
export type Sink = {
  /** False if the reader does not keep up: wait for `drained` before writing more. */
  write: (text: string | Buffer) => boolean
  /** Closes after the written bytes are taken, or after a timeout, which is short unless given. */
  end: (timeoutMs?: number) => void
  /** Closes at once. */
  cut: () => void
}

/** Starts after the response head was sent. Its result is called when the reader catches up or disconnects. */
export type Stream = (sink: Sink) => { drained: () => void; closed: () => void }

export type ContentCoding = 'br' | 'gzip' | 'identity'

/** A body in each content coding, compressed once instead of per request. */
export type PreparedBody = { type: string; hash: string; bodies: Record<ContentCoding, Buffer> }

/** Sent as JSON (`body`), as is (`text`), from a prepared body, or as a stream. */
export type RouteReply = { status?: number; headers?: Record<string, string> } & (
  | { body: unknown }
  | { text: string | Buffer }
  | { prepared: PreparedBody }
  | { stream: Stream }
)

export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/** The status of a reply that sets none. */
export const defaultStatus = ({ replies }: Pick<RouteData, 'replies'>): number =>
  Number(Object.keys(replies)[0])
