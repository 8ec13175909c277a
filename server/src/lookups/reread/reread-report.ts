// The report of `quarry replay`: counts what changed per endpoint, provider and form, with a few examples, and formats the
// counts as text and as Markdown.
import { countValues, type FieldPrints, fieldPrints, readFieldValues } from '../../fetching/archive/entry.ts'
import type { LookupToReread, RereadResult } from './reread-lookup.ts'

const differences = ['lost', 'changed', 'gained'] as const
type Difference = (typeof differences)[number]

type Example = { url: string; at: string; now: string }
type Counted = { count: number; examples: Example[] }

/** One endpoint, provider and archived form. */
type Group = {
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

/** `fields` of the lookup are those of its archived record; empty if that is unknown. */
export function countLookup(tally: Tally, lookup: LookupToReread, reread: RereadResult): void {
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

/** Threads count separately; this adds their counts. */
export function mergeTallies(into: Tally, other: Tally): void {
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

/** The changed fields of a group, most losses first. */
export function listChangedFields({ fields }: Group) {
  return Object.entries(fields)
    .map(([field, kinds]) => ({
      field,
      gained: kinds.gained?.count ?? 0,
      lost: kinds.lost?.count ?? 0,
      changed: kinds.changed?.count ?? 0,
      examples: differences.flatMap((difference) => kinds[difference]?.examples ?? []).slice(0, 3),
    }))
    .sort((a, b) => b.lost - a.lost || b.changed - a.changed || (a.field < b.field ? -1 : 1))
}

const sortGroups = ({ groups }: Tally): Group[] =>
  Object.values(groups).sort((a, b) => (toTitle(a) < toTitle(b) ? -1 : 1))

const toTitle = ({ path, provider, form }: Group): string => `${path}, ${provider}, ${form}`

const formatSummary = ({ lookups, gone }: Tally): string =>
  `${lookups} ${lookups === 1 ? 'lookup' : 'lookups'} read again${gone > 0 ? `; the pages of ${gone} are no longer stored` : ''}`

export function textReport(tally: Tally): string {
  const groups = sortGroups(tally).flatMap((group) => {
    const lines = listChangedFields(group)
    const head = `${toTitle(group)}: ${group.lookups} read`
    if (lines.length === 0 && group.unread.count === 0) return [`${head}, no difference`]
    const unread = group.unread.count > 0 ? [`  no record any longer: ${group.unread.count}`] : []
    return [
      head,
      ...unread,
      ...group.unread.examples.map(formatExample),
      ...lines.flatMap(({ field, gained, lost, changed, examples }) => [
        `  ${field}: ${lost} lost, ${changed} changed, ${gained} gained`,
        ...examples.map(formatExample),
      ]),
    ]
  })
  return `${[...groups, `${formatSummary(tally)}.`].join('\n')}\n`
}

const formatExample = ({ url, at, now }: Example): string =>
  `    ${at} ${url}${now === '' ? '' : ` → ${now}`}`

export function markdownReport(tally: Tally, at: string, version: string): string {
  const parts = sortGroups(tally).map((group) => {
    const lines = listChangedFields(group)
    const unread =
      group.unread.count === 0
        ? []
        : [
            `No record any longer, of ${group.lookups} lookups: ${group.unread.count}`,
            '',
            ...group.unread.examples.map(({ url, now }) => `- ${toCode(url)}: ${toCode(now)}`),
            '',
          ]
    const table = [
      '| field | lost | changed | gained | examples |',
      '|---|---:|---:|---:|---|',
      ...lines.map(
        ({ field, lost, changed, gained, examples }) =>
          `| ${toCode(field)} | ${lost} | ${changed} | ${gained} | ${examples.map(formatExampleCell).join('<br>')} |`,
      ),
      '',
    ]
    return [
      `## ${group.path} (${group.provider}, ${toCode(group.form)})`,
      '',
      `${group.lookups} read.`,
      '',
      ...unread,
      ...(lines.length === 0 ? ['No field is different.', ''] : table),
    ]
  })
  const head = ['# Replay', '', `${at}, Quarry ${version}: ${formatSummary(tally)}.`, '']
  return `${[...head, ...parts.flat()].join('\n').trimEnd()}\n`
}

const formatExampleCell = ({ url, now }: Example): string =>
  `${toCode(url)}${now === '' ? '' : ` → ${toCode(now)}`}`

/** Text from sites must not become markup. */
const toCode = (text: string): string =>
  `\`${text.replaceAll('`', "'").replaceAll('|', '\\|').replaceAll('\n', ' ')}\``
