// What a caller may see of its account: all of it, or what its own key did. A key with scopes is for one purpose, and
// whoever holds it has no business with what the others are for.
import { type Caller, mayManage } from './caller.ts'

/** Null: whatever any key of the account did. */
export type Reach = { accountId: number; keyId: string | null }

export const reachOf = (caller: Caller): Reach => ({
  accountId: caller.accountId,
  keyId: seesWholeAccount(caller) ? null : caller.keyId,
})

export const seesWholeAccount = (caller: Caller): boolean => caller.scopes === null || mayManage(caller)

/** The same for what filters by a key where one is named. */
export const ownKeyOf = (caller: Caller): { keyId?: string } =>
  seesWholeAccount(caller) ? {} : { keyId: caller.keyId }
