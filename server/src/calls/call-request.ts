// A caller's request and its answer as plain data, independent of the HTTP server.
import type { Method } from '@quarry/kit/endpoint'
import type { RateVerdict } from '../accounts/rate-limit.ts'
import type { Stream } from '../platform/route-data.ts'

/** Bounds of a body that is streamed. */
export type BodyLimits = {
  maxBytes: number
  totalMs: number
  minBytesPerSecond: number
  /** How long the client may pause at the start, and in total beyond the time of the minimum speed. */
  graceMs: number
  /** Aborts the reading, which then throws the reason of the signal. */
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
  /** Answered only from what is stored under the idempotency key, and otherwise refused. */
  isStoredOnly?: boolean
  contentType: string | undefined
  /** The Accept header. */
  accept?: string | undefined
  /** The Last-Event-ID header; empty where there is none. */
  lastEventId: string
  /** The caller's address; a proxy's header counts only where the configuration trusts the proxy. */
  address: string
  /** For requests of the console: its session token, and whether it came over https. */
  console?: { session: string | null; isHttps: boolean }
  /** Large bodies are read in turn by `owner`, the caller's account. At most 1 MiB without `maxBytes`. */
  readBody: (owner: number, maxBytes?: number) => Promise<Buffer>
  /** Streams a large body; throws 413, 408, or 400 where it ends early. Absent where the body is in memory already. */
  openBody?: (owner: number, limits: BodyLimits) => AsyncIterable<Buffer>
  hasClientGone: () => boolean
  /** Present where the request was already counted for the rate limit. */
  rate?: RateVerdict
}

export type Answer = {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** The wrong parameter of a refused call. */
  parameter?: string
  /** Sent instead of a body. */
  stream?: Stream
}
