// The size classes of companies of the specification (2.9), from the texts and bounds of sites.

/** The size classes, in ascending order. */
export const staffRanges = ['1-10', '10-50', '50-200', '200-500', '1k-5k', '5k-10k', 'over-10k'] as const
/** A size class: one of `staffRanges`. */
export type StaffRange = (typeof staffRanges)[number]

/** By upper bound, with the lower bounds that go with it. The specification has no class for 501 to 1,000. */
const classes: readonly { upTo: number; from: readonly number[]; range: StaffRange }[] = [
  { upTo: 1, from: [0, 1], range: '1-10' },
  { upTo: 10, from: [0, 1, 2], range: '1-10' },
  { upTo: 50, from: [10, 11], range: '10-50' },
  { upTo: 200, from: [50, 51], range: '50-200' },
  { upTo: 500, from: [200, 201], range: '200-500' },
  { upTo: 5000, from: [1000, 1001], range: '1k-5k' },
  { upTo: 10_000, from: [5000, 5001], range: '5k-10k' },
]

/** The class with these bounds, or null if there is none; `most` is null if there is no upper bound. */
export function findStaffRange(least: number, most: number | null): StaffRange | null {
  if (most === null) return least >= 10_000 ? 'over-10k' : null
  return classes.find(({ upTo, from }) => upTo === most && from.includes(least))?.range ?? null
}

/** The class of a number of employees; null below 1 and for 501 to 1,000. */
export function toStaffRange(count: number): StaffRange | null {
  if (count > 10_000) return 'over-10k'
  return classes.find(({ upTo, from }) => count <= upTo && count >= Math.max(...from))?.range ?? null
}

const bounds: readonly (readonly [least: number, most: number, range: StaffRange])[] = [
  [1, 10, '1-10'],
  [10, 50, '10-50'],
  [50, 200, '50-200'],
  [200, 500, '200-500'],
  [1000, 5000, '1k-5k'],
  [5000, 10_000, '5k-10k'],
]

/** The one class that contains a band with other bounds; null if no class or two contain it. */
export function fitStaffRange(least: number, most: number | null): StaffRange | null {
  if (most === null) return findStaffRange(least, null)
  const [only, another] = bounds.filter(([from, upTo]) => least >= from && most <= upTo)
  return only === undefined || another !== undefined ? null : only[2]
}

/** The class of the number of employees, or the stated class if there is no number. */
export const chooseStaffRange = (count: number | null, stated: StaffRange | null): StaffRange | null =>
  count === null ? stated : toStaffRange(count)

/** The class in a text such as "51-200 employees", "10,001+ employees" or "1K-5K employees", else null. */
export function parseStaffRange(text: string): StaffRange | null {
  const [least, most, ...more] = [
    ...text
      .slice(0, 200)
      .matchAll(/(\d{1,3}(?:[.,\u0020\u00a0\u202f\u2009'’]\d{3}){1,3}(?!\d)|\d{1,9})\s?(k\b)?/gi),
  ].map(([, digits = '', thousands]) => Number(digits.replace(/\D/g, '')) * (thousands ? 1000 : 1))
  if (least === undefined || more.length > 0) return null
  if (most !== undefined) return findStaffRange(least, most)
  if (/\+/.test(text)) return findStaffRange(least, null)
  return least === 1 ? '1-10' : null
}
