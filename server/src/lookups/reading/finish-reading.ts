// Turns the outcome of a provider into the record that is sent: bounds its size, checks it against its schema and
// serializes it. Runs in the thread that read the page, because checking a long list takes long too.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure } from '@quarry/kit/errors'
import { memoize } from '@quarry/kit/memoize'
import type { Outcome, Reading } from '@quarry/kit/outcome'
import { checkCountBudget, checkIslandBudget } from '@quarry/kit/read/page-budget'
import { Compile } from '@quarry/kit/schema'
import { jsonType } from '../../platform/lib/headers.ts'
import { getShaper, type Shape } from '../drift/shape.ts'
import { createCountFields, getRecordFields, type Presence } from './record-fields.ts'

/** `reading`: how a record was read and which fields it fills; null for a raw page. */
export type ReadResult =
  | {
      kind: 'found'
      body: Buffer
      contentType: string
      reading: (Reading & { fields: string | null; presence: Presence; shape: Shape }) | null
    }
  | { kind: 'not_found' }

export const htmlType = 'text/html; charset=utf-8'

/** Throws page_changed for a record that is too large or does not fit its schema; DomTooLarge on the event loop. */
export function finishReading({ record: schema }: Endpoint, outcome: Outcome<unknown>): ReadResult {
  if (outcome.kind === 'not_found') return outcome
  if (outcome.kind === 'page_source')
    return { kind: 'found', body: Buffer.from(outcome.html), contentType: htmlType, reading: null }
  const { record, kind, ...reading } = outcome
  checkRecordSize(record)
  const checker = getChecker(schema)
  if (!checker.Check(record)) {
    const first = checker.Errors(record)[0]
    throw new Failure('page_changed', `the record does not fit: ${first?.instancePath} ${first?.message}`)
  }
  const fields = getCountFields(schema)(record)
  const presence = getRecordFields(schema).findPresence(record)
  const shape = getShaper(schema).toShape(record)
  const body = Buffer.from(JSON.stringify(record))
  return { kind, body, contentType: jsonType, reading: { ...reading, fields, presence, shape } }
}

const getChecker = memoize((schema: Endpoint['record']) => Compile(schema))
const getCountFields = memoize(createCountFields)

/** A list of a thousand entries has about 40,000 values. */
const maxValues = 100_000
const maxChars = 8 * 1024 * 1024

/**
 * A page of 10 MB can expand to far more. Throws page_changed above these bounds, DomTooLarge for a record that takes too
 * long on the event loop.
 */
export function checkRecordSize(record: unknown): void {
  const { values, chars } = measureRecord(record)
  if (values > maxValues || chars > maxChars) throw new Failure('page_changed', 'the record is too large')
  checkCountBudget('fields', values)
  checkIslandBudget(chars)
}

/** Stops counting above either bound. */
function measureRecord(record: unknown): { values: number; chars: number } {
  const pending: unknown[] = [record]
  let values = 0
  let chars = 0
  while (pending.length > 0 && values <= maxValues && chars <= maxChars) {
    const value = pending.pop()
    values += 1
    if (typeof value === 'string') chars += value.length
    if (value === null || typeof value !== 'object') continue
    const inside = Array.isArray(value) ? value : Object.values(value)
    if (inside.length > maxValues) return { values: values + inside.length, chars }
    for (const item of inside) pending.push(item)
  }
  return { values, chars }
}
