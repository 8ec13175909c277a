// Reads and writes CSV as spreadsheets do: commas or semicolons, quoted cells, any line ends.
import { toText } from './text.ts'

export type Csv = { heads: string[]; rows: string[][] }

export function readCsv(text: string): Csv {
  const clean = text.replace(/^\uFEFF/, '')
  const firstLine = clean.split(/\r?\n/, 1)[0] ?? ''
  const separator = firstLine.split(';').length > firstLine.split(',').length ? ';' : ','
  const lines = splitLines(clean, separator).filter((line) => line.some((cell) => cell.trim() !== ''))
  const [heads = [], ...rows] = lines
  return { heads: heads.map((head) => head.trim()), rows }
}

function splitLines(text: string, separator: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at] ?? ''
    if (isQuoted) {
      if (one !== '"') cell += one
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (one === '"' && cell === '') isQuoted = true
    else if (one === separator) {
      line.push(cell)
      cell = ''
    } else if (one === '\n' || one === '\r') {
      if (one === '\r' && text[at + 1] === '\n') at += 1
      lines.push([...line, cell])
      line = []
      cell = ''
    } else cell += one
  }
  if (cell !== '' || line.length > 0) lines.push([...line, cell])
  return lines
}

/** One column per parameter; missing values are empty cells. */
export function writeCsv(inputs: readonly Record<string, unknown>[]): string {
  const heads = [...new Set(inputs.flatMap((input) => Object.keys(input)))]
  const lines = [heads, ...inputs.map((input) => heads.map((head) => toCell(input[head])))]
  return `${lines.map((line) => line.map(quote).join(',')).join('\n')}\n`
}

const toCell = (value: unknown): string => (value === undefined || value === null ? '' : toText(value))

const quote = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
