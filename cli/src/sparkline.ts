// Draws numbers as a row of bars.

const bars = '▁▂▃▄▅▆▇█'

/** Null is a gap. Bars start at 0, so that small changes of large numbers look small. */
export function sparkline(values: readonly (number | null)[]): string {
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  return values
    .map((value) => {
      if (value === null) return ' '
      if (most === 0 || value <= 0) return bars.charAt(0)
      return bars.charAt(Math.min(bars.length - 1, Math.ceil((value / most) * bars.length) - 1))
    })
    .join('')
}
