// What commands print: tables for people, JSON and CSV for programs. Texts come from outside, so nothing in them reaches
// a terminal as a command to it, nor a spreadsheet as a formula.
import { csvLine } from './csv.ts'
import { plain, plainLines } from './plain.ts'
import { wantsColour } from './profile.ts'

export type Format = 'table' | 'json' | 'csv'
export type FormatOptions = { json?: boolean; csv?: boolean }
export type Row = Record<string, unknown>

export const chooseFormat = ({ json, csv }: FormatOptions): Format => (json ? 'json' : csv ? 'csv' : 'table')

export const write = (text: string): void => void process.stdout.write(text)
/** Writes text from outside: exact bytes to a pipe or file, without control characters to a terminal. */
export const writeUntrusted = (text: string): void => write(process.stdout.isTTY ? plainLines(text) : text)
export const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** JSON escapes most of them by itself. */
export const jsonText = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replaceAll(
    /[\x7f-\x9f\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const style = (code: number, text: string): string =>
  process.stdout.isTTY && wantsColour ? `\x1b[${code}m${text}\x1b[0m` : text

export const bold = (text: string): string => style(1, text)

const maxCell = 60

export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const text = plain(typeof value === 'object' ? JSON.stringify(value) : String(value))
  return text.length > maxCell ? `${text.slice(0, maxCell - 1)}…` : text
}

const isNumber = (value: unknown): boolean => typeof value === 'number'

/** Aligned columns, dotted names for what is nested; numbers to the right. */
export function tableText(rows: readonly Row[], columns: readonly string[]): string {
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

/** Nested objects as dotted names; lists stay as they are. */
export function flatten(value: unknown, prefix = ''): Row {
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

/** A list: a table with these columns, one JSON array, or CSV with everything. */
export function printRows(rows: readonly Row[], columns: readonly string[], format: Format): void {
  if (format === 'json') write(`${jsonText(rows)}\n`)
  else if (format === 'csv') writeUntrusted(csvText(rows))
  else write(tableText(rows, columns))
}

/** One thing: a line for each of its values, its JSON, or one line of CSV. */
export function printOne(value: unknown, format: Format): void {
  if (format === 'json') write(`${jsonText(value)}\n`)
  else if (format === 'csv') writeUntrusted(csvText([value as Row]))
  else write(valuesText(value))
}

function valuesText(value: unknown): string {
  const flat = Object.entries(flatten(value))
  const width = Math.max(0, ...flat.map(([name]) => name.length))
  return flat.map(([name, inner]) => `${bold(name.padEnd(width))}  ${cellText(inner)}\n`).join('')
}
