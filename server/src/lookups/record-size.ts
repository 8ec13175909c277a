// Bounds the size of a record before it is checked, serialized and sent: a page of 10 MB can expand to far more.
import { Failure } from '@quarry/kit/errors'
import { checkCountBudget, checkIslandBudget } from '@quarry/kit/read/page-budget'

/** A list of a thousand entries has about 40,000 values. */
const maxValues = 100_000
const maxChars = 8 * 1024 * 1024

/** Throws page_changed above these bounds, DomTooLarge for a record that takes too long on the event loop. */
export function checkRecordSize(record: unknown): void {
  const { values, chars } = measureRecord(record)
  if (values > maxValues || chars > maxChars) throw new Failure('page_changed', 'the record is too large')
  checkCountBudget('fields', values)
  checkIslandBudget(chars)
}

/** Stops counting above either bound. */
function measureRecord(record: unknown): { values: number; chars: number } {
  const pending: unknown[] = [record]
  let values = 0
  let chars = 0
  while (pending.length > 0 && values <= maxValues && chars <= maxChars) {
    const value = pending.pop()
    values += 1
    if (typeof value === 'string') chars += value.length
    if (value === null || typeof value !== 'object') continue
    const inside = Array.isArray(value) ? value : Object.values(value)
    if (inside.length > maxValues) return { values: values + inside.length, chars }
    for (const item of inside) pending.push(item)
  }
  return { values, chars }
}
