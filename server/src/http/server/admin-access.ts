// Access to the admin API and the metrics: with the admin token, or with a console session of the operator. Admin requests
// run a few at a time.
import type { FastifyRequest } from 'fastify'
import type { TokenCheck } from '../../accounts/admin-token.ts'
import { Refusal } from '../../platform/errors.ts'
import { createFairSlots, toWaitingAccount } from '../../platform/lib/fair-slots.ts'
import { readConsoleSession } from './read-request.ts'

export type AdminGate = (request: Pick<FastifyRequest, 'headers' | 'ip'>) => Promise<void>

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
