// Turns what a provider read into what is sent: bounds its size, checks it against its schema and serializes it. Runs
// where the page was read, in a thread for a large page, because checking a long list takes long too.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure } from '@quarry/kit/errors'
import type { Outcome, Reading } from '@quarry/kit/outcome'
import { Compile } from '@quarry/kit/schema'
import { getShaper, type Shape } from '../drift/shape.ts'
import { jsonType } from '../lib/json-type.ts'
import { memoize } from '../lib/memoize.ts'
import { createCountFields } from './count-fields.ts'
import { getRecordFields, type Presence } from './record-presence.ts'
import { checkRecordSize } from './record-size.ts'

/** A record comes with how it was read and which fields it fills; a raw page without. */
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
