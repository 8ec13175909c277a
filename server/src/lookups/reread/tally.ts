// Counts the results of a replay per endpoint, provider and form, with a few examples. Threads count separately;
// `merge` adds their counts.
import type { FieldPrints } from '../../fetching/archive/entry.ts'
import { countValues, fieldPrints, readFieldValues } from '../../fetching/archive/entry.ts'
import type { ReplayedLookup, ReplayResult } from './reread-lookup.ts'

export const differences = ['lost', 'changed', 'gained'] as const
type Difference = (typeof differences)[number]

export type Example = { url: string; at: string; now: string }
type Counted = { count: number; examples: Example[] }

/** One endpoint, provider and archived form. */
export type Group = {
  path: string
  provider: string
  form: string
  lookups: number
  /** Lookups that had a record and have none now. */
  unread: Counted
  fields: Record<string, Partial<Record<Difference, Counted>>>
}

export type Tally = { lookups: number; gone: number; groups: Record<string, Group> }

const maxExamples = 3
const maxShownChars = 120

export const newTally = (): Tally => ({ lookups: 0, gone: 0, groups: {} })

/** The fields of the lookup are those of its earlier record; none where it is unknown. */
export function count(tally: Tally, lookup: ReplayedLookup, reread: ReplayResult): void {
  tally.lookups += 1
  if (reread.kind === 'gone') {
    tally.gone += 1
    return
  }
  const group = getGroup(tally, lookup)
  group.lookups += 1
  const about = { url: lookup.pages.at(-1)?.head.url ?? '', at: lookup.at }
  const toCounted = (now: string): Counted => ({ count: 1, examples: [{ ...about, now: short(now) }] })
  if (reread.kind === 'failed') {
    add(group.unread, toCounted(reread.why))
    return
  }
  for (const { field, difference } of compareFields(lookup.fields, fieldPrints(reread.record))) {
    const values = readFieldValues(reread.record, field).slice(0, 3)
    const shown = values.map((value) => JSON.stringify(value)).join(', ')
    addDifference(group, field, difference, toCounted(shown))
  }
}

/** A field with fewer values than before is lost, even if some items of a list still have it. */
function compareFields(then: FieldPrints, now: FieldPrints): { field: string; difference: Difference }[] {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].sort()
  return names.flatMap((field) => {
    const [before, after] = [then[field], now[field]]
    if (before === after) return []
    const more = countValues(after) - countValues(before)
    return [{ field, difference: more < 0 ? 'lost' : more > 0 ? 'gained' : 'changed' } as const]
  })
}

function getGroup(tally: Tally, { path, provider, form }: Pick<Group, 'path' | 'provider' | 'form'>): Group {
  const key = `${path} ${provider} ${form}`
  tally.groups[key] ??= { path, provider, form, lookups: 0, unread: { count: 0, examples: [] }, fields: {} }
  return tally.groups[key]
}

function addDifference(group: Group, field: string, difference: Difference, counted: Counted): void {
  group.fields[field] ??= {}
  group.fields[field][difference] ??= { count: 0, examples: [] }
  add(group.fields[field][difference], counted)
}

function add(into: Counted, other: Counted): void {
  into.count += other.count
  into.examples = [...into.examples, ...other.examples].slice(0, maxExamples)
}

const short = (text: string): string =>
  text.length > maxShownChars ? `${text.slice(0, maxShownChars)}…` : text

export function merge(into: Tally, other: Tally): void {
  into.lookups += other.lookups
  into.gone += other.gone
  for (const group of Object.values(other.groups)) {
    const target = getGroup(into, group)
    target.lookups += group.lookups
    add(target.unread, group.unread)
    for (const [field, kinds] of Object.entries(group.fields))
      for (const [difference, counted] of Object.entries(kinds) as [Difference, Counted][])
        addDifference(target, field, difference, counted)
  }
}

export const hasLoss = ({ groups }: Tally): boolean =>
  Object.values(groups).some(
    ({ unread, fields }) => unread.count > 0 || Object.values(fields).some(({ lost }) => lost !== undefined),
  )
