// Reads uploaded files piece by piece: the records of CSV (RFC 4180: quoted cells, doubled quotes, line breaks inside
// quotes; CRLF, LF or CR), each with the line on which it starts, and the lines of other files.

export type CsvRecord = {
  line: number
  cells: string[]
  /** The record breaks the rules of quotes. */
  isMalformed: boolean
}

type State = 'start' | 'plain' | 'quoted' | 'closed'

const endOfPlain = /[,\r\n"]/g

type ParserState = ReturnType<typeof createState>
const createState = () => ({
  state: 'start' as State,
  cells: [] as string[],
  cell: '',
  chars: 0,
  line: 1,
  startLine: 1,
  isMalformed: false,
  endedWithCr: false,
})

export function createCsvParser() {
  const parser = createState()
  return {
    push: (text: string) => parseText(parser, text),
    /** The last record, if the text does not end with a line break. */
    *end(): Generator<CsvRecord, void, undefined> {
      if (parser.state === 'quoted') parser.isMalformed = true
      if (parser.state !== 'start' || parser.cells.length > 0) yield endRecord(parser)
    },
    /** Characters of the record that has not ended. */
    pendingChars: () => parser.chars,
    /** The line on which that record starts. */
    line: () => parser.startLine,
  }
}

function* parseText(parser: ParserState, text: string): Generator<CsvRecord, void, undefined> {
  for (let at = 0; at < text.length; ) {
    if (parser.state === 'quoted') {
      at = readQuoted(parser, text, at)
      continue
    }
    if (parser.endedWithCr && text[at] === '\n') at += 1
    parser.endedWithCr = false
    at = readPlain(parser, text, at)
    const char = text[at]
    if (char === undefined) break
    at += 1
    if (char === '"') readQuote(parser)
    else if (char === ',') endCell(parser)
    else {
      yield endRecord(parser)
      parser.endedWithCr = char === '\r'
      parser.line += 1
      parser.startLine = parser.line
    }
  }
}

/** Reads inside quotes up to the next quote; returns the position after it. */
function readQuoted(parser: ParserState, text: string, at: number): number {
  const found = text.indexOf('"', at)
  const end = found === -1 ? text.length : found
  for (let next = text.indexOf('\n', at); next !== -1 && next < end; next = text.indexOf('\n', next + 1))
    parser.line += 1
  addChars(parser, text.slice(at, end))
  if (found !== -1) parser.state = 'closed'
  return end + 1
}

function readPlain(parser: ParserState, text: string, at: number): number {
  endOfPlain.lastIndex = at
  const end = endOfPlain.exec(text)?.index ?? text.length
  if (end > at && parser.state === 'closed') parser.isMalformed = true
  addChars(parser, text.slice(at, end))
  if (end > at) parser.state = 'plain'
  return end
}

function readQuote(parser: ParserState): void {
  // A quote after a closing quote is a literal one.
  if (parser.state === 'closed') addChars(parser, '"')
  if (parser.state === 'plain') {
    parser.isMalformed = true
    addChars(parser, '"')
  } else parser.state = 'quoted'
}

function addChars(parser: ParserState, text: string): void {
  parser.cell += text
  parser.chars += text.length
}

function endCell(parser: ParserState): void {
  parser.cells.push(parser.cell)
  parser.cell = ''
  parser.chars += 1
  parser.state = 'start'
}

function endRecord(parser: ParserState): CsvRecord {
  endCell(parser)
  const record = { line: parser.startLine, cells: parser.cells, isMalformed: parser.isMalformed }
  parser.cells = []
  parser.chars = 0
  parser.isMalformed = false
  return record
}

const newline = 0x0a

/** Lines without their line breaks. `onTooLong` throws when a line has more than `maxBytes`; it gets the number of the line, from 1. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  onTooLong: (line: number) => never,
): AsyncGenerator<{ line: number; bytes: Buffer }, void, undefined> {
  let pending: Buffer[] = []
  let size = 0
  let line = 1
  const add = (piece: Buffer) => {
    pending.push(piece)
    size += piece.length
    if (size > maxBytes) onTooLong(line)
  }
  const take = () => {
    const bytes = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending, size)
    pending = []
    size = 0
    return { line, bytes }
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end))
      yield take()
      line += 1
      start = end + 1
    }
    if (start < chunk.length) add(chunk.subarray(start))
  }
  if (size > 0) yield take()
}
