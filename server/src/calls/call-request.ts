// A caller's request and our answer as plain data: all that the life of a call knows of HTTP.
import type { Method } from '@quarry/kit/endpoint'
import type { RateVerdict } from '../access/rate-limit.ts'
import type { Stream } from '../route-data.ts'

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
  contentType: string | undefined
  /** The Last-Event-ID header; empty where there is none. */
  lastEventId: string
  /** The caller's address, believed from a proxy only where the config names it. */
  address: string
  /** Where the console asks: the token of its session, and whether it came over https. */
  console?: { session: string | null; isHttps: boolean }
  /** Large bodies wait for the turn of their owner, the caller's account. At most 1 MiB unless `maxBytes` is given. */
  readBody: (owner: number, maxBytes?: number) => Promise<Buffer>
  hasClientGone: () => boolean
  /** Where the request was already counted against the rate limit. */
  rate?: RateVerdict
}

export type Answer = {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  /** Instead of a body. */
  stream?: Stream
}
