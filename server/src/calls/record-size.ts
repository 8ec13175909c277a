// How large a record may be: what a page of ten megabytes can be blown up to is checked before the event loop has to
// copy it, check it and write it out.

/** A list of a thousand entries has some 40,000 values; a record beyond this is no answer to any lookup. */
const maxValues = 100_000
const maxChars = 8 * 1024 * 1024

/** Whether a record has too many values or too much text. Stops counting there. */
export function isTooLarge(record: unknown): boolean {
  const pending: unknown[] = [record]
  let values = 0
  let chars = 0
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string') chars += value.length
    if (++values > maxValues || chars > maxChars) return true
    if (value === null || typeof value !== 'object') continue
    const inside = Array.isArray(value) ? value : Object.values(value)
    if (inside.length > maxValues) return true
    for (const item of inside) pending.push(item)
  }
  return false
}
