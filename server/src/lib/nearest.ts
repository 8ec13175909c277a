// The name that somebody probably meant: the one that takes the fewest changes of single letters to get to.

/** The longest name that is compared: what is longer was not mistyped. */
const maxLength = 100

/** The first of the nearest; null of none. */
export function findNearest(name: string, known: readonly string[]): string | null {
  const meant = name.slice(0, maxLength).toLowerCase()
  let nearest: string | null = null
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const own = candidate.toLowerCase()
    // Who leaves out the objects around a field means that field.
    const changes = own.endsWith(`.${meant}`) ? 0.5 : changesBetween(meant, own)
    if (changes < fewest) {
      fewest = changes
      nearest = candidate
    }
  }
  return nearest
}

/** Letters that are added, left out or replaced on the way from one to the other. */
function changesBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (before[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      now.push(Math.min(replaced, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1))
    }
    before = now
  }
  return before[other.length] ?? 0
}
