// Passes the figures of a program in bench/ to `npm run bench`. Outside of it, figures are only printed.
import { appendFileSync } from 'node:fs'

export type Figure = {
  /** The heading. Figures with the same heading share a chart. */
  title: string
  name: string
  value: number
  unit: string
  /** The goal: a minimum or a maximum. */
  atLeast?: number
  atMost?: number
}

export function note(figure: Figure): void {
  const file = process.env.QUARRY_BENCH_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
}

/** The upper median. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
