// Reads the inputs of a batch from a CSV or NDJSON file as a stream, and splits them into chunks within the limits of the
// server.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parse } from 'csv-parse'
import { type LookupInfo, type Parameter, readValue } from '../catalogue.ts'
import { UsageError } from '../failure.ts'
import { suggestName } from '../text.ts'

/** `line` counts inputs from 1. `cells` are the values of the file; `input` is sent, or null if it is invalid. */
export type Line = {
  line: number
  cells: Record<string, unknown>
  input: Record<string, unknown> | null
  problem: string | null
}

export type Inputs = { read: () => AsyncGenerator<Line, void, undefined>; isCsv: boolean }

export function readInputs(file: string, lookup: LookupInfo): Inputs {
  if (/\.csv$/i.test(file)) return { isCsv: true, read: () => readCsv(file, lookup) }
  if (/\.(?:ndjson|jsonl)$/i.test(file)) return { isCsv: false, read: () => readNdjson(file) }
  throw new UsageError(`${file} must end in .csv or .ndjson`)
}

async function* readCsv(file: string, { params }: LookupInfo): AsyncGenerator<Line, void, undefined> {
  const parser = parse({ bom: true, columns: true, skip_empty_lines: true, relax_column_count_less: true })
  const source = createReadStream(file).on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let line = 0
  let columns: Parameter[] | null = null
  try {
    for await (const cells of parser as AsyncIterable<Record<string, string>>) {
      line += 1
      columns ??= matchColumns(cells, params)
      yield { line, cells, ...toInput(cells, columns) }
    }
  } catch (error) {
    throw toUsageError(file, error)
  } finally {
    source.destroy()
  }
}

/** Every required parameter needs a column. Other columns are copied to the results, but not sent. */
function matchColumns(cells: Record<string, string>, params: readonly Parameter[]): Parameter[] {
  const names = Object.keys(cells)
  const shown = names.slice(0, 20).join(', ')
  const missing = params.find(({ name, isRequired }) => isRequired && !names.includes(name))
  if (missing)
    throw new UsageError(
      `the file has no column ${missing.name}${suggestName(missing.name, names) || '.'} Its columns are: ${shown}`,
    )
  const sent = params.filter(({ name }) => names.includes(name))
  if (sent.length === 0)
    throw new UsageError(`no column of the file is a parameter; its columns are: ${shown}`)
  return sent
}

/** Empty cells are not sent. */
function toInput(
  cells: Record<string, string>,
  columns: readonly Parameter[],
): Pick<Line, 'input' | 'problem'> {
  const input: Record<string, unknown> = {}
  try {
    for (const parameter of columns) {
      const text = cells[parameter.name] ?? ''
      if (text !== '') input[parameter.name] = readValue(parameter, text)
      else if (parameter.isRequired) throw new UsageError(`${parameter.name} is empty`)
    }
    return { input, problem: null }
  } catch (error) {
    if (error instanceof UsageError) return { input: null, problem: error.message }
    throw error
  }
}

async function* readNdjson(file: string): AsyncGenerator<Line, void, undefined> {
  const source = createReadStream(file)
  const texts = createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })
  let line = 0
  try {
    // readline does not forward the errors of its source.
    await new Promise<void>((resolve, reject) => source.once('open', () => resolve()).once('error', reject))
    for await (const text of texts) {
      if (text.trim() === '' || text.trim() === '\ufeff') continue
      line += 1
      yield { line, ...parseObject(text.replace(/^\ufeff/, '')) }
    }
  } catch (error) {
    throw toUsageError(file, error)
  } finally {
    source.destroy()
  }
}

function parseObject(text: string): Omit<Line, 'line'> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const cells = value as Record<string, unknown>
      return { cells, input: findInput(cells), problem: null }
    }
  } catch {
    // Reported below.
  }
  return { cells: { text: text.slice(0, 1000) }, input: null, problem: 'the line must be a JSON object' }
}

/** A failed line of an earlier run has its input in `input`. */
function findInput(cells: Record<string, unknown>): Record<string, unknown> {
  const { input, reason } = cells
  return reason !== undefined && typeof input === 'object' && input !== null
    ? (input as Record<string, unknown>)
    : cells
}

function toUsageError(file: string, error: unknown): unknown {
  if (error instanceof UsageError || !(error instanceof Error)) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' || code?.startsWith('CSV_'))
    return new UsageError(`${file} cannot be read: ${error.message}`)
  return error
}

/** The number of inputs, and a digest that tells whether the file has changed. */
export type InputSurvey = { lines: number; digest: string }

export async function surveyInputs(file: string, inputs: Inputs): Promise<InputSurvey> {
  let lines = 0
  for await (const _line of inputs.read()) lines += 1
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return { lines, digest: hash.digest('hex') }
}

/** Far below the limits of a file, 100,000 lines and 50 MB: a chunk is in memory, and is sent again if it is lost. */
const maxChunkLines = 10_000
const maxChunkBytes = 5_000_000

/** The same file is always split at the same lines, so that a continued run uses the same idempotency keys. */
export async function* splitIntoChunks(
  lines: AsyncIterable<Line>,
  after: number,
): AsyncGenerator<Line[], void, undefined> {
  let chunk: Line[] = []
  let bytes = 0
  for await (const line of lines) {
    if (line.line <= after) continue
    const text = JSON.stringify(line.input)
    const size = Buffer.byteLength(text) + 1
    if (chunk.length > 0 && (chunk.length >= maxChunkLines || bytes + size > maxChunkBytes)) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(line)
    bytes += size
  }
  if (chunk.length > 0) yield chunk
}
