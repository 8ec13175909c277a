// Lines of CSV that are safe to open: quoted as RFC 4180 says, and nothing in them that a spreadsheet would take for a
// formula. Batches and the request log write them.

/** One line, ended as RFC 4180 says. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

/** Where a spreadsheet would begin a formula: at the start of a cell, or behind what separates cells elsewhere. */
const formula = /^(?=[=+\-@])|(?<=[;|\t\r\n])(?=["\s]*[=+\-@])/g

/**
 * One cell. A text that a spreadsheet would take for a formula gets an apostrophe before it; a number is no text,
 * also a negative one. Spreadsheets that separate by `;` split inside quotes, so the apostrophe goes there as well.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const guarded = text.replace(formula, "'")
  const safe = /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
