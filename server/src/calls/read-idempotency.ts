// Reads the two idempotency headers: the key, and how long its answer is stored.
import { invalidParameter } from '@quarry/kit/errors'
import type { CallRequest } from './call-request.ts'

export type IdempotencyKey = { key: string; ttlSeconds: number }

const daySeconds = 86_400
const minSeconds = 60

/** Null without a key; throws 400 for an invalid key or time, or more than one. */
export function readIdempotency({
  idempotencyKeys,
  idempotencyTtls,
}: Pick<CallRequest, 'idempotencyKeys' | 'idempotencyTtls'>): IdempotencyKey | null {
  const ttlSeconds = readTtl(idempotencyTtls)
  const [key] = idempotencyKeys
  if (key === undefined) return null
  if (idempotencyKeys.length > 1) throw invalidParameter('Idempotency-Key', 'is given more than once')
  return { key: key.startsWith('"') ? unquoteKey(key) : readBareKey(key), ttlSeconds }
}

function readBareKey(key: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidParameter('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
  return key
}

// A string of RFC 9651: `"` and `\` are escaped by `\`, and nothing else is.
const quotedKey = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/** The draft of the header has a quoted string; `"order-17"` and `order-17` are the same key. */
function unquoteKey(text: string): string {
  const key =
    text.length <= maxQuotedLength ? quotedKey.exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1') : undefined
  if (key === undefined || key.length < 1 || key.length > 255)
    throw invalidParameter(
      'Idempotency-Key',
      'must be a quoted string of 1 to 255 ASCII characters, with \\" and \\\\ for a quote and a backslash, and nothing after it',
    )
  return key
}

/** Each character may be escaped. */
const maxQuotedLength = 2 * 255 + 2

/** A key as a value of the header. */
export const quoteKey = (key: string): string => `"${key.replaceAll(/["\\]/g, '\\$&')}"`

function readTtl(values: readonly string[]): number {
  const [text] = values
  if (text === undefined) return daySeconds
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (values.length > 1) throw invalidParameter('Idempotency-TTL', 'is given more than once')
  if (!(seconds >= minSeconds && seconds <= daySeconds))
    throw invalidParameter('Idempotency-TTL', `must be ${minSeconds} to ${daySeconds} seconds`)
  return seconds
}
