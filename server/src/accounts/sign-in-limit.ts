// Limits console sign-ins per minute, for each key and for each network. Wrong secrets do not count here; the guess
// limit slows those down.
import { createAccountSlots } from '../platform/db/account-slots.ts'
import { createChangeLimit } from './change-limit.ts'
import { toNetwork } from './network-slots.ts'

export type SignInLimit = ReturnType<typeof createSignInLimit>

const perKeyAndMinute = 30
const perNetworkAndMinute = 120
/** One key gets half of the slots, which is one. */
const slots = 2

export function createSignInLimit() {
  const limitKey = createChangeLimit(perKeyAndMinute)
  const limitNetwork = createChangeLimit(perNetworkAndMinute)
  const withSlot = createAccountSlots(slots)
  return {
    /** Counts a sign-in with a valid secret; throws 429 if there were too many. `keyId` null is the operator. */
    async count(keyId: string | null, address: string) {
      await limitKey(keyId ?? 'operator')
      // Accounts that share a network or proxy with the operator must not lock the operator out.
      if (keyId !== null) await limitNetwork(toNetwork(address))
    },
    /** Runs sign-ins one at a time for each key. */
    withSlot: <T>(keyId: string | null, work: () => Promise<T>) => withSlot(keyId ?? 'operator', work),
  }
}
