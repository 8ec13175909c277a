// What strict JSON accepts and rejects. Splitting an object with a long list gives the same values as JSON.parse, and
// only equal values have equal canonical JSON.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canonicalJson,
  defaultBounds,
  parseSpan,
  parseStrictJson,
  StrictJsonError,
  splitObject,
} from './json.ts'

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

const bounds = { one: defaultBounds, maxValues: 5_000, maxEntries: 10 }
const split = (text: string) => splitObject(Buffer.from(text), 'inputs', bounds, () => undefined)

/** Splits a body and reassembles the parsed parts. */
async function reread(text: string): Promise<unknown> {
  const bytes = Buffer.from(text)
  const parts = await split(text)
  // After one entry too many the rest is not scanned.
  if (parts === null || (parts.entries?.length ?? 0) > bounds.maxEntries) return null
  const members = [...parts.members].map(([name, span]) => [name, parseSpan(bytes, span)])
  const entries = parts.entries?.map((span) => parseSpan(bytes, span))
  return Object.fromEntries(entries ? [...members, ['inputs', entries]] : members)
}

const forbidden = /"(?:__proto__|constructor|prototype)":/
const anObject = fc
  .record(
    {
      endpoint: fc.string(),
      inputs: fc.oneof(fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 10 }), fc.jsonValue()),
      'a"b\\': fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  .filter((value) => !forbidden.test(JSON.stringify(value)))

test('the parts of a split body equal the result of JSON.parse', async () => {
  await fc.assert(
    fc.asyncProperty(anObject, fc.nat(3), async (value, indent) => {
      const entries: unknown = value.inputs
      fc.pre(!Array.isArray(entries) || entries.length <= 10)
      const text = `${' '.repeat(indent)}${JSON.stringify(value, null, indent)}\n`
      expect(await reread(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('any text either throws StrictJsonError or gives what JSON.parse gives', async () => {
  const odd = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'{}[]",:\\ 1a') }).map((text) => `{"inputs":${text}`),
    anObject.map((value) => JSON.stringify(value).slice(0, -1)),
    fc.tuple(anObject, fc.nat(), fc.constantFrom(...'{}[]",: 0')).map(([value, at, char]) => {
      const text = JSON.stringify(value)
      const place = at % text.length
      return text.slice(0, place) + char + text.slice(place + 1)
    }),
  )
  await fc.assert(
    fc.asyncProperty(odd, async (text) => {
      const read = await reread(text).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      if ('error' in read) expect(read.error).toBeInstanceOf(StrictJsonError)
      else if (read.value !== null) expect(read.value).toEqual(JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['{"a":1,"a":2}', 'given twice'],
  ['{"inputs":[],"\\u0069nputs":[]}', 'given twice'],
  ['{"__proto__":1}', 'not allowed'],
  ['{"a":1,}', 'not valid JSON'],
  ['{"a" 1}', 'not valid JSON'],
  ['{a:1}', 'not valid JSON'],
  ['{"inputs":[1 2]}', 'not valid JSON'],
  ['{} x', 'not valid JSON'],
  [`{"inputs":[[${'0,'.repeat(2_000)}0]]}`, 'more than 2000 values'],
  [`{"inputs":[${`[${'0,'.repeat(999)}0],`.repeat(8)}0]}`, 'more than 5000 values'],
  [`{"inputs":[${'['.repeat(101)}`, 'nested deeper'],
  [`{"inputs":[{"a":"${'x'.repeat(262_145)}"}]}`, 'more than 262144 bytes'],
  [`{${' '.repeat(262_145)}}`, 'more than 262144 bytes'],
])('case %# is rejected', async (text, why) => {
  await expect(split(text)).rejects.toThrow(why)
})

test('scanning stops at the first entry beyond the limit', async () => {
  const parts = await split(`{"inputs":[${'{},'.repeat(11)}"never ended`)
  expect(parts?.entries).toHaveLength(11)
})

test('pauses between entries', async () => {
  let pauses = 0
  const pause = () => {
    pauses += 1
    return undefined
  }
  await splitObject(Buffer.from(`{"inputs":[${'{},'.repeat(9)}{}]}`), 'inputs', bounds, pause)
  expect(pauses).toBeGreaterThanOrEqual(10)
})

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  )
}

test('the order of keys does not matter, everything else does', () => {
  expect(canonicalJson({ b: [{ d: 1, c: '2' }], a: null })).toBe('{"a":null,"b":[{"c":"2","d":1}]}')
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = canonicalJson(value)
      expect(canonicalJson(reversed(value))).toBe(text)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
