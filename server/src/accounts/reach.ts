// What a caller may see of its account: everything, or only the activity of its own key. A key with scopes is made for
// one purpose, so its holder must not see what other keys do.
import { type Caller, canManage } from './caller.ts'

/** `keyId` null: the activity of all keys of the account. */
export type Reach = { accountId: number; keyId: string | null }

export const toReach = (caller: Caller): Reach => ({
  accountId: caller.accountId,
  keyId: canSeeWholeAccount(caller) ? null : caller.keyId,
})

export const canSeeWholeAccount = (caller: Caller): boolean => caller.scopes === null || canManage(caller)

/** The same, for queries with an optional `keyId` filter. */
export const toKeyFilter = (caller: Caller): { keyId?: string } =>
  canSeeWholeAccount(caller) ? {} : { keyId: caller.keyId }
