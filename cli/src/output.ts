// Prints the output of commands: tables for people, JSON and CSV for programs. Texts come from outside, so control
// characters never reach a terminal, and formulas never reach a spreadsheet.
import type { Command } from 'commander'
import { csvLine } from './csv.ts'
import { hasColour } from './profile.ts'
import { plain, plainLines } from './text.ts'

export type Format = 'table' | 'json' | 'csv'
export type FormatOptions = { json?: boolean; csv?: boolean }
export type Row = Record<string, unknown>

/** The options that every command with output has. */
export const withFormats = (command: Command): Command =>
  command.option('--json', 'print JSON').option('--csv', 'print CSV')

export const chooseFormat = ({ json, csv }: FormatOptions): Format => (json ? 'json' : csv ? 'csv' : 'table')

/** The first items of a list that is read page by page. */
export async function takeFirst<T>(items: AsyncIterable<T>, limit: number): Promise<T[]> {
  const limited: T[] = []
  for await (const item of items) {
    limited.push(item)
    if (limited.length >= limit) break
  }
  return limited
}

export const write = (text: string): void => void process.stdout.write(text)
/** Writes text from outside: exact bytes to a pipe or file, without control characters to a terminal. */
export const writeUntrusted = (text: string): void => write(process.stdout.isTTY ? plainLines(text) : text)
export const printNotice = (text: string): void => void process.stderr.write(`${text}\n`)

/** JSON escapes the other control characters itself. */
export const jsonText = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replaceAll(
    /[\x7f-\x9f\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const style = (code: number, text: string): string =>
  process.stdout.isTTY && hasColour ? `\x1b[${code}m${text}\x1b[0m` : text

export const bold = (text: string): string => style(1, text)

const maxCell = 60

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const text = plain(typeof value === 'object' ? JSON.stringify(value) : String(value))
  return text.length > maxCell ? `${text.slice(0, maxCell - 1)}…` : text
}

const isNumber = (value: unknown): boolean => typeof value === 'number'

/** Aligned columns, numbers to the right; nested values have dotted names. */
function tableText(rows: readonly Row[], columns: readonly string[]): string {
  const valueIn = (row: Row, column: string) =>
    Object.hasOwn(row, column) ? row[column] : flatten(row)[column]
  const cells = rows.map((row) => columns.map((column) => cellText(valueIn(row, column))))
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...cells.map((row) => row[at]?.length ?? 0)),
  )
  const right = columns.map(
    (column) => rows.length > 0 && rows.every((row) => isNumber(valueIn(row, column) ?? 0)),
  )
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => (right[at] ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  return `${[bold(line(columns)), ...cells.map(line)].join('\n')}\n`
}

/** Turns nested objects into dotted names; lists stay as they are. */
function flatten(value: unknown, prefix = ''): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { [prefix || 'value']: value }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner) && Object.keys(inner).length > 0
        ? flatten(inner, `${prefix}${name}.`)
        : { [`${prefix}${name}`]: inner },
    ),
  ) as Row
}

export function csvText(rows: readonly Row[]): string {
  const flat = rows.map((row) => flatten(row))
  const columns = [...new Set(flat.flatMap((row) => Object.keys(row)))]
  return [csvLine(columns), ...flat.map((row) => csvLine(columns.map((column) => row[column])))].join('')
}

/** Prints a list: a table with these columns, a JSON array, or CSV with all fields. */
export function printRows(rows: readonly Row[], columns: readonly string[], options: FormatOptions): void {
  const format = chooseFormat(options)
  if (format === 'json') write(`${jsonText(rows)}\n`)
  else if (format === 'csv') writeUntrusted(csvText(rows))
  else write(tableText(rows, columns))
}

/** Prints one object: a line for each value, JSON, or one line of CSV. */
export function printOne(value: unknown, options: FormatOptions): void {
  const format = chooseFormat(options)
  if (format === 'json') write(`${jsonText(value)}\n`)
  else if (format === 'csv') writeUntrusted(csvText([value as Row]))
  else write(valuesText(value))
}

function valuesText(value: unknown): string {
  const flat = Object.entries(flatten(value))
  const width = Math.max(0, ...flat.map(([name]) => name.length))
  return flat.map(([name, inner]) => `${bold(name.padEnd(width))}  ${cellText(inner)}\n`).join('')
}
