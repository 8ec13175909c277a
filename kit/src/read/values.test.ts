// Typed readers over unknown JSON.
import { describe, expect, test } from 'vitest'
import { integerIn, toInteger, toNumber } from './numbers.ts'
import { asArray, asBoolean, asList, asObject, asObjects, asText, asTexts, at } from './values.ts'

describe('at', () => {
  test('follows own keys and indexes only', () => {
    const state = { props: { list: [{ a: null }, 'x'] } }
    expect(at(state, 'props', 'list', 1)).toBe('x')
    expect(at(state, 'props', 'list', 0, 'a')).toBeNull()
    for (const path of [
      ['props', 'missing', 'b'],
      ['constructor'],
      ['props', 'list', 'length', 'x'],
      ['props', 'list', 2],
    ])
      expect(at(state, ...path)).toBeUndefined()
    expect(at('text', 'length')).toBeUndefined()
    expect(at(null, 'a')).toBeUndefined()
    expect(at(7)).toBe(7)
  })
})

describe('typed readers', () => {
  test('give null or an empty list for another shape', () => {
    expect([asObject([]), asObject(null), asObject('x'), asObject({ a: 1 })]).toEqual([
      null,
      null,
      null,
      { a: 1 },
    ])
    expect([asArray({}), asArray('ab'), asArray([1])]).toEqual([[], [], [1]])
    expect([asList(undefined), asList(null), asList('a'), asList(['a'])]).toEqual([[], [], ['a'], ['a']])
    expect(asObjects([{ a: 1 }, null, [], 'x'])).toEqual([{ a: 1 }])
  })

  test('read text trimmed, ids as text, emptiness as null', () => {
    expect([' a ', '', '  ', 12, 0, Number.NaN, true, null, {}].map(asText)).toEqual([
      'a',
      null,
      null,
      '12',
      '0',
      null,
      null,
      null,
      null,
    ])
    expect(asTexts(['a', '', 3, null])).toEqual(['a', '3'])
  })

  test('read booleans in the ways sites write them', () => {
    expect([true, 1, '1', 'true', false, 0, '0', 'false', 'yes', null, 2].map(asBoolean)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      null,
      null,
      null,
    ])
  })
})

describe('numbers', () => {
  test('reads numbers and numeric strings, nothing else', () => {
    expect([3.5, ' 3.50 ', '-2', '1e3', '.5', '5.'].map(toNumber)).toEqual([3.5, 3.5, -2, 1000, 0.5, 5])
    for (const value of [
      '',
      ' ',
      '1,5',
      '0x10',
      '1 2',
      'NaN',
      'Infinity',
      '1e400',
      Number.NaN,
      null,
      true,
      [],
      {},
      '12px',
    ])
      expect(toNumber(value)).toBeNull()
  })

  test('reads integers only if they are whole and safe', () => {
    expect(['1938', 12, '12.0', '-0'].map(toInteger)).toEqual([1938, 12, 12, 0])
    for (const value of [12.5, '12.5', 2 ** 53, '9007199254740993']) expect(toInteger(value)).toBeNull()
  })

  test.each([
    ['12,345 followers', 12345],
    ['1 234 567 abonnés', 1234567],
    ['1.234 Bewertungen', 1234],
    ['(87)', 87],
    ['10,001+ employees', 10001],
    ['about 3.5 stars', 3],
    ['none', null],
  ])('finds the whole number in %s', (text, expected) => {
    expect(integerIn(text)).toBe(expected)
  })
})
