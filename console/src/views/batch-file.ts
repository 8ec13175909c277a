// The file of a batch: reads and writes CSV as spreadsheets do (commas or semicolons, quoted cells, any line ends), and
// uploads the lines.
import { toText } from '../text.ts'

/** `lines` has the line of the file on which each row starts, from 1. */
type Csv = { heads: string[]; rows: string[][]; lines: number[] }

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

type UploadOptions = {
  endpoint: string
  text: string
  skipsBadLines: boolean
  onProgress: (share: number) => void
}

/** Writes one JSON object per line, each on the line that it has in the file, so that errors name that line. */
export function writeLines(inputs: readonly { line: number; input: object }[]): string {
  let next = 1
  return inputs
    .map(({ line, input }) => {
      const blank = '\n'.repeat(Math.max(0, line - next))
      next = Math.max(line, next) + 1
      return `${blank}${JSON.stringify(input)}\n`
    })
    .join('')
}

/**
 * Uploads the lines and returns the id of the batch. Reports the progress of the upload, which `fetch` does not. Rejects
 * with an error like those of the SDK.
 */
export function uploadBatch({ endpoint, text, skipsBadLines, onProgress }: UploadOptions): Promise<string> {
  const query = new URLSearchParams({ endpoint, on_error: skipsBadLines ? 'skip' : 'fail' })
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/v2/batches?${query}`)
    request.setRequestHeader('content-type', 'application/x-ndjson')
    request.setRequestHeader('x-quarry-console', '1')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(toError(request, null, 'the connection was lost'))
    request.onload = () => {
      const response = parseResponse(request.responseText)
      if (request.status === 202 && typeof response.batch_id === 'string') resolve(response.batch_id)
      else reject(toError(request, request.status, String(response.error ?? `status ${request.status}`)))
    }
    request.send(text)
  })
}

function parseResponse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

const toError = (request: XMLHttpRequest, status: number | null, message: string): Error =>
  Object.assign(new Error(message), {
    status,
    reason: request.getResponseHeader('x-error-reason'),
    requestId: request.getResponseHeader('x-request-id'),
  })
