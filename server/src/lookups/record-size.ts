// How large a record may be: what a page of ten megabytes can be blown up to is counted before anything has to check
// it, write it out and send it.
import { Failure } from '@quarry/kit/errors'
import { checkCountBudget, checkIslandBudget } from '@quarry/kit/read/page-budget'

/** A list of a thousand entries has some 40,000 values; a record beyond this is no answer to any lookup. */
const maxValues = 100_000
const maxChars = 8 * 1024 * 1024

/** Throws page_changed for a record beyond any size, DomTooLarge for one that is long work for the event loop. */
export function checkRecordSize(record: unknown): void {
  const { values, chars } = sizeOf(record)
  if (values > maxValues || chars > maxChars) throw new Failure('page_changed', 'the record is too large')
  checkCountBudget('fields', values)
  checkIslandBudget(chars)
}

/** Stops counting where there is too much of either. */
function sizeOf(record: unknown): { values: number; chars: number } {
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
