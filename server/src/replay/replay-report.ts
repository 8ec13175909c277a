// What a replay found, for a person: as lines, and as the Markdown of a note.
import { differences } from './compare-fields.ts'
import type { Example, Group, Tally } from './tally.ts'

export type Line = { field: string; gained: number; lost: number; changed: number; examples: Example[] }

/** The fields of a group that are different, those that lost most first. */
export function listChangedFields({ fields }: Group): Line[] {
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

const sorted = ({ groups }: Tally): Group[] =>
  Object.values(groups).sort((a, b) => (headOf(a) < headOf(b) ? -1 : 1))

const headOf = ({ path, provider, form }: Group): string => `${path}, ${provider}, ${form}`

const summaryOf = ({ lookups, gone }: Tally): string =>
  `${lookups} ${lookups === 1 ? 'lookup' : 'lookups'} read again${gone > 0 ? `, of ${gone} the pages were gone` : ''}`

export function textReport(tally: Tally): string {
  const groups = sorted(tally).flatMap((group) => {
    const lines = listChangedFields(group)
    const head = `${headOf(group)}: ${group.lookups} read`
    if (lines.length === 0 && group.unread.count === 0) return [`${head}, no difference`]
    const unread = group.unread.count > 0 ? [`  ${group.unread.count} give no record any more`] : []
    return [
      head,
      ...unread,
      ...group.unread.examples.map(exampleLine),
      ...lines.flatMap(({ field, gained, lost, changed, examples }) => [
        `  ${field}: ${lost} lost, ${changed} changed, ${gained} gained`,
        ...examples.map(exampleLine),
      ]),
    ]
  })
  return `${[...groups, `${summaryOf(tally)}.`].join('\n')}\n`
}

const exampleLine = ({ url, at, now }: Example): string => `    ${at} ${url}${now === '' ? '' : ` → ${now}`}`

export function markdownReport(tally: Tally, at: string, version: string): string {
  const parts = sorted(tally).map((group) => {
    const lines = listChangedFields(group)
    const unread =
      group.unread.count === 0
        ? []
        : [
            `${group.unread.count} of ${group.lookups} give no record any more:`,
            '',
            ...group.unread.examples.map(({ url, now }) => `- ${code(url)}: ${code(now)}`),
            '',
          ]
    const table = [
      '| field | lost | changed | gained | examples |',
      '|---|---:|---:|---:|---|',
      ...lines.map(
        ({ field, lost, changed, gained, examples }) =>
          `| ${code(field)} | ${lost} | ${changed} | ${gained} | ${examples.map(exampleCell).join('<br>')} |`,
      ),
      '',
    ]
    return [
      `## ${group.path} (${group.provider}, ${code(group.form)})`,
      '',
      `${group.lookups} read.`,
      '',
      ...unread,
      ...(lines.length === 0 ? ['No field is different.', ''] : table),
    ]
  })
  const head = ['# Replay', '', `${at}, Quarry ${version}: ${summaryOf(tally)}.`, '']
  return `${[...head, ...parts.flat()].join('\n').trimEnd()}\n`
}

const exampleCell = ({ url, now }: Example): string => `${code(url)}${now === '' ? '' : ` → ${code(now)}`}`

/** What sites write must not become markup of the note. */
const code = (text: string): string =>
  `\`${text.replaceAll('`', "'").replaceAll('|', '\\|').replaceAll('\n', ' ')}\``
