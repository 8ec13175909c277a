// Parses the body of a batch, JSON or NDJSON. Its up to a thousand inputs are parsed one by one with pauses for other
// requests; a batch with too many inputs is refused before any is parsed.
import { maxBatchItems, tooManyInputs } from '../batches/batches.ts'
import { type QueryPair, readQueryParameters } from '../calls/read-query.ts'
import { malformedBody } from '../errors.ts'
import { isBlank, type Span, StrictJsonError, scanValue } from '../lib/scan-json.ts'
import { splitObject } from '../lib/split-json.ts'
import { assertUtf8, parseSpan, parseStrictJson, skipByteOrderMark, usualBounds } from '../lib/strict-json.ts'
import type { Pause } from '../lib/turns.ts'

export type ParsedBatch = { endpoint: unknown; inputs: unknown; webhook: unknown }

export type BatchBody = { query: readonly QueryPair[]; contentType: string | undefined; bytes: Buffer }

/** In all inputs together; a thousand ordinary inputs have a twentieth of it. */
const maxValues = 50_000
/** Including blank lines. */
const maxLines = 10_000
const newline = 0x0a

const splitBounds = { one: usualBounds, maxValues, maxEntries: maxBatchItems }

/** JSON carries everything. NDJSON carries the inputs; endpoint and webhook are in the query. */
export async function readBatchBody(
  { query, contentType, bytes }: BatchBody,
  pause: Pause,
): Promise<ParsedBatch> {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/x-ndjson' || type === 'application/jsonl') {
    const parameters = readQueryParameters(query)
    return {
      endpoint: parameters.get('endpoint'),
      inputs: await readLines(bytes, pause),
      webhook: parameters.get('webhook'),
    }
  }
  if (bytes.length === 0) return { endpoint: undefined, inputs: undefined, webhook: undefined }
  if (type !== 'application/json') throw malformedBody('the content type must be application/json')
  return readObject(bytes, pause).catch((error: unknown) => {
    throw error instanceof StrictJsonError ? malformedBody(error.message) : error
  })
}

async function readObject(bytes: Buffer, pause: Pause): Promise<ParsedBatch> {
  const split = await splitObject(bytes, 'inputs', splitBounds, pause)
  if (split === null) {
    parseStrictJson(bytes)
    throw malformedBody('the body must be a JSON object')
  }
  const { members, entries } = split
  if (entries && entries.length > maxBatchItems) throw tooManyInputs()
  // Unknown members are parsed too: the whole body must be valid JSON.
  const values = new Map<string, unknown>()
  for (const [name, span] of members) {
    await pause()
    values.set(name, parseSpan(bytes, span))
  }
  const inputs: unknown[] = []
  for (const span of entries ?? []) {
    await pause()
    inputs.push(parseSpan(bytes, span))
  }
  return {
    endpoint: values.get('endpoint'),
    inputs: entries ? inputs : values.get('inputs'),
    webhook: values.get('webhook'),
  }
}

type Line = Span & { number: number }

async function readLines(bytes: Buffer, pause: Pause): Promise<unknown[]> {
  try {
    assertUtf8(bytes)
  } catch {
    throw malformedBody('the body is not valid UTF-8')
  }
  const lines = await findLines(bytes, pause)
  let values = 0
  for (const line of lines) {
    await pause()
    values += readLine(line, () => scanValue(bytes, line.start, usualBounds).values)
    if (values > maxValues) throw malformedBody(`the body has more than ${maxValues} values`)
  }
  const inputs: unknown[] = []
  for (const line of lines) {
    await pause()
    inputs.push(readLine(line, () => parseSpan(bytes, line)))
  }
  return inputs
}

/** Finds the lines that are not blank. */
async function findLines(bytes: Buffer, pause: Pause): Promise<Line[]> {
  const lines: Line[] = []
  let start = skipByteOrderMark(bytes)
  for (let number = 1; start < bytes.length; number += 1) {
    if (number > maxLines) throw malformedBody(`the body has more than ${maxLines} lines`)
    await pause()
    const found = bytes.indexOf(newline, start)
    const line = { start, end: found === -1 ? bytes.length : found, number }
    if (line.end - start > usualBounds.maxBytes)
      readLine(line, () => parseStrictJson(bytes.subarray(start, line.end)))
    if (!isBlank(bytes, line)) lines.push(line)
    if (lines.length > maxBatchItems) throw tooManyInputs()
    start = line.end + 1
  }
  return lines
}

function readLine<T>({ number }: Line, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof StrictJsonError)
      throw malformedBody(`line ${number}: ${error.message.replace('the body', 'it')}`)
    throw error
  }
}
