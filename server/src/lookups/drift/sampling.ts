// Samples the records of a busy provider: fifty a second show a change as well as all of them. Quiet providers and
// bursts are observed completely.

const perSecond = 50
const burst = 1_000

/** Whether the next record of this name is observed. */
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
