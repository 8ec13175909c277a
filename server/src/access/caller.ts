// Who is calling, as plain data, and whether that caller may use an endpoint from an address.
import { Refusal } from '../errors.ts'
import { isInRange } from './ip-range.ts'
import { covers } from './scopes.ts'

export type Quotas = Record<'total' | 'daily' | 'weekly' | 'monthly', number | null>

/** What a key may do beside calling; given by the operator alone. */
export const permissions = ['manage'] as const
export type Permission = (typeof permissions)[number]

export type Limits = { perSecond: number | null; perMinute: number | null }

export type Caller = {
  accountId: number
  accountSlug: string
  accountName: string
  accountActive: boolean
  statisticsEnabled: boolean
  limits: Limits
  keyId: string
  /** Of the secret that was given: what lasts longer than a call asks by it whether the secret is still good. */
  secretHash: Buffer
  /** Of the console session, if the call came through one: streams end with it. */
  sessionHash?: Buffer
  keyAlias: string
  keyCategory: string
  keyExpires: Date | null
  quotas: Quotas
  /** Endpoint paths, `/v2/<source>/*` or source names; null is everything. */
  scopes: readonly string[] | null
  /** Addresses or CIDR ranges; null is everywhere. */
  allowedIps: readonly string[] | null
  permissions: readonly Permission[]
}

/** Whether a key may make, change and rotate other keys of its account. */
export const canManage = ({ permissions: given }: Pick<Caller, 'permissions'>): boolean =>
  given.includes('manage')

/** 403 unless the account is active and the key may be used for this path from this address. */
export function assertPermitted(caller: Caller, endpointPath: string | null, address: string): void {
  if (!caller.accountActive) throw new Refusal('account_deactivated')
  const { scopes, allowedIps } = caller
  // Decision: a path of null is no source's endpoint (usage, statistics, jobs) and is outside all scopes' reach.
  if (scopes !== null && endpointPath !== null && !scopes.some((scope) => covers(scope, endpointPath))) {
    throw new Refusal('forbidden')
  }
  if (allowedIps !== null && !allowedIps.some((range) => isInRange(address, range))) {
    throw new Refusal('forbidden')
  }
}
