import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStrictJson, StrictJsonError } from './strict-json.ts'

test('whatever JSON.stringify writes is read as JSON.parse reads it', () => {
  const plain = fc
    .jsonValue({ maxDepth: 6 })
    .filter((value) => !/"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(value)))
  fc.assert(
    fc.property(plain, (value) => {
      expect(parseStrictJson(JSON.stringify(value, null, 1))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('no text makes it throw anything else', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((text) => text.slice(1)),
      ),
      (text) => {
        try {
          parseStrictJson(text)
        } catch (error) {
          expect(error).toBeInstanceOf(StrictJsonError)
        }
      },
    ),
  )
})

test.each([
  ['{"query":"a","query":"b"}', 'given twice'],
  ['{"a":{"b":1,"\\u0062":2}}', 'given twice'],
  ['{"filters":{"__proto__":{}}}', 'not allowed'],
  ['{"\\u005f_proto__":{}}', 'not allowed'],
  ['{"a":[{"constructor":1}]}', 'not allowed'],
  [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'nested deeper'],
  ['{"a":1', 'not valid JSON'],
  ['', 'not valid JSON'],
])('%s is refused', (text, why) => expect(() => parseStrictJson(text)).toThrow(why))

test('equal keys in different objects, and equal strings that are no keys, are fine', () => {
  expect(parseStrictJson('[{"a":"a"},{"a":["a","a"]}]')).toEqual([{ a: 'a' }, { a: ['a', 'a'] }])
})
