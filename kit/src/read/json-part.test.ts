// Finding one value in a JSON text without parsing the rest.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPart } from './json-part.ts'
import { at } from './values.ts'

const read = (text: string, ...keys: string[]): unknown => {
  const part = jsonPart(text, keys)
  return part ? JSON.parse(text.slice(part.start, part.end)) : undefined
}

test('finds a value of any kind behind others of any kind', () => {
  const text = `\n{ "a" : [1, {"x": "]}\\""}, null] , "n":-1.5e3,"t": true, "b": {"c":"]", "d" :{"e":[ 1 ]}}}`
  expect(read(text, 'b', 'd')).toEqual({ e: [1] })
  expect(read(text, 'b', 'd', 'e')).toEqual([1])
  expect(read(text, 'b', 'c')).toBe(']')
  expect(read(text, 'n')).toBe(-1500)
  expect(read(text, 't')).toBe(true)
  expect(read(text)).toEqual(JSON.parse(text))
})

test('a missing value, or one that is not in an object, is null', () => {
  for (const [text, ...keys] of [
    ['{"a":1}', 'b'],
    ['{"a":{"b":1}}', 'b'],
    ['{"a":[{"b":1}]}', 'a', 'b'],
    ['{"a":"b"}', 'a', 'b'],
    ['{"ab":1}', 'a'],
    ['{"a":1}', 'ab'],
    ['{}', 'a'],
    ['', 'a'],
    ['null', 'a'],
  ] as const)
    expect(jsonPart(text, keys)).toBeNull()
})

test('a text that is not JSON before the value is left to the parser', () => {
  for (const text of [
    '{a:1,"b":2}',
    '{"a":1 /* so */,"b":2}',
    '{"a":[1,"b":2}',
    '{"a":"open,"b":2}',
    '{"a" 1,"b":2}',
    '{"a":,"b":2}',
    '{"a":1;"b":2}',
    '{"b":[1',
    '{"b":"open',
    '{"b":',
  ])
    expect(jsonPart(text, ['b'])).toBeNull()
})

test('a name with escapes never matches', () => {
  expect(jsonPart('{"\\u0061":1}', ['a'])).toBeNull()
  expect(read('{"\\"a":1,"a":2}', 'a')).toBe(2)
})

test('gives what the parser gives, whatever is in the text and wherever it is cut', () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })
  fc.assert(
    fc.property(fc.json(), keys, fc.boolean(), (json, path, isNested) => {
      const text = isNested ? `{"a": ${json}, "b": {"a": {"c": ${json}}}, "c": ${json}}` : json
      const value = JSON.parse(text)
      const found = read(text, ...path)
      const expected = at(value, ...path)
      if (found !== undefined) expect(found).toEqual(expected)
      else
        expect(
          expected === undefined ||
            Object.keys(value).some((key) => /\\|"/.test(JSON.stringify(key).slice(1, -1))),
        ).toBe(true)
      expect(() => jsonPart(text.slice(0, text.length >> 1), path)).not.toThrow()
    }),
    { numRuns: 2000 },
  )
})
