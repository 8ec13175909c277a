// A caller's request and its response as plain data, independent of the HTTP server.
import type { Method } from '@quarry/kit/endpoint'
import type { RateVerdict } from '../accounts/rate-limit.ts'
import type { Stream } from '../platform/route-data.ts'

/** Bounds of a streamed body. */
export type BodyLimits = {
  maxBytes: number
  totalMs: number
  minBytesPerSecond: number
  /** How long the client may pause at the start, and in total beyond the time of the minimum speed. */
  graceMs: number
  /** Aborts reading, which then throws the reason of the signal. */
  signal: AbortSignal
}

export type CallRequest = {
  id: string
  method: Method
  rawQuery: string
  /** Every x-api-key header, as sent. */
  keyHeaders: readonly string[]
  /** The key of every `Authorization: Bearer` header. */
  bearerKeys: readonly string[]
  /** Every idempotency-key header, as sent. */
  idempotencyKeys: readonly string[]
  /** Every idempotency-ttl header, as sent. */
  idempotencyTtls: readonly string[]
  /** Only the stored response of the idempotency key may be sent; without one the request is refused. */
  isStoredOnly?: boolean
  contentType: string | undefined
  /** The Accept header. */
  accept?: string | undefined
  /** The Last-Event-ID header; empty without one. */
  lastEventId: string
  /** The caller's address; a proxy's header counts only if the configuration trusts the proxy. */
  address: string
  /** For requests of the console: its session token, and whether the request came over https. */
  console?: { session: string | null; isHttps: boolean }
  /** Large bodies are read one at a time for each `owner`, the caller's account. At most 1 MiB without `maxBytes`. */
  readBody: (owner: number, maxBytes?: number) => Promise<Buffer>
  /** Streams a large body; throws 413, 408, or 400 if it ends early. Absent if the body is in memory already. */
  openBody?: (owner: number, limits: BodyLimits) => AsyncIterable<Buffer>
  hasClientGone: () => boolean
  /** Present if the request was already counted for the rate limit. */
  rate?: RateVerdict
}

export type CallResponse = {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** The wrong parameter of a refused call. */
  parameter?: string
  /** Sent instead of a body. */
  stream?: Stream
}
