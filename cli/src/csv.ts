// Lines of CSV that are safe to open: quoted as RFC 4180 says, and a text that a spreadsheet would take for a formula
// gets an apostrophe before it, also behind what separates cells elsewhere.

export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = text.replaceAll(/(^|[;|\t\r\n])(?=["\s]?[=+\-@])/g, "$1'")
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
