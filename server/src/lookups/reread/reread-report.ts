// Formats the result of a replay as text and as Markdown.
import { differences, type Example, type Group, type Tally } from './tally.ts'

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
