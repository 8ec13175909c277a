// Verifies and parses webhook messages. Uses only Web APIs, so that a receiver runs on every runtime.
import { InvalidSignature } from './errors.ts'
import type { Schemas } from './operation-types.ts'

export type WebhookMessage =
  | {
      type: 'job.completed' | 'job.failed'
      /** The same for every delivery of a message. */
      delivery_id: string
      /** The result is too large for a message: read it from the job. */
      result_omitted: boolean
      job: Schemas['Job']
    }
  | {
      type: 'batch.completed' | 'batch.cancelled'
      delivery_id: string
      batch: Schemas['Batch']
      items: Omit<Schemas['BatchItem'], 'input' | 'result'>[]
    }
  | {
      type: 'watch.changed' | 'watch.not_compared' | 'watch.paused'
      delivery_id: string
      /** The values are too large for a message: read them from the history of the watch. */
      values_omitted: boolean
      watch: Schemas['Watch']
      event: Schemas['WatchEvent']
    }

/** The headers of a `Request`, or those of Node.js. */
export type ReceivedHeaders =
  | { get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type Received = {
  /** The signing secret of the account; several during a rotation. */
  secret: string | readonly string[]
  /** The headers of the request: those of Standard Webhooks, or `quarry-signature`. */
  headers?: ReceivedHeaders
  /** The header `quarry-signature`, instead of all headers. */
  signature?: string | null | undefined
  /** The raw body, before parsing. */
  body: string | Uint8Array
  /** Maximum age of a message; 300 seconds by default. */
  toleranceSeconds?: number
  now?: Date
}

type Bytes = Uint8Array<ArrayBuffer>
/** A signed text and its signatures. `toKey` returns null for a secret that does not fit this scheme. */
type Claim = { seconds: number; signed: string; signatures: Bytes[]; toKey: (secret: string) => Bytes | null }

/** Returns the message if it was signed with the secret just now; otherwise throws InvalidSignature. */
export async function verifyWebhook(received: Received): Promise<WebhookMessage> {
  const { secret, body, toleranceSeconds = 300, now = new Date() } = received
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError(
      'verifyWebhook needs the raw body as text or bytes, not a parsed object: read it before a JSON parser does, for example with express.raw({ type: "application/json" })',
    )
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const isRecent = ({ seconds }: Claim) => Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds
  const claims = [readStandard(received, text), readOlder(received, text)].filter(isRecent)
  if (claims.length === 0)
    throw new InvalidSignature(null, 'the message was signed too long ago, or not at all')
  for (const claim of claims)
    for (const one of [secret].flat()) if (await isSigned(claim, one)) return JSON.parse(text)
  throw new InvalidSignature(null, 'the message was not signed with this secret')
}

/** Standard Webhooks: `v1,<base64>` for each secret that is valid at the moment, with spaces between. */
function readStandard({ headers }: Received, text: string): Claim {
  const id = readHeader(headers, 'webhook-id')
  const time = readHeader(headers, 'webhook-timestamp')
  const parts = readHeader(headers, 'webhook-signature').split(' ')
  return {
    seconds: readSeconds(time),
    signed: `${id}.${time}.${text}`,
    signatures: parts.flatMap((part) => (/^v1,/.test(part) ? (parseBase64(part.slice(3)) ?? []) : [])),
    toKey: (secret) => (secret.startsWith('whsec_') ? parseBase64(secret.slice('whsec_'.length)) : null),
  }
}

/** `t=<seconds>,v1=<hex>`, with one `v1` for each secret that is valid at the moment. */
function readOlder({ headers, signature }: Received, text: string): Claim {
  const parts = (signature ?? readHeader(headers, 'quarry-signature')).split(',').map((part) => part.trim())
  const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? ''
  return {
    seconds: readSeconds(time),
    signed: `${Number(time)}.${text}`,
    signatures: parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => parseHex(part.slice(3))),
    toKey: (secret) => new TextEncoder().encode(secret),
  }
}

function readHeader(headers: ReceivedHeaders | undefined, name: string): string {
  if (headers === undefined) return ''
  if (typeof headers.get === 'function') return headers.get(name) ?? ''
  const [, value] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : ''
}

const readSeconds = (text: string): number => (/^\d{1,12}$/.test(text) ? Number(text) : Number.NaN)

const parseHex = (hex: string): Bytes =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )

/** Null for text that is not padded base64. */
function parseBase64(text: string): Bytes | null {
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  return Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
}

/** `crypto.subtle.verify` compares in constant time. */
async function isSigned({ signed, signatures, toKey }: Claim, secret: string): Promise<boolean> {
  const bytes = toKey(secret)
  if (bytes === null || bytes.length === 0) return false
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  const data = new TextEncoder().encode(signed)
  const matches = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, data)),
  )
  return matches.some(Boolean)
}
