// Lines of CSV that are safe to open: quoted as RFC 4180 says, and nothing in them that a spreadsheet would take for a
// formula. Batches and the request log write them.

/** One line, ended as RFC 4180 says. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

/**
 * One cell. A text that a spreadsheet would take for a formula gets an apostrophe before it; a number is no text,
 * also a negative one. Spreadsheets that separate by `;` split inside quotes, so the apostrophe goes there as well.
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
 * An apostrophe before every character that would begin a formula: at the start of a cell, or behind what separates
 * cells elsewhere, quotes and white space between them left out. One pass, however long the text is.
 */
function guardFormulas(text: string): string {
  let guarded = ''
  let kept = 0
  // Where a cell may have begun of which nothing but quotes and white space was seen yet.
  let begun: number | null = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (separators.includes(sign)) begun = at + 1
    else if (begun !== null && formulaSigns.includes(sign)) {
      guarded += `${text.slice(kept, begun)}'`
      kept = begun
      begun = null
    } else if (begun === 0 || !isPassedOver(sign)) begun = null
  }
  return guarded === '' ? text : guarded + text.slice(kept)
}

const formulaSigns = '=+-@'
const separators = ';|\t\r\n'
const isPassedOver = (sign: string): boolean => sign === '"' || sign.trim() === ''
