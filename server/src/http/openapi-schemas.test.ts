// How schemas get into the document: names become components, formats are shown, and a property may be called anything.
import { list, named, nullable, object, text } from '@quarry/kit/schema'
import { expect, test } from 'vitest'
import { createSchemas, pascalCase } from './openapi-schemas.ts'

const part = object({ at: text('2026-01-31T12:00:00Z', { format: 'date-time' }) }, named('Part'))

test('a named schema is referred to, also in lists and where it may be null', () => {
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

test('two schemas of one name are an error of ours', () => {
  const { show } = createSchemas()
  show(part)
  expect(() => show(object({}, named('Part')))).toThrow('Part')
})

test('a component is named after its endpoint', () => {
  expect(pascalCase('company_email_pattern')).toBe('CompanyEmailPattern')
})
