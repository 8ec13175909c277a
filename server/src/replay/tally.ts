// Counts the results of a replay per endpoint, provider and form, with a few examples. Threads count separately;
// `merge` adds their counts.
import type { FieldPrints } from '../archive/entry.ts'
import { fieldPrints, readValues } from '../archive/field-prints.ts'
import { compareFields, type Difference } from './compare-fields.ts'
import type { ReplayedLookup, ReplayResult } from './replay-lookup.ts'

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

/** `then`: empty where the earlier record is unknown. */
export function count(tally: Tally, lookup: ReplayedLookup, then: FieldPrints, reread: ReplayResult): void {
  tally.lookups += 1
  if (reread.kind === 'gone') {
    tally.gone += 1
    return
  }
  const group = getGroup(tally, lookup)
  group.lookups += 1
  const about = { url: lookup.pages.at(-1)?.head.url ?? '', at: lookup.at }
  if (reread.kind === 'failed') {
    add(group.unread, { ...about, now: short(reread.why) })
    return
  }
  for (const { field, difference } of compareFields(then, fieldPrints(reread.record))) {
    const differences = group.fields[field] ?? {}
    group.fields[field] = differences
    const counted = differences[difference] ?? { count: 0, examples: [] }
    differences[difference] = counted
    const values = readValues(reread.record, field).slice(0, 3)
    add(counted, { ...about, now: short(values.map((value) => JSON.stringify(value)).join(', ')) })
  }
}

function getGroup(tally: Tally, { path, provider, form }: Pick<Group, 'path' | 'provider' | 'form'>): Group {
  const key = `${path} ${provider} ${form}`
  const existing = tally.groups[key]
  if (existing) return existing
  const group = { path, provider, form, lookups: 0, unread: { count: 0, examples: [] }, fields: {} }
  tally.groups[key] = group
  return group
}

function add(counted: Counted, ...examples: Example[]): void {
  counted.count += examples.length
  counted.examples = [...counted.examples, ...examples].slice(0, maxExamples)
}

const short = (text: string): string =>
  text.length > maxShownChars ? `${text.slice(0, maxShownChars)}…` : text

export function merge(into: Tally, other: Tally): void {
  into.lookups += other.lookups
  into.gone += other.gone
  for (const group of Object.values(other.groups)) {
    const target = getGroup(into, group)
    target.lookups += group.lookups
    mergeCounted(target.unread, group.unread)
    for (const [field, kinds] of Object.entries(group.fields)) {
      const fields = target.fields[field] ?? {}
      target.fields[field] = fields
      for (const [difference, counted] of Object.entries(kinds) as [Difference, Counted][]) {
        const sum = fields[difference] ?? { count: 0, examples: [] }
        fields[difference] = sum
        mergeCounted(sum, counted)
      }
    }
  }
}

function mergeCounted(into: Counted, other: Counted): void {
  into.count += other.count
  into.examples = [...into.examples, ...other.examples].slice(0, maxExamples)
}

export const hasLoss = ({ groups }: Tally): boolean =>
  Object.values(groups).some(
    ({ unread, fields }) => unread.count > 0 || Object.values(fields).some(({ lost }) => lost !== undefined),
  )
