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
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidParameter('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
  return { key, ttlSeconds }
}

function readTtl(values: readonly string[]): number {
  const [text] = values
  if (text === undefined) return daySeconds
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (values.length > 1) throw invalidParameter('Idempotency-TTL', 'is given more than once')
  if (!(seconds >= minSeconds && seconds <= daySeconds))
    throw invalidParameter('Idempotency-TTL', `must be ${minSeconds} to ${daySeconds} seconds`)
  return seconds
}
