// What strict JSON accepts and rejects, and its bounds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StrictJsonError } from './scan-json.ts'
import { parseStrictJson } from './strict-json.ts'

const parse = (text: string) => parseStrictJson(Buffer.from(text))

test('parses the output of JSON.stringify as JSON.parse does', () => {
  const plain = fc
    .jsonValue({ maxDepth: 6 })
    .filter((value) => !/"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(value)))
  fc.assert(
    fc.property(plain, (value) => {
      expect(parse(JSON.stringify(value, null, 1))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('throws nothing but StrictJsonError, for any text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((text) => text.slice(1)),
      ),
      (text) => {
        try {
          parse(text)
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
  [`{${Array.from({ length: 2_001 }, (_, n) => `"k${n}":1`).join(',')}}`, 'more than 2000 values'],
  [`[${'[],'.repeat(2_000)}0]`, 'more than 2000 values'],
  [`"${'x'.repeat(262_143)}"`, 'more than 262144 bytes'],
])('case %# is rejected', (text, why) => expect(() => parse(text)).toThrow(why))

test('accepts equal keys in different objects and equal strings that are not keys', () => {
  expect(parse('[{"a":"a"},{"a":["a","a"]}]')).toEqual([{ a: 'a' }, { a: ['a', 'a'] }])
})

test('checks the bounds before parsing, so a syntax error after the limit is not reported', () => {
  const members = Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join(',')
  expect(() => parse(`{${members},nonsense`)).toThrow('more than 2000 values')
})

test('accepts a body exactly at the bounds', () => {
  const members = Object.fromEntries(Array.from({ length: 1_900 }, (_, n) => [`k${n}`, 'x'.repeat(100)]))
  expect(parse(JSON.stringify(members))).toEqual(members)
  expect(parse(`"${'x'.repeat(262_142)}"`)).toHaveLength(262_142)
})

test('rejects invalid UTF-8 and skips a byte order mark', () => {
  expect(() => parseStrictJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('not valid UTF-8')
  expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 })
})
