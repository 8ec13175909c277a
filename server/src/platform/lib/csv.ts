// Writes CSV lines (RFC 4180) that are safe to open in a spreadsheet: text that looks like a formula is escaped.

/** One line, with its line break. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

/**
 * One cell. Text that a spreadsheet would run as a formula is prefixed with an apostrophe; numbers, also negative ones,
 * are not. Spreadsheets that separate by `;` split inside quotes, so text after such a separator is escaped too.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const guarded = guardFormulas(text)
  const safe = /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Inserts an apostrophe wherever a formula could start: at the start of the cell or after a separator, ignoring quotes
 * and white space in between. A single pass, linear in the length of the text.
 */
function guardFormulas(text: string): string {
  let guarded = ''
  let copiedTo = 0
  // Start of a possible cell, as long as only quotes and white space have followed.
  let cellStart: number | null = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (separators.includes(char)) cellStart = at + 1
    else if (cellStart !== null && formulaChars.includes(char)) {
      guarded += `${text.slice(copiedTo, cellStart)}'`
      copiedTo = cellStart
      cellStart = null
    } else if (cellStart === 0 || !isIgnored(char)) cellStart = null
  }
  return guarded === '' ? text : guarded + text.slice(copiedTo)
}

const formulaChars = '=+-@'
const separators = ';|\t\r\n'
const isIgnored = (char: string): boolean => char === '"' || char.trim() === ''
