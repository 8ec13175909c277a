// Which Accept headers ask for CSV.
import { expect, test } from 'vitest'
import { prefersCsv } from './accept.ts'

test.each([
  [undefined, false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  ['text/csv', true],
  ['Text/CSV; charset=utf-8', true],
  ['text/csv, */*;q=0.1', true],
  ['text/csv, */*', true],
  ['text/csv;q=0.5, */*', false],
  ['text/csv;q=0', false],
  ['text/csv, application/json', false],
  ['text/csv, application/json;q=0.9', true],
  ['application/json, text/csv;q=0.9', false],
  ['text/csv;q=0.4, application/*;q=0.5', false],
  ['text/csv;q=abc', false],
  [',,;;q=,text/csv', true],
])('%s: CSV %s', (accept, isCsv) => expect(prefersCsv(accept)).toBe(isCsv))
