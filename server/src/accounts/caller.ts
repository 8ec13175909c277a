// The authenticated caller as plain data, whether it may use an endpoint from an IP address, and what it may see of its
// account.
import { Refusal } from '../platform/errors.ts'
import { covers, isInRange } from './key-bounds.ts'

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

/**
 * Whether the caller sees the activity of all keys of its account. A key with scopes is made for one purpose, so its
 * holder must not see what other keys do.
 */
export const canSeeWholeAccount = (caller: Caller): boolean => caller.scopes === null || canManage(caller)

/** An account, or one of its keys that sees only its own activity; `keyId` null means all keys. */
export type Viewer = { accountId: number; keyId: string | null }

export const toViewer = (caller: Caller): Viewer => ({
  accountId: caller.accountId,
  keyId: canSeeWholeAccount(caller) ? null : caller.keyId,
})

/** The same as an optional `keyId` filter. */
export const toKeyFilter = (caller: Caller): { keyId?: string } =>
  canSeeWholeAccount(caller) ? {} : { keyId: caller.keyId }
