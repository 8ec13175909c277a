// The postal code in the last line of a postal address, where the line parses; never a guess from elsewhere in
// the text, where house numbers look the same.

const forms: readonly RegExp[] = [
  // "London SW1A 1AA"
  /(?:^|[\s,])([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/i,
  // "Toronto, ON M5V 2T6"
  /(?:^|[\s,])([A-Z]\d[A-Z] ?\d[A-Z]\d)$/i,
  // "New York, NY 10019", with or without the four digits of the delivery route
  /(?:^|[\s,])[A-Z]{2},? (\d{5}(?:-\d{4})?)$/,
  // "1012 AB Amsterdam"
  /^(?:NL-)?(\d{4} [A-Z]{2}) \D{2,80}$/,
  // "75011 Paris", "F-75011 Paris", "CH-8001 Zürich", "01310-100 São Paulo", "00-950 Warszawa", "111 22 Stockholm"
  /^(?:[A-Z]{1,3}-)?(\d{5}-\d{3}|\d{2}-\d{3}|\d{3} \d{2}|\d{4,6}) [^\d,]{2,80}(?:, [^\d]{2,60})?$/,
  // "Singapore 018956", "Berlin 10115", "Paris, 75011"
  /^[^\d,]{2,60},? (\d{5,6})$/,
]

/** The postal code of an address given as its last line, as its lines, or as one text with commas; else null. */
export function postalCode(address: string | readonly string[]): string | null {
  const lines = typeof address === 'string' ? address.split(/[\n\r]+/) : address
  const last = (lines.findLast((line) => line.trim() !== '') ?? '').slice(0, 300).replace(/\s+/g, ' ').trim()
  const parts = last.split(', ')
  // A country may follow the code, and a street may stand before it: try the whole line, then its tails.
  const candidates = [
    last,
    ...parts.map((_, i) => parts.slice(i).join(', ')),
    ...parts.slice(-3),
    parts.slice(0, -1).join(', '),
    ...(parts.length > 2 ? [parts.slice(-3, -1).join(', ')] : []),
  ]
  for (const candidate of candidates) {
    for (const form of forms) {
      const code = form.exec(candidate)?.[1]
      if (code !== undefined) return code.toUpperCase()
    }
  }
  return null
}
