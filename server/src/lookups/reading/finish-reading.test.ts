// The size limit of records: common ones are far below it, counting stops at the limit, and a record that takes long to
// check and write stays off the event loop. This file must not allow large pages: the limits hold for a whole
// thread.
import { Failure } from '@quarry/kit/errors'
import { DomTooLarge } from '@quarry/kit/read/page-budget'
import { expect, test } from 'vitest'
import { checkRecordSize } from './finish-reading.ts'

const round = { uuid: 'u', properties: { identifier: { value: 'Series A' }, investors: [{ a: 1 }, null] } }

test('a common record is small', () => {
  const records = [null, 1, 'x', {}, [], Array.from({ length: 200 }, () => round), 'x'.repeat(1024 * 1024)]
  for (const record of records) expect(() => checkRecordSize(record)).not.toThrow()
})

test('a long text is left to a thread', () => {
  for (const record of [
    Array.from({ length: 2000 }, () => round),
    Array.from({ length: 100_000 - 1 }, () => null),
    { html: 'x'.repeat(8 * 1024 * 1024) },
  ])
    expect(() => checkRecordSize(record)).toThrow(DomTooLarge)
})

test('a value with too many parts or too much text is rejected', () => {
  for (const record of [
    Array.from({ length: 100_000 }, () => null),
    Array.from({ length: 400 }, () => ({ list: Array.from({ length: 300 }, () => 0) })),
    ['x'.repeat(8 * 1024 * 1024), 'x'],
  ])
    expect(() => checkRecordSize(record)).toThrow(Failure)
})
