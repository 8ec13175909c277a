// Names as the specification writes them, from the camelCase of sites.
import { expect, test } from 'vitest'
import { snakeCase, toSnakeCase } from './snake-case.ts'

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
