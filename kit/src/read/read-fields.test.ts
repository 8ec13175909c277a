// Reading an object by the schema of its record.
import { expect, test } from 'vitest'
import { anything, boolean, integer, list, nullable, number, object, text } from '../schema.ts'
import { readFields } from './read-fields.ts'

const schema = object({
  id: integer(1),
  name: nullable(text('a')),
  tags: list(text('a')),
  place: object({ lat: nullable(number(1.5)), isExact: nullable(boolean(true)) }),
  owner: nullable(object({ name: nullable(text('a')) })),
  extra: anything(),
})

test('holds each field to the type of its schema and drops other fields', () => {
  const site = {
    id: '12',
    name: ' Lamp ',
    tags: ['a', '', 3, {}],
    place: { lat: '47.5', isExact: 1, other: true },
    owner: { name: 7 },
    extra: { any: 'thing' },
    other: 1,
  }
  expect(readFields(schema, site)).toEqual({
    id: 12,
    name: 'Lamp',
    tags: ['a', '3'],
    place: { lat: 47.5, isExact: true },
    owner: { name: '7' },
    extra: { any: 'thing' },
  })
})

test('gives null for values of another type and for missing ones', () => {
  const empty = {
    id: null,
    name: null,
    tags: [],
    place: { lat: null, isExact: null },
    owner: null,
    extra: null,
  }
  expect(readFields(schema, { id: 'x', name: {}, tags: 'a', place: [], owner: 'a' })).toEqual(empty)
  expect(readFields(schema, null)).toEqual(empty)
})
