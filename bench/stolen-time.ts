// The share of CPU time that the host gave to other machines (steal), if it is reported.
import { readFileSync } from 'node:fs'

const statFile = '/proc/stat'
/** user, nice, system, idle, iowait, irq, softirq, steal: the first line sums them up over all processors. */
const stolenPlace = 7

type Ticks = { stolen: number; all: number }

function ticks(): Ticks | null {
  try {
    const [total = ''] = readFileSync(statFile, 'utf8').split('\n')
    const counts = total
      .trim()
      .split(/\s+/)
      .slice(1, stolenPlace + 2)
      .map(Number)
    return { stolen: counts[stolenPlace] ?? 0, all: counts.reduce((sum, count) => sum + count, 0) }
  } catch {
    return null
  }
}

/** Returns a function that returns the share of stolen CPU time since this call; null if unknown. */
export function watchStolenTime(): () => number | null {
  const before = ticks()
  return () => {
    const after = ticks()
    if (!before || !after || after.all === before.all) return null
    return (after.stolen - before.stolen) / (after.all - before.all)
  }
}
