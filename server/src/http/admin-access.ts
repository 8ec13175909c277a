// The gate before the admin API and the metrics: one bearer token, compared in constant time, and few tries for
// an address that has it wrong.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../errors.ts'

const maxFailures = 10
const windowMs = 60_000
const maxAddresses = 10_000

/** A hook that throws 401 for a wrong token and 429 for an address with too many of them. */
export function createAdminGate(token: string): (request: FastifyRequest) => Promise<void> {
  const expected = digest(token)
  const failures = new LRUCache<string, { count: number }>({ max: maxAddresses, ttl: windowMs })

  return async (request) => {
    const given = /^Bearer ([\x21-\x7e]{1,256})$/.exec(request.headers.authorization ?? '')?.[1]
    const failed = failures.get(request.ip)
    if (failed && failed.count >= maxFailures)
      throw new Refusal('rate_limited', undefined, Math.ceil(failures.getRemainingTTL(request.ip) / 1000))
    // Digests have one length, so the comparison tells nothing about the token's.
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return
    if (failed) failed.count += 1
    else failures.set(request.ip, { count: 1 })
    throw new Refusal('invalid_key', 'Invalid admin token')
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
