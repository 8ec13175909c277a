// From what a source read to what is sent: the bound on its size, the check against its schema, and the bytes. Done
// where the page was read, in a thread for a large one, since checking and writing a long list takes long too.
import { Compile } from 'typebox/compile'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Outcome, Reading } from '../contract/outcome.ts'
import { Failure } from '../errors.ts'
import { jsonType } from './call-request.ts'
import { checkRecordSize } from './record-size.ts'

export type Finding =
  | ({ kind: 'found'; isRecord: boolean; body: Buffer; contentType: string } & Partial<Reading>)
  | { kind: 'not_found' }

const htmlType = 'text/html; charset=utf-8'

/**
 * Throws page_changed for a record that does not fit its schema or is beyond any size, DomTooLarge for one that must
 * not be finished on the event loop.
 */
export function finishReading({ record: schema }: Endpoint, outcome: Outcome<unknown>): Finding {
  if (outcome.kind === 'not_found') return outcome
  if (outcome.kind === 'page_source')
    return { kind: 'found', isRecord: false, body: Buffer.from(outcome.html), contentType: htmlType }
  const { record, ...reading } = outcome
  checkRecordSize(record)
  assertFits(schema, record)
  return { ...reading, isRecord: true, body: Buffer.from(JSON.stringify(record)), contentType: jsonType }
}

const checkers = new WeakMap<Endpoint['record'], ReturnType<typeof Compile>>()

function assertFits(schema: Endpoint['record'], record: unknown): void {
  const checker = checkers.get(schema) ?? Compile(schema)
  checkers.set(schema, checker)
  if (checker.Check(record)) return
  const first = checker.Errors(record)[0]
  throw new Failure('page_changed', `the record does not fit: ${first?.instancePath} ${first?.message}`)
}
