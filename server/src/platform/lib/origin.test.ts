// Which texts are origins as browsers send them.
import { expect, test } from 'vitest'
import { isOrigin } from './origin.ts'

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
