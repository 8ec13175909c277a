// Suggests the name that was probably meant.

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
