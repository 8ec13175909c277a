// Webhook messages: whether one is the server's own, and what it says. With what every runtime has, so that a receiver
// can run anywhere.
import { InvalidSignature } from './errors.ts'
import type { Schemas } from './operation-types.ts'

export type WebhookMessage =
  | {
      type: 'job.completed' | 'job.failed'
      /** The same for each repetition of a message. */
      delivery_id: string
      /** The result is too large for a message; it is at the job. */
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
      /** The values are too large for a message; they are in the history of the watch. */
      values_omitted: boolean
      watch: Schemas['Watch']
      event: Schemas['WatchEvent']
    }

export type Received = {
  /** Of the account; several while one takes the place of another. */
  secret: string | readonly string[]
  /** The header `quarry-signature`. */
  signature: string | null | undefined
  /** As it came, before anything has parsed it. */
  body: string | Uint8Array
  /** How old a message may be; by default 300 seconds. */
  toleranceSeconds?: number
  now?: Date
}

/** The message, if it was signed with the secret just now; otherwise throws InvalidSignature. */
export async function verifyWebhook(received: Received): Promise<WebhookMessage> {
  const { secret, signature, body, toleranceSeconds = 300, now = new Date() } = received
  const { seconds, signatures } = readSignature(signature ?? '')
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= toleranceSeconds))
    throw new InvalidSignature(null, 'the message was signed too long ago, or not at all')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${seconds}.${text}`)
  for (const one of [secret].flat())
    if (await isSigned(one, signed, signatures)) return JSON.parse(text) as WebhookMessage
  throw new InvalidSignature(null, 'the message was not signed with this secret')
}

/** `t=<seconds>,v1=<hex>`, with one `v1` for each secret that is valid at the moment. */
function readSignature(header: string): { seconds: number; signatures: Uint8Array<ArrayBuffer>[] } {
  const parts = header.split(',').map((part) => part.trim())
  const seconds = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2)
  return {
    seconds: seconds === undefined ? Number.NaN : Number(seconds),
    signatures: parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => parseHex(part.slice(3))),
  }
}

const parseHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )

/** Compared by the runtime, in a time that does not tell how much of it fits. */
async function isSigned(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'verify',
  ])
  const fits = await Promise.all(signatures.map((one) => crypto.subtle.verify('HMAC', key, one, signed)))
  return fits.some(Boolean)
}
