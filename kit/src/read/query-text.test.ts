// Free text of callers: equal searches get one spelling, invalid texts are refused.
import { expect, test } from 'vitest'
import { readQueryText } from './query-text.ts'

test('equal searches get one spelling', () => {
  expect(readQueryText('  solar\t\r\n  panels ', 'query')).toBe('solar panels')
  expect(readQueryText('cafe\u0301', 'query')).toBe(readQueryText('café', 'query'))
})

test('refuses emptiness, control characters and broken text by the name of the parameter', () => {
  for (const text of ['', ' \n ', 'a\u0000b', 'a\u001bb', 'a\u0090b', 'a\ud800b'])
    expect(() => readQueryText(text, 'location')).toThrow(/^Bad Request: location must not /)
})
