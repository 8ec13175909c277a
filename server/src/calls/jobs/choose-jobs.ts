// Decides of which groups a worker takes how many jobs, so that neither an account nor a site can fill it: each has at
// most a quarter of the slots, small accounts come first, and the others are served in turn.
import { LRUCache } from 'lru-cache'
import { type ChosenGroup, type JobGroup, maxCounted } from './queue.ts'

/** Jobs that a worker runs at a time, besides those that wait for a site. */
export const jobSlots = 256
/** Jobs that wait for a slot or the rate limit of their site hold no slot, up to this many. */
const maxWaiting = 256
/** An account has at most this share of either, and so has a site. */
const share = 1 / 4
/** Of the slots, and of those of a site, this share is kept for small accounts: no backlog can take it. */
const reservedShare = 1 / 4
/** An account is small while it has at most this many open jobs. */
const smallAccountJobs = 4
/** Otherwise the waiting jobs of one account would keep others from the site. */
const maxWaitingPerAccountAndSite = (maxWaiting * share) / 2

/** A job in the worker that is not ended yet. `site`: the first provider that it calls. */
export type Occupant = { accountId: number; site: string; isWaiting: boolean }

const maxRemembered = 20_000

type Counts = { active: number; waiting: number }

/** Counts the jobs of a worker by account and by site, and finds out for which there is room. */
export function countOccupants(occupants: Iterable<Occupant>) {
  const counts = new Map<string, Counts>()
  const find = (key: string): Counts => {
    const found = counts.get(key) ?? { active: 0, waiting: 0 }
    counts.set(key, found)
    return found
  }
  const add = ({ accountId, site, isWaiting }: Occupant) => {
    const kind = isWaiting ? 'waiting' : 'active'
    for (const key of ['', `account ${accountId}`, `site ${site}`, `both ${accountId} ${site}`])
      find(key)[kind] += 1
  }
  for (const occupant of occupants) add(occupant)
  const findAccount = (accountId: number) => find(`account ${accountId}`)
  return {
    add,
    /** How many jobs the account has in the worker. */
    countJobs: (accountId: number) => findAccount(accountId).active + findAccount(accountId).waiting,
    hasRoom(accountId: number, site: string, isSmall: boolean): boolean {
      const all = find('')
      const account = findAccount(accountId)
      const atSite = find(`site ${site}`)
      const own = find(`both ${accountId} ${site}`)
      const held = all.active + Math.max(0, all.waiting - maxWaiting)
      const open = isSmall ? 1 : 1 - reservedShare
      return (
        held < jobSlots * open &&
        account.active < jobSlots * share &&
        account.waiting < maxWaiting * share &&
        atSite.active < jobSlots * share * open &&
        atSite.waiting < maxWaiting * share * open &&
        // If jobs of the account wait for the site, further ones will wait too.
        (own.waiting === 0 || own.waiting + own.active < maxWaitingPerAccountAndSite)
      )
    },
  }
}

export type ChooseOptions = {
  findSite: (endpoint: string, provider: string | null) => string
  /** Counts one start of the account and returns 0, or does not count it and returns the seconds until it is possible. */
  countStart: (group: JobGroup) => Promise<number>
}

const isLimited = ({ limits }: JobGroup) => limits.perSecond !== null || limits.perMinute !== null

/** Returns a function that chooses among the groups, and counts the starts that it chose. */
export function createChooseJobs({ findSite, countStart }: ChooseOptions) {
  /** When accounts and groups were last served, in numbers that grow. */
  const servedAt = new LRUCache<string, number>({ max: maxRemembered })
  let serial = 0
  const byLastServed = (name: (group: JobGroup) => string) => (one: JobGroup, other: JobGroup) =>
    (servedAt.get(name(one)) ?? 0) - (servedAt.get(name(other)) ?? 0)
  const noteServed = (group: JobGroup) => {
    serial += 1
    servedAt.set(nameAccount(group), serial).set(nameGroup(group), serial)
  }

  return async (groups: readonly JobGroup[], occupants: Iterable<Occupant>) => {
    const room = countOccupants(occupants)
    const small = findSmallAccounts(groups, room.countJobs)
    const hasRoom = ({ accountId, endpoint, provider }: JobGroup) =>
      room.hasRoom(accountId, findSite(endpoint, provider), small.has(accountId))
    const accounts = [...groupByAccount(groups.filter(hasRoom).sort(byLastServed(nameGroup)))]
      .sort(
        ([one], [other]) =>
          Number(small.has(other.accountId)) - Number(small.has(one.accountId)) ||
          room.countJobs(one.accountId) - room.countJobs(other.accountId) ||
          byLastServed(nameAccount)(one, other),
      )
      .slice(0, jobSlots)
    // The first start of each account is counted before slots are shared out: one that may not start gets none.
    const waits = await Promise.all(accounts.map(([group]) => countStart(group)))
    const chosen = new Map<JobGroup, number>()
    const chooseOne = (queue: JobGroup[]): boolean => {
      const index = queue.findIndex(hasRoom)
      const [group] = index === -1 ? [] : queue.splice(index, 1)
      if (!group) return false
      const count = (chosen.get(group) ?? 0) + 1
      chosen.set(group, count)
      room.add({
        accountId: group.accountId,
        site: findSite(group.endpoint, group.provider),
        isWaiting: false,
      })
      noteServed(group)
      // A start that is counted and not made would slow the account down.
      const mayHaveMore = group.waiting === maxCounted && !isLimited(group)
      if (count < group.waiting || mayHaveMore) queue.push(group)
      return queue.length > 0
    }
    let queues: JobGroup[][] = accounts.filter((_queue, index) => waits[index] === 0)
    while (queues.length > 0) queues = queues.filter(chooseOne)
    return {
      chosen: await countOtherStarts(chosen, countStart),
      /** Until a rate limit that refused a start allows it; infinite if none did. */
      retrySeconds: Math.min(...waits.filter((seconds) => seconds > 0)),
    }
  }
}

function findSmallAccounts(
  groups: readonly JobGroup[],
  countJobs: (accountId: number) => number,
): ReadonlySet<number> {
  const open = new Map<number, number>()
  for (const { accountId, waiting } of groups)
    open.set(accountId, (open.get(accountId) ?? countJobs(accountId)) + waiting)
  return new Set([...open].filter(([, jobs]) => jobs <= smallAccountJobs).map(([accountId]) => accountId))
}

type AccountGroups = [JobGroup, ...JobGroup[]]

function groupByAccount(groups: readonly JobGroup[]): Iterable<AccountGroups> {
  const byAccount = new Map<number, AccountGroups>()
  for (const group of groups) {
    const own = byAccount.get(group.accountId)
    if (own) own.push(group)
    else byAccount.set(group.accountId, [group])
  }
  return byAccount.values()
}

/** Counts the starts after the first of each account, and leaves out those that its rate limit refuses. */
async function countOtherStarts(
  chosen: ReadonlyMap<JobGroup, number>,
  countStart: ChooseOptions['countStart'],
): Promise<ChosenGroup[]> {
  const counted = new Set<number>()
  const allowed = [...chosen].map(async ([group, count]): Promise<ChosenGroup> => {
    if (!isLimited(group)) return { group, count }
    const first = counted.has(group.accountId) ? 0 : 1
    counted.add(group.accountId)
    const waits = await Promise.all(Array.from({ length: count - first }, () => countStart(group)))
    return { group, count: first + waits.filter((seconds) => seconds === 0).length }
  })
  return (await Promise.all(allowed)).filter(({ count }) => count > 0)
}

const nameAccount = ({ accountId }: JobGroup) => String(accountId)
export const nameGroup = ({
  accountId,
  endpoint,
  provider,
  requiresFields,
}: Pick<JobGroup, 'accountId' | 'endpoint' | 'provider' | 'requiresFields'>) =>
  `${accountId} ${endpoint} ${provider ?? ''} ${requiresFields}`
