// Country codes by English name.
import { expect, test } from 'vitest'
import { regionCode } from './region-code.ts'

test.each([
  ['France', 'FR'],
  ['Germany', 'DE'],
  ['United Kingdom', 'GB'],
  ['united states', 'US'],
  [' Netherlands ', 'NL'],
  ['South Korea', 'KR'],
  ['Kingdom of the Netherlands', null],
  ['FR', null],
  ['', null],
])('%s is %s', (name, code) => {
  expect(regionCode(name)).toBe(code)
})
