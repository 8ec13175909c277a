// JSON of pages is parsed without trust, whether it is well-formed or needs the lenient reading.
import { describe, expect, test } from 'vitest'
import { DomTooLarge, isDomTooLarge } from './page-budget.ts'
import { parseJson } from './parse-json.ts'

/** Longer than the texts that are parsed before they are checked. */
const longTail = `,"tail":"${'x'.repeat(300_000)}"`
const manyTail = `,"tail":[${'[],'.repeat(5000)}[]]`

const ways = { short: '', long: longTail, 'with many brackets': manyTail }

/** Parses, and returns undefined for a text that is left to a thread because mending it takes long. */
function parseOrUndefined(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (!isDomTooLarge(error) || text.length < 32 * 1024) throw error
    return undefined
  }
}

describe.each(Object.entries(ways))('a text that is %s', (_name, tail) => {
  test('has no keys of a prototype, however they are spelled', () => {
    const read = parseJson(
      `{"a":1,"__proto__":{"b":2},"c":{"\\u005f_proto__":3,"constructor":{"prototype":4}},"d":{"constructor":"Me"}${tail}}`,
    ) as Record<string, unknown>
    expect(Object.keys(read)).toEqual(tail === '' ? ['a', 'c', 'd'] : ['a', 'c', 'd', 'tail'])
    expect(read.c).toEqual({})
    expect(read.d).toEqual({ constructor: 'Me' })
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  })

  test('is nested two hundred times at most', () => {
    const nested = (times: number) => `{"a":${'['.repeat(times)}${']'.repeat(times)}${tail}}`
    expect(parseJson(nested(199))).toBeDefined()
    expect(parseOrUndefined(nested(200))).toBeUndefined()
    expect(parseOrUndefined(nested(1500))).toBeUndefined()
  })

  test('may begin with a byte order mark', () => {
    expect(parseJson(`\ufeff{"a":1${tail}}`)).toMatchObject({ a: 1 })
  })

  test('that is broken is undefined', () => {
    expect(parseOrUndefined(`{"a":${tail}`)).toBeUndefined()
  })
})

test('a text of too many values is left to a thread', () => {
  expect(() => parseJson(`[${'1,'.repeat(50_000)}1]`)).toThrow(DomTooLarge)
  expect(() => parseJson(`[${'{},'.repeat(8000)}{}]`)).toThrow(DomTooLarge)
})
