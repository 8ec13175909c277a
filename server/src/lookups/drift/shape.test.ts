// A field that a version adds begins a new series: its absence in older records is never compared.
import { object, text } from '@quarry/kit/schema'
import { expect, test } from 'vitest'
import { createShaper } from './shape.ts'

test('a new field, also a nested one, gives the series of the endpoint another signature', () => {
  const schemas = [
    object({ name: text('a') }),
    object({ name: text('a'), city: text('b') }),
    object({ name: text('a'), place: object({ city: text('b') }) }),
  ]
  const signatures = schemas.map((schema) => createShaper(schema).signature)
  expect(new Set(signatures).size).toBe(3)
  expect(createShaper(object({ name: text('z') })).signature).toBe(signatures[0])
})
