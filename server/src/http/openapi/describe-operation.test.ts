// Schemas in the OpenAPI document: named ones become components, formats are kept, and property names are free.
import { list, named, nullable, object, text } from '@quarry/kit/schema'
import { expect, test } from 'vitest'
import { createSchemas, pascalCase } from './describe-operation.ts'

const part = object({ at: text('2026-01-31T12:00:00Z', { format: 'date-time' }) }, named('Part'))

test('references a named schema, also in lists and if it is nullable', () => {
  const { show, components } = createSchemas()
  const shown = show(object({ format: text('Show'), parts: list(part), last: nullable(part) }), 'Whole')
  expect(shown).toEqual({ $ref: '#/components/schemas/Whole' })
  expect(components.Whole?.properties).toEqual({
    format: { type: 'string', examples: ['Show'] },
    parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
    last: { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] },
  })
  expect(components.Part?.properties).toEqual({
    at: { type: 'string', format: 'date-time', examples: ['2026-01-31T12:00:00Z'] },
  })
})

test('throws if two different schemas have the same name', () => {
  const { show } = createSchemas()
  show(part)
  expect(() => show(object({}, named('Part')))).toThrow('Part')
})

test('converts the name of an endpoint to the name of a component', () => {
  expect(pascalCase('company_email_pattern')).toBe('CompanyEmailPattern')
})
