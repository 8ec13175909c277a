// Reads the postal code from the last line of a postal address. It never guesses from other lines, in which house
// numbers look the same.

/** The code after the town: tried on the line and on its tails. */
const endForms: readonly RegExp[] = [
  // "London SW1A 1AA"
  /(?:^|[\s,])([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/i,
  // "Toronto, ON M5V 2T6"
  /(?:^|[\s,])([A-Z]\d[A-Z] ?\d[A-Z]\d)$/i,
  // "New York, NY 10019", with or without the four digits of the delivery route
  /(?:^|[\s,])[A-Z]{2},? (\d{5}(?:-\d{4})?)$/,
  // "Singapore 018956", "Paris, 75011"
  /^[^\d,]{2,60},? (\d{5,6})$/,
]

/** The code before the town: tried on the last part of the line, and on the one before it. */
const startForms: readonly RegExp[] = [
  // "1012 AB Amsterdam"
  /^(?:NL-)?(\d{4} [A-Z]{2}) \D{2,80}$/,
  // "75011 Paris", "F-75011 Paris", "01310-100 São Paulo", "00-950 Warszawa", "111 22 Stockholm", "CH-8001 Zürich"
  /^(?:[A-Z]{1,3}-)?(\d{5}-\d{3}|\d{2}-\d{3}|\d{3} \d{2}|\d{5,6}) [^\d,]{2,80}$/,
  /^[A-Z]{1,3}-(\d{4}) [^\d,]{2,80}$/,
]

/** "1000 Bruxelles": only after a street, because "1535 Broadway" is a house. */
const shortForm = /^(\d{4}) [^\d,]{2,80}$/

const street =
  /\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|broadway|drive|dr|lane|ln|way|court|ct|highway|hwy|plaza|suite|room|rue|route|chemin|quai)\b/i

/** The postal code of an address as lines, as one text with commas, or as its last line; else null. */
export function postalCode(address: string | readonly string[]): string | null {
  const lines = (typeof address === 'string' ? address.split(/[\n\r]/) : address).filter(
    (line) => line.trim() !== '',
  )
  const last = (lines.at(-1) ?? '').slice(0, 300).replace(/\s+/g, ' ').trim()
  const parts = last.split(', ')
  // The second time without the last part, which may be the country.
  for (const kept of [parts, parts.slice(0, -1)]) {
    const behindStreet = lines.length > 1 || kept.length > 1
    const code = codeAtEnd(kept) ?? codeAtStart(kept.at(-1) ?? '', behindStreet)
    if (code !== null) return code.toUpperCase()
  }
  return null
}

function codeAtEnd(parts: readonly string[]): string | null {
  const tails = parts.map((_, i) => parts.slice(i).join(', ')).filter((tail) => !street.test(tail))
  return firstMatch(endForms, tails)
}

function codeAtStart(part: string, behindStreet: boolean): string | null {
  if (street.test(part)) return null
  return firstMatch(behindStreet ? [...startForms, shortForm] : startForms, [part])
}

const firstMatch = (forms: readonly RegExp[], texts: readonly string[]): string | null =>
  texts.flatMap((text) => forms.flatMap((form) => form.exec(text)?.[1] ?? []))[0] ?? null
