// What a caller may see of its account: all of it, or what its own key did. A key with scopes is for one purpose, and
// whoever holds it has no business with what the others are for.
import { type Caller, canManage } from './caller.ts'

/** Null: whatever any key of the account did. */
export type Reach = { accountId: number; keyId: string | null }

export const toReach = (caller: Caller): Reach => ({
  accountId: caller.accountId,
  keyId: canSeeWholeAccount(caller) ? null : caller.keyId,
})

export const canSeeWholeAccount = (caller: Caller): boolean => caller.scopes === null || canManage(caller)

/** The same for what filters by a key where one is named. */
export const toKeyFilter = (caller: Caller): { keyId?: string } =>
  canSeeWholeAccount(caller) ? {} : { keyId: caller.keyId }
