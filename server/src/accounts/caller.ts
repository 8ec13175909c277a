// The authenticated caller as plain data, and the check whether it may use an endpoint from an IP address.
import { Refusal } from '../platform/errors.ts'
import { isInRange } from './ip-range.ts'
import { covers } from './scopes.ts'

export type Quotas = Record<'total' | 'daily' | 'weekly' | 'monthly', number | null>

/** What a key may do besides calling endpoints. Only the operator grants permissions. */
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
  /** Hash of the secret used. Event streams outlive a call and recheck with it that the secret is still valid. */
  secretHash: Buffer
  /** Hash of the console session, if the call uses one: its event streams end with the session. */
  sessionHash?: Buffer
  keyAlias: string
  keyCategory: string
  keyExpires: Date | null
  quotas: Quotas
  /** Endpoint paths, `/v2/<source>/*` or source names; null allows everything. */
  scopes: readonly string[] | null
  /** IP addresses or CIDR ranges; null allows all. */
  allowedIps: readonly string[] | null
  permissions: readonly Permission[]
}

/** Whether a key may create, change and rotate other keys of its account. */
export const canManage = (caller: Pick<Caller, 'permissions'>): boolean =>
  caller.permissions.includes('manage')

/** Throws 403 unless the account is active and the key may be used for this path from this IP address. */
export function assertPermitted(caller: Caller, endpointPath: string | null, address: string): void {
  if (!caller.accountActive) throw new Refusal('account_deactivated')
  const { scopes, allowedIps } = caller
  // Decision: scopes restrict source endpoints only. A null path is another route (usage, statistics, jobs).
  if (scopes !== null && endpointPath !== null && !scopes.some((scope) => covers(scope, endpointPath))) {
    throw new Refusal('forbidden')
  }
  if (allowedIps !== null && !allowedIps.some((range) => isInRange(address, range))) {
    throw new Refusal('forbidden')
  }
}
