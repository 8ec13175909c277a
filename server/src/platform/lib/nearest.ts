// Suggests a name for a mistyped one: the candidate with the smallest edit distance.

/** Longer names are cut before they are compared. */
const maxLength = 100

/** The first of equally near candidates; null if there are no candidates. */
export function findNearest(name: string, candidates: readonly string[]): string | null {
  const typed = name.slice(0, maxLength).toLowerCase()
  let nearest: string | null = null
  let smallest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const lowered = candidate.toLowerCase()
    // `name` without its parent objects most likely means `parent.name`.
    const distance = lowered.endsWith(`.${typed}`) ? 0.5 : editDistance(typed, lowered)
    if (distance < smallest) {
      smallest = distance
      nearest = candidate
    }
  }
  return nearest
}

/** Levenshtein distance: the number of added, removed or replaced characters. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
