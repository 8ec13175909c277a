// The check of clocks names each reading of the time of day, and accepts dates, monotonic time and listed files.
import { expect, test } from 'vitest'
import { findClockProblems } from '../../../scripts/check-clocks.ts'

const find = (text: string, readers = {}) => findClockProblems([{ file: 'a.ts', text }], readers)

test.each([
  ['const until = Date.now() + 5', 'Date.now'],
  ['const now = options.now ?? Date.now', 'Date.now'],
  ['const startedAt = new Date()', 'new Date()'],
  ['const age = Number(new Date) - at', 'new Date'],
  ['const until = clock().getTime() + 5', 'clock().getTime'],
  ['const until = state.clock().getTime() + 5', 'state.clock().getTime'],
])('%s is refused', (code, reading) => {
  expect(find(`const a = 1\n${code}`)).toEqual([
    expect.stringMatching(`a.ts:2: ${reading.replace(/[()]/g, '\\$&')} steps with the clock`),
  ])
})

test.each([
  'const startedMs = performance.now()',
  'const at = new Date().toISOString()',
  'const at = new Date(nowMs)',
  'const at = Date.parse(text)',
  'const now = clock()',
  '// Date.now() and new Date()',
  'const text = "Date.now()"',
])('%s is accepted', (code) => {
  expect(find(code)).toEqual([])
})

test('a listed file may read the time of day, and must', () => {
  expect(find('const at = Date.now()', { 'a.ts': 'dates a signature' })).toEqual([])
  expect(find('', { 'a.ts': 'dates a signature' })).toEqual([
    'a.ts is listed in scripts/check-clocks.ts, but does not read the time of day',
  ])
})
