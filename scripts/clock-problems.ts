// Finds readings of the time of day in code. It steps when the clock of the machine is set, so an interval that is
// measured with it may last an hour longer or end at once. Durations take `performance.now()`, or a `nowMs` parameter.
import ts from 'typescript'

/** Why a file may read the time of day: it needs a date that others see or that outlives the process. */
export type DateReaders = Readonly<Record<string, string>>

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

/** `Date.now`, called or passed on, `new Date()` unless it is written out, and the number of a Clock. */
function isReading(node: ts.Node): boolean {
  if (ts.isNewExpression(node))
    return isDate(node.expression) && !node.arguments?.length && !isWrittenOut(node.parent)
  if (!ts.isPropertyAccessExpression(node)) return false
  const { expression, name } = node
  return (isDate(expression) && name.text === 'now') || (isClockCall(expression) && name.text === 'getTime')
}

/** A text cannot be subtracted. */
const isWrittenOut = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === 'toISOString'

const isDate = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'Date'

function isClockCall(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false
  const { expression } = node
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  return ts.isIdentifier(name) && name.text === 'clock'
}
