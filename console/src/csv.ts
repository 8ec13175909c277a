// Reads and writes CSV as spreadsheets do: commas or semicolons, quoted cells, any line ends.
import { toText } from './text.ts'

/** `lines` has the line of the file on which each row starts, from 1. */
export type Csv = { heads: string[]; rows: string[][]; lines: number[] }

export function readCsv(text: string): Csv {
  const clean = text.replace(/^\uFEFF/, '')
  const firstLine = clean.split(/\r?\n/, 1)[0] ?? ''
  const separator = firstLine.split(';').length > firstLine.split(',').length ? ';' : ','
  const [first, ...rest] = splitRows(clean, separator).filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== ''),
  )
  return {
    heads: (first?.cells ?? []).map((head) => head.trim()),
    rows: rest.map(({ cells }) => cells),
    lines: rest.map(({ line }) => line),
  }
}

function splitRows(text: string, separator: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let startLine = 1
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    const isBreak = character === '\n' || (character === '\r' && text[at + 1] !== '\n')
    if (isBreak) line += 1
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      cells.push(cell)
      cell = ''
    } else if (isBreak) {
      rows.push({ line: startLine, cells: [...cells, cell] })
      cells = []
      cell = ''
      startLine = line
    } else if (character !== '\r') cell += character
  }
  if (cell !== '' || cells.length > 0) rows.push({ line: startLine, cells: [...cells, cell] })
  return rows
}

/** One column per parameter; missing values are empty cells. */
export function writeCsv(inputs: readonly Record<string, unknown>[]): string {
  const heads = [...new Set(inputs.flatMap((input) => Object.keys(input)))]
  const lines = [heads, ...inputs.map((input) => heads.map((head) => toCell(input[head])))]
  return `${lines.map((line) => line.map(quote).join(',')).join('\n')}\n`
}

const toCell = (value: unknown): string => (value === undefined || value === null ? '' : toText(value))

const quote = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
