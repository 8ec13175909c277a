// Which Accept headers ask for CSV, and which texts are origins as browsers send them.
import { expect, test } from 'vitest'
import { isOrigin, prefersCsv } from './headers.ts'

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

test.each([
  ['https://app.example', true],
  ['http://localhost:3000', true],
  ['https://app.example:8443', true],
  ['http://[::1]:5173', true],
  ['https://xn--bcher-kva.example', true],
  ['https://app.example/', false],
  ['https://app.example:443', false],
  ['https://App.example', false],
  ['https://b\u00fccher.example', false],
  ['https://user@app.example', false],
  ['https://app.example/path', false],
  ['https://*.example', false],
  ['app.example', false],
  ['*', false],
  ['null', false],
  ['', false],
  ['file:///', false],
  ['chrome-extension://abc', false],
])('%s: %o', (text, expected) => expect(isOrigin(text)).toBe(expected))
