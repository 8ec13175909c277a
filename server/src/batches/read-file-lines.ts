// Reads the inputs of an uploaded file line by line, CSV or NDJSON, without storing the file. A bad line is yielded
// with its problem; a file that cannot be read at all is refused.
import type { Endpoint } from '@quarry/kit/endpoint'
import { isRefusal, malformedBody, Refusal } from '../errors.ts'
import { splitLines } from '../lib/byte-lines.ts'
import { type CsvRecord, createCsvParser } from '../lib/csv-records.ts'
import { StrictJsonError } from '../lib/scan-json.ts'
import { parseStrictJson, usualBounds } from '../lib/strict-json.ts'
import { createReadCells, type ReadCells } from './read-cells.ts'

export type FileFormat = 'csv' | 'ndjson'

/** `line` is the number in the file, from 1. */
export type FileLine = { line: number; input: Record<string, unknown> } | { line: number; problem: Refusal }

/** Blank lines are null: they count, and are not inputs. */
type Lines = AsyncGenerator<FileLine | null>

const { maxBytes: maxLineBytes } = usualBounds

const tooLong = (line: number): never => {
  throw malformedBody(`line ${line}: the line is longer than ${maxLineBytes / 1024} KiB`)
}

export const readFileLines = (
  format: FileFormat,
  chunks: AsyncIterable<Buffer>,
  endpoint: Endpoint,
): Lines => (format === 'csv' ? readCsv(chunks, endpoint) : readNdjson(chunks))

async function* readNdjson(chunks: AsyncIterable<Buffer>): Lines {
  for await (const { line, bytes } of splitLines(chunks, maxLineBytes, tooLong))
    yield isBlankLine(bytes) ? null : readJsonLine(line, bytes)
}

/** White space, and a byte order mark. */
const blankBytes = new Set([0x20, 0x09, 0x0d, 0xef, 0xbb, 0xbf])
const isBlankLine = (bytes: Buffer): boolean => bytes.every((byte) => blankBytes.has(byte))

function readJsonLine(line: number, bytes: Buffer): FileLine {
  try {
    const input = parseStrictJson(bytes)
    return isObject(input)
      ? { line, input }
      : { line, problem: malformedBody('the line must be a JSON object') }
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    return { line, problem: malformedBody(error.message.replace('the body', 'it')) }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function* readCsv(chunks: AsyncIterable<Buffer>, endpoint: Endpoint): Lines {
  const parser = createCsvParser()
  let readCells: ReadCells | null = null
  function* toLines(records: Iterable<CsvRecord>): Generator<FileLine | null> {
    for (const record of records) {
      const isBlank = record.cells.length === 1 && record.cells[0] === ''
      if (isBlank) yield null
      else if (readCells) yield readCsvLine(record, readCells)
      else readCells = createReadCells(endpoint, record.cells)
    }
  }
  for await (const text of decodeText(chunks)) {
    yield* toLines(parser.push(text))
    if (parser.pendingChars() > maxLineBytes) tooLong(parser.line())
  }
  yield* toLines(parser.end())
}

function readCsvLine({ line, cells, isMalformed }: CsvRecord, readCells: ReadCells): FileLine {
  if (isMalformed) return { line, problem: malformedBody('a quote is in the wrong place or not closed') }
  try {
    return { line, input: readCells(cells) }
  } catch (error) {
    if (isRefusal(error)) return { line, problem: error }
    throw error
  }
}

/** Also removes a byte order mark. */
async function* decodeText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw malformedBody('the file is not valid UTF-8; save it as UTF-8')
    }
  }
  for await (const chunk of chunks) yield decode(chunk)
  yield decode()
}

/** The same refusal, with the number of the line in front of its problem. */
export function nameLine(line: number, { reason, message, parameter }: Refusal): Refusal {
  const refusal = new Refusal(reason, message.replace(/^Bad Request: /, `Bad Request: line ${line}: `))
  return parameter === undefined ? refusal : Object.assign(refusal, { parameter })
}
