// Reads the inputs of an uploaded file line by line, CSV or NDJSON, without storing the file. A bad line is yielded
// with its problem; a file that cannot be read at all is refused.
import type { Endpoint } from '@quarry/kit/endpoint'
import { invalidParameter } from '@quarry/kit/errors'
import { asObject } from '@quarry/kit/read/values'
import { boolean, integer, object, optional, text } from '@quarry/kit/schema'
import { convert, getParameters } from '../../lookups/read-params.ts'
import { isRefusal, malformedBody, Refusal } from '../../platform/errors.ts'
import { type CsvRecord, createCsvParser, splitLines } from '../../platform/lib/file-records.ts'
import { defaultBounds, parseStrictJson, StrictJsonError } from '../../platform/lib/json.ts'
import { findNearest } from '../../platform/lib/nearest.ts'

export type FileFormat = 'csv' | 'ndjson'

/** `line` is the number in the file, from 1. */
export type FileLine = { line: number; input: Record<string, unknown> } | { line: number; problem: Refusal }

/** Blank lines are null: they count, and are not inputs. */
type Lines = AsyncGenerator<FileLine | null>

const { maxBytes: maxLineBytes } = defaultBounds

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
    const input = asObject(parseStrictJson(bytes))
    return input ? { line, input } : { line, problem: malformedBody('the line must be a JSON object') }
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    return { line, problem: malformedBody(error.message.replace('the body', 'it')) }
  }
}

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
  for await (const piece of decodeText(chunks)) {
    yield* toLines(parser.push(piece))
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

type Parameter = ReturnType<typeof getParameters>[number]

/** The options of a lookup that a job has too. */
const jobOptions = object({
  soft_fail: optional(boolean(true)),
  max_age: optional(integer(3600)),
  provider: optional(text('site')),
  require: optional(text('name')),
  require_any: optional(text('name')),
  fields: optional(text('name')),
})

type ReadCells = (cells: readonly string[]) => Record<string, unknown>

/** Reads cells as the parameters that the header names. Throws 400 for a column that is unknown or repeated. */
function createReadCells(endpoint: Endpoint, header: readonly string[]): ReadCells {
  const accepted = [...getParameters(endpoint.params), ...getParameters(jobOptions)]
  const names = header.map((cell) => cell.trim())
  const columns = names.map((name, index) => {
    const parameter = accepted.find((candidate) => candidate.name === name)
    if (!parameter) throw unknownColumn(endpoint, name, accepted)
    if (names.indexOf(name) !== index) throw refuseHeader(`the column ${name} occurs twice`)
    return parameter
  })
  return (cells) => {
    if (cells.length !== columns.length)
      throw malformedBody(
        `the line must have as many cells as the header: ${columns.length}, not ${cells.length}`,
      )
    const input: Record<string, unknown> = {}
    for (const [index, parameter] of columns.entries()) {
      const cell = cells[index] ?? ''
      if (cell !== '') input[parameter.name] = readCell(parameter, cell)
    }
    return input
  }
}

function unknownColumn({ path }: Endpoint, name: string, accepted: readonly Parameter[]) {
  const shown = JSON.stringify(name.slice(0, 50))
  const names = accepted.map((parameter) => parameter.name)
  const nearest = findNearest(name, names)
  return refuseHeader(`the column ${shown} is not a parameter of ${path}; the nearest one is ${nearest}`)
}

const refuseHeader = (problem: string) => new Refusal('invalid_parameter', `Bad Request: line 1: ${problem}`)

function readCell(parameter: Parameter, cell: string): unknown {
  const type = Array.isArray(parameter.type) ? parameter.type[0] : parameter.type
  if (type === 'string' || type === 'integer' || type === 'number' || type === 'boolean')
    return convert(parameter, cell)
  try {
    return parseStrictJson(Buffer.from(cell))
  } catch {
    throw invalidParameter(parameter.name, 'must be JSON')
  }
}

/** The same refusal, with the number of the line in front of its problem. */
export function nameLine(line: number, { reason, message, parameter }: Refusal): Refusal {
  const refusal = new Refusal(reason, message.replace(/^Bad Request: /, `Bad Request: line ${line}: `))
  return parameter === undefined ? refusal : Object.assign(refusal, { parameter })
}
