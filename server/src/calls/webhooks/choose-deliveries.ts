// Decides of which accounts a server sends how many messages, so that receivers that hang delay only the messages of
// their own accounts: the account with the fewest messages under way comes first, then first tries, then the account
// that was served least recently.
import { LRUCache } from 'lru-cache'

/** Due messages of an account: its first tries or its retries. */
export type DueGroup = {
  accountId: number
  isRetry: boolean
  /** Tries that failed since a message of the account was accepted, up to `failingTries`; null before the first try. */
  failures: number | null
}
export type ChosenDue = { group: DueGroup; count: number }

/** Messages that a server sends at a time. */
export const slots = 64
/** After so many tries that failed in a row, an account is failing. */
export const failingTries = 3
const slotsPerAccount = 8
/** Until the first message is accepted, and after a failed try until the next one is. */
const slotsPerUnprovenAccount = 2
/** Of each of these, a share is kept for accounts that have no message under way. */
const reservedShare = 1 / 4
const pools: readonly { slots: number; includes: (group: DueGroup) => boolean }[] = [
  { slots, includes: () => true },
  { slots: slots / 2, includes: ({ isRetry }) => isRetry },
  { slots: slots / 2, includes: ({ failures }) => failures !== 0 },
  { slots: slots / 8, includes: ({ failures }) => failures === failingTries },
]
const maxRemembered = 20_000

function countUnderWay(underWay: Iterable<DueGroup>) {
  const accounts = new Map<number, number>()
  const used = pools.map(() => 0)
  const countAccount = ({ accountId }: DueGroup) => accounts.get(accountId) ?? 0
  const add = (group: DueGroup) => {
    accounts.set(group.accountId, countAccount(group) + 1)
    for (const [index, { includes }] of pools.entries())
      if (includes(group)) used[index] = (used[index] ?? 0) + 1
  }
  for (const group of underWay) add(group)
  return {
    add,
    countAccount,
    hasRoom(group: DueGroup): boolean {
      const own = countAccount(group)
      const open = own === 0 ? 1 : 1 - reservedShare
      return (
        own < (group.failures === 0 ? slotsPerAccount : slotsPerUnprovenAccount) &&
        pools.every((pool, index) => !pool.includes(group) || (used[index] ?? 0) < pool.slots * open)
      )
    },
  }
}

/** Returns a function that chooses among the groups, of which it may choose more messages than they have. */
export function createChooseDeliveries() {
  /** When accounts were last served, in numbers that grow. */
  const servedAt = new LRUCache<number, number>({ max: maxRemembered })
  let serial = 0
  const findServedAt = ({ accountId }: DueGroup) => servedAt.get(accountId) ?? 0

  return (groups: readonly DueGroup[], underWay: Iterable<DueGroup>): ChosenDue[] => {
    const counts = countUnderWay(underWay)
    const chosen = new Map<DueGroup, number>()
    const inOrder = groups.toSorted(
      (one, other) => Number(one.isRetry) - Number(other.isRetry) || findServedAt(one) - findServedAt(other),
    )
    for (let own = 0; own < slotsPerAccount; own += 1)
      for (const group of inOrder) {
        if (counts.countAccount(group) !== own || !counts.hasRoom(group)) continue
        counts.add(group)
        chosen.set(group, (chosen.get(group) ?? 0) + 1)
        serial += 1
        servedAt.set(group.accountId, serial)
      }
    return [...chosen].map(([group, count]) => ({ group, count }))
  }
}
