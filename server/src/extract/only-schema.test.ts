import { describe, expect, test } from 'vitest'
import {
  anything,
  boolean,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../lib/schema.ts'
import { onlySchema } from './only-schema.ts'
import { snakeCase, toSnakeCase } from './snake-case.ts'

const record = object({
  id: text('1'),
  count: nullable(integer(1)),
  kind: nullable(oneOf(['a', 'b'])),
  tags: list(text('x')),
  names: nullable(list(text('x'))),
  free: anything(),
  venue: object({
    city: nullable(text('Paris')),
    geo: object({ lat: nullable(number(1)) }),
    open: boolean(true),
  }),
  rating: nullable(object({ average: nullable(number(1)) })),
  offers: list(object({ price: nullable(number(1)), note: optional(text('n')) })),
})

describe('onlySchema', () => {
  test('fills what is missing with null, lists and objects, and never invents the rest', () => {
    expect(onlySchema({}, record)).toEqual({
      count: null,
      kind: null,
      tags: [],
      names: null,
      free: null,
      venue: { city: null, geo: { lat: null } },
      rating: null,
      offers: [],
    })
    expect(onlySchema(undefined, record)).toEqual(onlySchema({}, record))
  })

  test('keeps what the schema lists, as it is, and drops the rest at every level', () => {
    const given = {
      id: '7',
      count: 'wrong type is for the record check',
      kind: 'a',
      tags: ['x', null],
      names: [],
      free: { any: ['thing'] },
      venue: { city: 'Paris', geo: { lat: 1, extra: 1 }, open: false, extra: 1 },
      rating: { average: 4, extra: 1 },
      offers: [{ price: 1, note: 'n', extra: 1 }, null, { price: null }],
    }
    expect(onlySchema({ ...given, extra: 1 }, record)).toEqual({
      ...given,
      venue: { city: 'Paris', geo: { lat: 1 }, open: false },
      rating: { average: 4 },
      offers: [{ price: 1, note: 'n' }, { price: null }],
    })
  })

  test('passes a wrong shape on, for the record check to find', () => {
    expect(onlySchema({ tags: 'x', venue: 'y', offers: ['z'] }, record)).toMatchObject({
      tags: 'x',
      venue: 'y',
      offers: ['z'],
    })
  })

  test('leaves an optional field out where it is missing', () => {
    const schema = object({ note: optional(nullable(text('n'))), tags: optional(list(text('x'))) })
    expect(onlySchema({}, schema)).toEqual({})
    expect(onlySchema({ note: null }, schema)).toEqual({ note: null })
  })

  test('reads own keys only', () => {
    const schema = object({ constructor: nullable(text('x')), toString: nullable(text('x')) })
    expect(onlySchema({}, schema)).toEqual({ constructor: null, toString: null })
  })

  test('keeps the keys of an open object', () => {
    expect(onlySchema({ a: 1 }, object({}, { additionalProperties: true }))).toEqual({ a: 1 })
    expect(onlySchema({ a: 1 }, object({}))).toEqual({})
  })
})

describe('snake case', () => {
  test.each([
    ['idRcu', 'id_rcu'],
    ['isNxCB', 'is_nx_c_b'],
    ['zip4', 'zip4'],
    ['address1', 'address1'],
    ['is_already', 'is_already'],
    ['TypeName', 'type_name'],
    ['_private', '_private'],
    ['', ''],
  ])('writes %s as %s', (key, expected) => {
    expect(snakeCase(key)).toBe(expected)
  })

  test('renames keys at every level and leaves values alone', () => {
    expect(toSnakeCase({ fooBar: [{ bazQux: 'keepMe' }, null, 1] })).toEqual({
      foo_bar: [{ baz_qux: 'keepMe' }, null, 1],
    })
  })

  test('keeps a hostile key a key', () => {
    const value = toSnakeCase(JSON.parse('{"__proto__":{"a":1}}')) as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect((value as { a?: number }).a).toBeUndefined()
  })
})
