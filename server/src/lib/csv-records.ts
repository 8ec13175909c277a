// Parses CSV (RFC 4180) piece by piece: quoted cells, doubled quotes, line breaks inside quotes, CRLF, LF and CR. Yields
// each record with the line on which it starts.

export type CsvRecord = {
  line: number
  cells: string[]
  /** The record breaks the rules of quotes. */
  isMalformed: boolean
}

export type CsvParser = {
  push: (text: string) => Generator<CsvRecord, void, undefined>
  /** The last record, if the text does not end with a line break. */
  end: () => Generator<CsvRecord, void, undefined>
  /** Characters of the record that has not ended. */
  pendingChars: () => number
  /** The line on which that record starts. */
  line: () => number
}

type State = 'start' | 'plain' | 'quoted' | 'closed'

const endOfPlain = /[,\r\n"]/g

export function createCsvParser(): CsvParser {
  let state: State = 'start'
  let cells: string[] = []
  let cell = ''
  let chars = 0
  let line = 1
  let startLine = 1
  let isMalformed = false
  let endedWithCr = false

  function add(text: string): void {
    cell += text
    chars += text.length
  }
  function endCell(): void {
    cells.push(cell)
    cell = ''
    chars += 1
    state = 'start'
  }
  function endRecord(): CsvRecord {
    endCell()
    const record = { line: startLine, cells, isMalformed }
    cells = []
    chars = 0
    isMalformed = false
    return record
  }

  /** Reads inside quotes up to the next quote; returns the position after it. */
  function readQuoted(text: string, at: number): number {
    const found = text.indexOf('"', at)
    const end = found === -1 ? text.length : found
    for (let next = text.indexOf('\n', at); next !== -1 && next < end; next = text.indexOf('\n', next + 1))
      line += 1
    add(text.slice(at, end))
    if (found !== -1) state = 'closed'
    return end + 1
  }

  function readPlain(text: string, at: number): number {
    endOfPlain.lastIndex = at
    const end = endOfPlain.exec(text)?.index ?? text.length
    if (end > at && state === 'closed') isMalformed = true
    add(text.slice(at, end))
    if (end > at) state = 'plain'
    return end
  }

  function readQuote(): void {
    // A quote after a closing quote is a literal one.
    if (state === 'closed') add('"')
    if (state === 'plain') {
      isMalformed = true
      add('"')
    } else state = 'quoted'
  }

  return {
    *push(text) {
      for (let at = 0; at < text.length; ) {
        if (state === 'quoted') {
          at = readQuoted(text, at)
          continue
        }
        if (endedWithCr && text[at] === '\n') at += 1
        endedWithCr = false
        at = readPlain(text, at)
        const char = text[at]
        if (char === undefined) break
        at += 1
        if (char === '"') readQuote()
        else if (char === ',') endCell()
        else {
          yield endRecord()
          endedWithCr = char === '\r'
          line += 1
          startLine = line
        }
      }
    },
    *end() {
      if (state === 'quoted') isMalformed = true
      if (state !== 'start' || cells.length > 0) yield endRecord()
    },
    pendingChars: () => chars,
    line: () => startLine,
  }
}
