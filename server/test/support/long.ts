// The long forms of tests. `npm run test:long` sets these variables; without them a test uses its short form.

export const isLong = process.env.QUARRY_LONG === 'true'

/** A count or size: the option of `npm run test:long`, or the default for this kind of run. */
export function longOrShort(
  option: 'kills' | 'runs' | 'hours' | 'watches' | 'jobs' | 'lines' | 'minutes',
  sizes: { short: number; long: number },
): number {
  const chosen = process.env[`QUARRY_LONG_${option.toUpperCase()}`]
  if (chosen !== undefined) return Number(chosen)
  return isLong ? sizes.long : sizes.short
}

/** The seed of random input, to repeat a failed run. */
export const seed = Number(process.env.QUARRY_LONG_SEED ?? Date.now() % 2 ** 31)
