// Texts for messages: untrusted texts made safe to print, counts with their noun, suggested names, and rows of bars.

/** Replaces control characters, which a terminal would execute. */
export const plain = (text: string): string => text.replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')

/** The same, but tabs and line ends stay, so that a page or a CSV file keeps its lines on a terminal. */
export const plainLines = (text: string): string =>
  text.replaceAll(/\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]/g, ' ')

/** Such as `1 line` or `2 lines`. */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Null if no name is similar enough. */
function findNearest(text: string, names: readonly string[]): string | null {
  const most = Math.max(1, Math.floor(text.length / 3))
  const ranked = names
    .map((name) => ({ name, distance: countEdits(text.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  if (best && best.distance <= most) return best.name
  return names.find((name) => name.split('/').includes(text.toLowerCase())) ?? null
}

/** A hint to append to a message; empty without a similar name. */
export const suggestName = (text: string, names: readonly string[]): string => {
  const name = findNearest(text.slice(0, 100), names)
  return name === null ? '' : `; did you mean ${name}?`
}

/** The Damerau-Levenshtein distance: changed, added, removed and swapped letters. */
function countEdits(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

const bars = '▁▂▃▄▅▆▇█'

/** Draws numbers as a row of bars; null is a gap. Bars start at 0, so that small changes of large numbers look small. */
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
