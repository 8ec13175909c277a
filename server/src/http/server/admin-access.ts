// Access to the admin API and the metrics: with a bearer token, compared in constant time, or with a console session of
// the operator. Wrong tokens are logged, and further attempts from the same network are delayed. Admin requests run a
// few at a time.
import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { createGuessLimit, type GuessLimitOptions } from '../../accounts/guess-limit.ts'
import { toNetwork } from '../../accounts/network-slots.ts'
import { Refusal } from '../../platform/errors.ts'
import { createFairSlots, toWaitingAccount } from '../../platform/lib/fair-slots.ts'
import { readConsoleSession } from './read-request.ts'

export type TokenCheckOptions = GuessLimitOptions & { token: string; log: Pick<Logger, 'warn'> }

/** Throws 401 for a wrong token, with a delay after many of them. */
export type TokenCheck = (token: string | undefined, address: string) => Promise<void>

export type AdminGate = (request: Pick<FastifyRequest, 'headers' | 'ip'>) => Promise<void>

const logIntervalMs = 1_000
const maxNetworks = 10_000

export function createTokenCheck({ token, log, ...options }: TokenCheckOptions): TokenCheck {
  const expected = digest(token)
  const sleep = options.sleep ?? ((ms: number) => delay(ms, undefined, { ref: false }))
  const slowDown = createGuessLimit({ ...options, sleep })
  const logFailure = createFailureLog(log, sleep)

  return async (candidate, address) => {
    // Digests have equal lengths, so timing does not reveal the length of the token. The comparison comes before the
    // delay: earlier failures from an address never delay the right token.
    if (candidate !== undefined && timingSafeEqual(digest(candidate), expected)) return
    logFailure(address)
    await slowDown(address)
    throw new Refusal('invalid_key', 'Invalid admin token')
  }
}

export type AdminGateOptions = {
  check: TokenCheck
  isOperator: (session: string, address: string) => Promise<boolean>
}

/** Creates the request hook. A token takes precedence over a session cookie, which browsers send on their own. */
export function createAdminGate({ check, isOperator }: AdminGateOptions): AdminGate {
  return async ({ headers, ip }) => {
    const session = headers.authorization === undefined ? readConsoleSession(headers) : null
    if (session !== null && (await isOperator(session, ip))) return
    await check(/^Bearer ([\x21-\x7e]{1,256})$/.exec(headers.authorization ?? '')?.[1], ip)
  }
}

/**
 * Logs the first failure of a network at once and those of the next second in one line, so guesses cannot flood the
 * log.
 */
function createFailureLog(log: Pick<Logger, 'warn'>, sleep: (ms: number) => Promise<unknown>) {
  const unlogged = new Map<string, number>()
  return (address: string): void => {
    const network = unlogged.size < maxNetworks ? toNetwork(address) : 'others'
    const count = unlogged.get(network)
    if (count !== undefined) return void unlogged.set(network, count + 1)
    unlogged.set(network, 0)
    log.warn({ address, failures: 1 }, 'wrong admin token')
    sleep(logIntervalMs).then(() => {
      const failures = unlogged.get(network) ?? 0
      unlogged.delete(network)
      if (failures > 0) log.warn({ address: network, failures }, 'wrong admin token')
    })
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const adminClaim = { waiters: toWaitingAccount('operator'), maxSlots: 4, maxPerAccount: 4 }

export type RunAdminRequest = <T>(run: () => Promise<T>) => Promise<T>

/** Runs admin requests four at a time: many of them at once would delay calls. */
export function createAdminSlots(): RunAdminRequest {
  const slots = createFairSlots(10_000)
  return async (run) => {
    const slot = await slots.take(adminClaim)
    if (!slot) throw new Refusal('rate_limited', undefined, 1)
    return run().finally(slot.release)
  }
}
