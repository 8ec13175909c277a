// Lines of CSV that are safe to open: quoted as RFC 4180 says, with an apostrophe before a text that a spreadsheet
// would take for a formula. Writes the same bytes as the server's `lib/csv.ts`, which it may not import; a test
// compares them.

export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const guarded = guardFormulas(text)
  const safe = /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Puts an apostrophe before every cell start that leads to a formula: at the start of the text, or after a character
 * that separates cells in other locales, skipping quotes and white space. One pass, so that a long text takes linear
 * time.
 */
function guardFormulas(text: string): string {
  let guarded = ''
  let copiedTo = 0
  // Start of a possible cell: only quotes and white space have been read since then.
  let cellStart: number | null = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (separators.includes(char)) cellStart = at + 1
    else if (cellStart !== null && formulaStarts.includes(char)) {
      guarded += `${text.slice(copiedTo, cellStart)}'`
      copiedTo = cellStart
      cellStart = null
    } else if (cellStart === 0 || !isSkipped(char)) cellStart = null
  }
  return guarded === '' ? text : guarded + text.slice(copiedTo)
}

const formulaStarts = '=+-@'
const separators = ';|\t\r\n'
const isSkipped = (char: string): boolean => char === '"' || char.trim() === ''
