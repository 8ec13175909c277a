// The data half of a route: all that the reference, the checks and the tests need to know of what is served under a
// path. What it does is in routes/.
import type { Static, TObject, TSchema } from '@quarry/kit/schema'
import type { Reason } from './errors.ts'

export type RouteMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Who may ask: an account by its key, the operator by his token, or everyone. */
export type Access = 'key' | 'admin' | 'open'

export type Reply = {
  description: string
  /** Of the JSON body; absent where the reply is of another type. */
  schema?: TSchema
  /** Headers beside those that every reply of the route's access has, each with what it says. */
  headers?: Readonly<Record<string, string>>
  /** Other content types that the reply may have, each with an example. */
  also?: Readonly<Record<string, string>>
  /** Of a stream: what may happen on it, each with what is told of it. */
  events?: Readonly<Record<string, TSchema>>
}

/** A body of lines, each of them JSON; the query parameters mean something beside such a body alone. */
export type Lines = { example: string; params: TObject }

export type RouteData<A extends Access = Access, P extends TObject = TObject, B extends TSchema = TSchema> = {
  /** Names the operation in the reference, and later what is made from it. */
  name: string
  method: RouteMethod
  /** As the log and the reference name it, with `{name}` for what varies. */
  path: `/${string}`
  alsoAt?: readonly `/${string}`[]
  access: A
  tag: string
  summary: string
  description?: string
  /** Path and query parameters; those that the path names are path parameters, which are taken as they come. */
  params: P
  body?: B
  lines?: Lines
  /** Whether it takes an Idempotency-Key. */
  isIdempotent?: true
  /** Whether it takes a Last-Event-ID. */
  isResumable?: true
  /** By status; the first is the usual one. */
  replies: Readonly<Record<number, Reply>>
  /** Beside what its access, its parameters and its body always bring. */
  refusals: readonly Reason[]
  /** A call that works, on the sandbox, once the ids in it are real ones. */
  example: { params?: Partial<Static<P>>; body?: Static<B> }
  /** Also served by a server that only works. */
  onWorkers?: true
}

/** Where a stream goes: a connection that stays open. */
export type Sink = {
  /** False where the reader does not keep up: nothing more is to be written before he has taken it. */
  write: (text: string) => boolean
  /** Ends it once what was written has been taken, or after a moment. */
  end: () => void
  /** Ends it at once. */
  cut: () => void
}

/** Begins when the head has been sent; is told when its reader has taken everything, and when he is gone. */
export type Stream = (sink: Sink) => { drained: () => void; closed: () => void }

export type ContentCoding = 'br' | 'gzip' | 'identity'

/** A body in each coding that clients may accept, so that it is compressed once and not for each of them. */
export type PreparedBody = { type: string; hash: string; bodies: Record<ContentCoding, Buffer> }

/** What is sent: a value as JSON, a text (or its bytes) as it is, a prepared body, or a stream. */
export type RouteReply = { status?: number; headers?: Record<string, string> } & (
  | { body: unknown }
  | { text: string | Buffer }
  | { prepared: PreparedBody }
  | { stream: Stream }
)

export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/** The status of a reply that says nothing else. */
export const usualStatus = ({ replies }: Pick<RouteData, 'replies'>): number =>
  Number(Object.keys(replies)[0])
