// What is different between a record as it was read then and as it is read now, field by field.
import type { FieldPrints } from '../archive/entry.ts'
import { countIn } from '../archive/field-prints.ts'

export const differences = ['lost', 'changed', 'gained'] as const
export type Difference = (typeof differences)[number]

/** A field that has fewer values than before is lost, also where some items of a list still have it. */
export function compareFields(
  then: FieldPrints,
  now: FieldPrints,
): { field: string; difference: Difference }[] {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].sort()
  return names.flatMap((field) => {
    const [before, after] = [then[field], now[field]]
    if (before === after) return []
    const more = countIn(after) - countIn(before)
    return [{ field, difference: more < 0 ? 'lost' : more > 0 ? 'gained' : 'changed' } as const]
  })
}
