// An in-memory model of the ledger and the quotas, written from the design and not from the SQL. The property test
// runs both through the same histories and compares them at every step.

export type ModelHold = {
  id: string
  subscription: number
  bonus: number
  period: number
  at: number
  leaseUntil: number
  crashed: boolean
}

type Quota = 'total' | 'monthly' | 'weekly' | 'daily'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const windows = {
  daily: { length: day, grain: minute },
  weekly: { length: 7 * day, grain: hour },
  monthly: { length: 30 * day, grain: hour },
}

/** Without a subscription, the period is the calendar month. */
function findNextMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

export type ModelAccount = ReturnType<typeof modelAccount>

export function modelAccount(
  plan: { total: number; days: number; bonus: number; quotas: Partial<Record<Quota, number>> },
  born: number,
) {
  const subscription = { granted: 0, available: 0, held: 0, charged: 0, expired: 0 }
  const bonus = { granted: plan.bonus, available: plan.bonus, held: 0, charged: 0, corrected: 0 }
  const holds = new Map<string, ModelHold>()
  let leased: { at: number; credits: number; id: string }[] = []
  let total = 0
  let period = 0
  let end = findNextMonth(born)
  let chargedInPeriod = 0
  let highestTotal = 0

  /** What is left of the subscription in this period: the total minus everything used in the period. */
  const leftInPeriod = (): number => {
    const openHolds = [...holds.values()].filter((hold) => hold.period === period)
    return Math.max(0, total - chargedInPeriod - openHolds.reduce((sum, hold) => sum + hold.subscription, 0))
  }

  function startPeriod(): void {
    period += 1
    chargedInPeriod = 0
    highestTotal = total
  }

  function setSubscription(next: number, now: number): void {
    renew(now)
    const before = total
    total = next
    if (before === 0 && next > 0) {
      startPeriod()
      end = now + plan.days * day
    }
    const left = leftInPeriod()
    subscription.granted += Math.max(0, left - subscription.available)
    subscription.expired += Math.max(0, subscription.available - left)
    subscription.available = left
    highestTotal = Math.max(highestTotal, total)
    if (next === 0 && before > 0) {
      startPeriod()
      end = findNextMonth(now)
    }
  }

  function renew(now: number): void {
    if (now < end) return
    subscription.expired += subscription.available
    subscription.granted += total
    subscription.available = total
    startPeriod()
    if (total === 0) end = findNextMonth(now)
    while (end <= now) end += plan.days * day
  }

  function isOver(quota: Quota, credits: number, now: number): boolean {
    const limit = plan.quotas[quota]
    if (limit === undefined) return false
    const counts = leased.filter(({ at }) => {
      if (quota === 'total') return true
      const { length, grain } = windows[quota]
      return Math.floor(at / grain) * grain + grain > now - length
    })
    return counts.reduce((sum, entry) => sum + entry.credits, 0) + credits > limit
  }

  function decide(id: string, credits: number, now: number): string {
    renew(now)
    for (const quota of ['total', 'monthly', 'weekly', 'daily'] as const) {
      if (isOver(quota, credits, now)) return quota
    }
    if (subscription.available + bonus.available < credits) return 'credits_exhausted'
    const part = Math.min(subscription.available, credits)
    subscription.available -= part
    subscription.held += part
    bonus.available -= credits - part
    bonus.held += credits - part
    holds.set(id, {
      id,
      subscription: part,
      bonus: credits - part,
      period,
      at: now,
      leaseUntil: now + 15 * second,
      crashed: false,
    })
    leased.push({ at: now, credits, id })
    return 'reserved'
  }

  /** Charges `credits` of the hold and releases the rest. Returns false for a hold that no longer exists. */
  function settle(id: string, credits: number, now: number): boolean {
    const hold = holds.get(id)
    renew(now)
    if (!hold) return false
    holds.delete(id)
    subscription.held -= hold.subscription
    bonus.held -= hold.bonus
    const charged = Math.min(credits, hold.subscription)
    subscription.charged += charged
    bonus.charged += credits - charged
    const released = hold.subscription - charged
    if (hold.period === period) chargedInPeriod += charged
    const returned = hold.period === period ? Math.min(released, leftInPeriod() - subscription.available) : 0
    subscription.available += returned
    subscription.expired += released - returned
    bonus.available += hold.bonus - (credits - charged)
    leased = leased.flatMap((entry) => {
      if (entry.id !== id) return [entry]
      return credits > 0 ? [{ ...entry, credits }] : []
    })
    return true
  }

  if (plan.total > 0) setSubscription(plan.total, born)
  return {
    holds,
    renew,
    setSubscription,
    decide,
    settle,
    highestTotal: () => highestTotal,
    grant(credits: number) {
      bonus.granted += credits
      bonus.available += credits
    },
    /** Takes credits back if enough are available; returns how many were. */
    correct(credits: number): number {
      const { available } = bonus
      if (available >= credits) {
        bonus.available -= credits
        bonus.corrected += credits
      }
      return available
    },
    funds: () => ({
      period,
      subscription_granted: subscription.granted,
      subscription_available: subscription.available,
      subscription_held: subscription.held,
      subscription_charged: subscription.charged,
      subscription_expired: subscription.expired,
      bonus_granted: bonus.granted,
      bonus_available: bonus.available,
      bonus_held: bonus.held,
      bonus_charged: bonus.charged,
      bonus_corrected: bonus.corrected,
    }),
  }
}
