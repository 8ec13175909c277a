// Passes the figures of a program in bench/ to `npm run bench`. Outside of it, figures are only printed.
import { appendFileSync } from 'node:fs'

export type Figure = {
  /** What was measured, as a heading: several figures may share one, and are then one chart. */
  title: string
  name: string
  value: number
  unit: string
  /** The least or the most it should be. */
  atLeast?: number
  atMost?: number
}

export function note(figure: Figure): void {
  const file = process.env.QUARRY_BENCH_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}

/** The middle one, or the higher of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
