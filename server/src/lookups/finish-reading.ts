// From what a source read to what is sent: the bound on its size, the check against its schema, and the bytes. Done
// where the page was read, in a thread for a large one, since checking and writing a long list takes long too.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure } from '@quarry/kit/errors'
import type { Outcome, Reading } from '@quarry/kit/outcome'
import { Compile } from '@quarry/kit/schema'
import { getShaper, type Shape } from '../drift/shape.ts'
import { jsonType } from '../lib/json-type.ts'
import { type CountFields, createCountFields } from './count-fields.ts'
import { getRecordFields, type Presence } from './record-presence.ts'
import { checkRecordSize } from './record-size.ts'

/** A record comes with how it was read, and with how many of its fields it fills and which; a raw page with neither. */
export type ReadResult =
  | {
      kind: 'found'
      body: Buffer
      contentType: string
      reading: (Reading & { fields: string | null; presence: Presence; shape: Shape }) | null
    }
  | { kind: 'not_found' }

const htmlType = 'text/html; charset=utf-8'

/**
 * Throws page_changed for a record that does not fit its schema or is beyond any size, DomTooLarge for one that must
 * not be finished on the event loop.
 */
export function finishReading({ record: schema }: Endpoint, outcome: Outcome<unknown>): ReadResult {
  if (outcome.kind === 'not_found') return outcome
  if (outcome.kind === 'page_source')
    return { kind: 'found', body: Buffer.from(outcome.html), contentType: htmlType, reading: null }
  const { record, kind, ...reading } = outcome
  checkRecordSize(record)
  const { checker, countFields } = knownOf(schema)
  if (!checker.Check(record)) {
    const first = checker.Errors(record)[0]
    throw new Failure('page_changed', `the record does not fit: ${first?.instancePath} ${first?.message}`)
  }
  const body = Buffer.from(JSON.stringify(record))
  const presence = getRecordFields(schema).findPresence(record)
  const { toShape } = getShaper(schema)
  const told = { fields: countFields(record), presence, shape: toShape(record) }
  return { kind, body, contentType: jsonType, reading: { ...reading, ...told } }
}

type Known = { checker: ReturnType<typeof Compile>; countFields: CountFields }

const known = new WeakMap<Endpoint['record'], Known>()

function knownOf(schema: Endpoint['record']): Known {
  const before = known.get(schema)
  if (before) return before
  const made = { checker: Compile(schema), countFields: createCountFields(schema) }
  known.set(schema, made)
  return made
}
