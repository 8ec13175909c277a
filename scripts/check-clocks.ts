// Fails when code measures a duration with the time of day. It jumps when the clock of the machine is set, so such an
// interval may last an hour longer or end at once. Durations take `performance.now()`, or a `nowMs` parameter. Run by the
// checks: `npx tsx scripts/check-clocks.ts`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Why a file may read the time of day: it needs a date that others see or that outlives the process. */
export type DateReaders = Readonly<Record<string, string>>

const readers: DateReaders = {
  'kit/src/clock.ts': 'the default of a Clock',
  'server/src/fetching/archive/write-archive.ts': 'names segments of stored pages and keeps them for days',
  'server/src/operate/commands/replay.ts': 'reads an age on the command line',
  'server/src/platform/db/database-clock.ts': 'compares with the clock of the database',
  'server/src/platform/db/embedded-upgrade.ts': 'names a folder',
  'server/src/platform/db/hold-data-folder.ts': 'the age of a file',
  'server/src/lookups/drift/drift.ts': 'stores since when an alarm lasts',
  'server/src/platform/lib/uuid.ts': 'ids begin with a date',
  'server/src/lookups/health/status-history.ts': 'counts calls by hour',
  'server/src/lookups/cache/record-cache.ts': 'dates records for other servers',
  'server/src/lookups/cache/shared-lookups.ts': 'dates records for other servers',
  'server/src/fetching/sandbox/start-sandbox.ts': 'the age of a file',
  'server/src/fetching/request-headers.ts': 'compares with a date of a site',
  'server/src/fetching/fetch-page.ts': 'compares with a date of a site',
  'server/src/fetching/deliver.ts': 'dates a signature',
}

function checkClocks(): void {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = ['kit/src', 'sources/src', 'server/src', 'plugins/page/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(folder, file)),
  )
  const problems = findClockProblems(
    files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
    readers,
  )
  for (const problem of problems) console.error(problem)
  console.log(`${files.length} files, ${Object.keys(readers).length} of them may read the time of day`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

export type SourceFile = { file: string; text: string }

/** Most files have none of these, and need not be parsed. */
const suspect = /\bDate\b|\bclock\(\)/

/** Returns one line per reading outside of the listed files, and per listed file without any. */
export function findClockProblems(files: readonly SourceFile[], readers: DateReaders): string[] {
  const readings = files.flatMap(({ file, text }) =>
    listReadings(file, text).map((reading) => ({ file, ...reading })),
  )
  const reading = new Set(readings.map(({ file }) => file))
  return [
    ...readings
      .filter(({ file }) => !(file in readers))
      .map(
        ({ file, line, code }) =>
          `${file}:${line}: ${code} steps with the clock of the machine: measure durations with performance.now(); a file that needs the date is listed in scripts/check-clocks.ts`,
      ),
    ...Object.keys(readers)
      .filter((file) => !reading.has(file))
      .map((file) => `${file} is listed in scripts/check-clocks.ts, but does not read the time of day`),
  ]
}

function listReadings(file: string, text: string): { line: number; code: string }[] {
  if (!suspect.test(text)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (isReading(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.map((node) => ({
    line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
    code: node.getText(source),
  }))
}

/** `Date.now`, called or passed on; `new Date()` unless it becomes a text at once; and the number of a Clock. */
function isReading(node: ts.Node): boolean {
  if (ts.isNewExpression(node))
    return isDate(node.expression) && !node.arguments?.length && !becomesText(node.parent)
  if (!ts.isPropertyAccessExpression(node)) return false
  const { expression, name } = node
  return (isDate(expression) && name.text === 'now') || (isClockCall(expression) && name.text === 'getTime')
}

/** A text cannot be subtracted, so it measures nothing. */
const becomesText = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === 'toISOString'

const isDate = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'Date'

function isClockCall(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false
  const { expression } = node
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  return ts.isIdentifier(name) && name.text === 'clock'
}

if (process.argv[1] === fileURLToPath(import.meta.url)) checkClocks()
