// How often sessions of the console may begin: a minute's sign-ins of one key, and of one network with all its keys. A
// wrong secret does not count here; the guess limit slows those down.
import { createInTurn } from '../db/account-turns.ts'
import { createChangeLimit } from './change-limit.ts'
import { toNetwork } from './to-network.ts'

export type SignInLimit = {
  /** Counts a sign-in with a good secret; throws 429 where there were too many. A key of null is the operator. */
  count: (keyId: string | null, address: string) => Promise<void>
  /** Runs sign-ins one at a time for each key. */
  inTurn: <T>(keyId: string | null, work: () => Promise<T>) => Promise<T>
}

const perKeyAndMinute = 30
const perNetworkAndMinute = 120
/** One key gets half of the slots: one. */
const slots = 2

export function createSignInLimit(): SignInLimit {
  const limitKey = createChangeLimit(perKeyAndMinute)
  const limitNetwork = createChangeLimit(perNetworkAndMinute)
  const inTurn = createInTurn(slots)
  return {
    async count(keyId, address) {
      await limitKey(keyId ?? 'operator')
      // Accounts that share a network with the operator, or one proxy, must not lock the operator out.
      if (keyId !== null) await limitNetwork(toNetwork(address))
    },
    inTurn: (keyId, work) => inTurn(keyId ?? 'operator', work),
  }
}
