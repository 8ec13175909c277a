// The gate before the admin API and the metrics: one bearer token, compared in constant time, or a session of the console
// that stands for it. The right one always passes; wrong ones are logged, and slowed for the network they come from.
import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { createGuessLimit, type GuessLimitOptions } from '../access/guess-limit.ts'
import { toNetwork } from '../access/to-network.ts'
import { Refusal } from '../errors.ts'
import { createFairSlots, toWaitingAccount } from '../lib/fair-slots.ts'
import { consoleSession } from './console-session.ts'

export type TokenCheckOptions = GuessLimitOptions & { token: string; log: Pick<Logger, 'warn'> }

/** Throws 401 for a wrong token, late where there were many. */
export type TokenCheck = (given: string | undefined, address: string) => Promise<void>

export type AdminGate = (request: Pick<FastifyRequest, 'headers' | 'ip'>) => Promise<void>

const tellEveryMs = 1_000
const maxNetworks = 10_000

export function createTokenCheck({ token, log, ...options }: TokenCheckOptions): TokenCheck {
  const expected = digest(token)
  const sleep = options.sleep ?? ((ms: number) => delay(ms, undefined, { ref: false }))
  const slowDown = createGuessLimit({ ...options, sleep })
  const tell = createTeller(log, sleep)

  return async (given, address) => {
    // Digests have one length, so the comparison tells nothing about the token's. It comes before anything that
    // was noted of the address: others' failures, or one's own, keep nobody out who has the token.
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return
    tell(address)
    await slowDown(address)
    throw new Refusal('invalid_key', 'Invalid admin token')
  }
}

export type AdminGateOptions = {
  check: TokenCheck
  /** Whether a session belongs to the operator. */
  isOperator: (session: string, address: string) => Promise<boolean>
}

/** A hook. A token that was given counts before a session, which browsers send by themselves. */
export function createAdminGate({ check, isOperator }: AdminGateOptions): AdminGate {
  return async ({ headers, ip }) => {
    const session = headers.authorization === undefined ? consoleSession(headers) : null
    if (session !== null && (await isOperator(session, ip))) return
    await check(/^Bearer ([\x21-\x7e]{1,256})$/.exec(headers.authorization ?? '')?.[1], ip)
  }
}

/** Logs the first failure of a network at once and those of the next second together: guesses must not fill the log. */
function createTeller(log: Pick<Logger, 'warn'>, sleep: (ms: number) => Promise<unknown>) {
  const untold = new Map<string, number>()
  return (address: string): void => {
    const network = untold.size < maxNetworks ? toNetwork(address) : 'others'
    const count = untold.get(network)
    if (count !== undefined) return void untold.set(network, count + 1)
    untold.set(network, 0)
    log.warn({ address, failures: 1 }, 'wrong admin token')
    sleep(tellEveryMs).then(() => {
      const failures = untold.get(network) ?? 0
      untold.delete(network)
      if (failures > 0) log.warn({ address: network, failures }, 'wrong admin token')
    })
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const adminSlots = createFairSlots(10_000)
const adminClaim = { waiters: toWaitingAccount('operator'), maxSlots: 4, maxPerAccount: 4 }

/** Runs an admin request as soon as one of a few slots is free: many of them must not delay calls. */
export async function runAdminRequest<T>(run: () => Promise<T>): Promise<T> {
  const slot = await adminSlots.take(adminClaim)
  if (!slot) throw new Refusal('rate_limited', undefined, 1)
  return run().finally(slot.release)
}
