// A format describes a text and never checks it; a name is for the API reference alone.
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { named, nullable, object, text } from './schema.ts'

test.each(['uri', 'date', 'date-time', 'uuid'])('a %s may be written in any way', (format) => {
  const schema = object(
    { value: text('x', { format }), other: nullable(text('x', { format })) },
    named('Part'),
  )
  expect(Compile(schema).Check({ value: 'anything', other: null })).toBe(true)
  expect(Compile(schema).Check({ value: 1, other: null })).toBe(false)
})
