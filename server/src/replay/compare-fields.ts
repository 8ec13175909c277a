// Compares the archived record with the record as read now, field by field.
import type { FieldPrints } from '../archive/entry.ts'
import { countValues } from '../archive/field-prints.ts'

export const differences = ['lost', 'changed', 'gained'] as const
export type Difference = (typeof differences)[number]

/** A field with fewer values than before is lost, even if some items of a list still have it. */
export function compareFields(
  then: FieldPrints,
  now: FieldPrints,
): { field: string; difference: Difference }[] {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].sort()
  return names.flatMap((field) => {
    const [before, after] = [then[field], now[field]]
    if (before === after) return []
    const more = countValues(after) - countValues(before)
    return [{ field, difference: more < 0 ? 'lost' : more > 0 ? 'gained' : 'changed' } as const]
  })
}
