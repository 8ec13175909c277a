// Parses the JSON body of a batch. Its up to a thousand inputs are parsed one by one with pauses for other
// requests; a batch with too many inputs is refused before any is parsed.
import { maxBatchItems, tooManyInputs } from '../batches/batches.ts'
import { malformedBody } from '../errors.ts'
import { StrictJsonError } from '../lib/scan-json.ts'
import { splitObject } from '../lib/split-json.ts'
import { parseSpan, parseStrictJson, usualBounds } from '../lib/strict-json.ts'
import type { Pause } from '../lib/turns.ts'

export type ParsedBatch = { endpoint: unknown; inputs: unknown; webhook: unknown }

export type BatchBody = { contentType: string | undefined; bytes: Buffer }

/** In all inputs together; a thousand ordinary inputs have a twentieth of it. */
const maxValues = 50_000

const splitBounds = { one: usualBounds, maxValues, maxEntries: maxBatchItems }

export async function readBatchBody({ contentType, bytes }: BatchBody, pause: Pause): Promise<ParsedBatch> {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (bytes.length === 0) return { endpoint: undefined, inputs: undefined, webhook: undefined }
  if (type !== 'application/json')
    throw malformedBody(
      'the content type must be application/json, text/csv, application/x-ndjson or multipart/form-data',
    )
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
