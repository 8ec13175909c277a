// Of a busy provider a part is seen: what has changed shows in fifty records a second as well as in all of them, and
// each that is looked at costs time. A quiet one is seen whole, and so is a burst.

const perSecond = 50
const burst = 1_000

/** Whether the next record of this name is looked at. */
export function createSampling(nowMs: () => number = () => performance.now()): (name: string) => boolean {
  const budgets = new Map<string, { left: number; atMs: number }>()
  return (name) => {
    const now = nowMs()
    const budget = budgets.get(name) ?? { left: burst, atMs: now }
    budgets.set(name, budget)
    budget.left = Math.min(burst, budget.left + ((now - budget.atMs) * perSecond) / 1000)
    budget.atMs = now
    if (budget.left < 1) return false
    budget.left -= 1
    return true
  }
}
