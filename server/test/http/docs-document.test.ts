// The reference page rendered from foreign OpenAPI documents: references, path parameters, other security schemes,
// every form of schema, and text that looks like markup.
import { expect, test } from 'vitest'
import { readDocument } from '../../src/http/docs/docs-document.ts'
import { renderDocsPage } from '../../src/http/docs/docs-page.ts'
import { buildExample, describeType, listFields } from '../../src/http/docs/docs-schema.ts'

const evil = `<img src=x onerror="alert('1')">`
const document = {
  openapi: '3.1.0',
  info: { title: evil, version: '1', description: `Text with \`code\` and ${evil}` },
  servers: [{ url: '/base/' }],
  security: [{ token: [] }],
  tags: [{ name: 'things', description: evil }],
  paths: {
    '/things/{thing~id}': {
      parameters: [
        { $ref: '#/components/parameters/Id' },
        { name: 'shared', in: 'query', schema: { type: 'string' } },
      ],
      get: {
        operationId: 'thing',
        tags: ['things', 'other'],
        summary: evil,
        description: evil,
        parameters: [{ name: 'shared', in: 'query', description: 'its own', schema: { enum: [evil, 'b'] } }],
        responses: {
          200: { $ref: '#/components/responses/Thing' },
          404: {
            description: 'None',
            content: { 'application/json': { examples: { [evil]: { value: { error: evil } } } } },
          },
        },
      },
      put: {
        security: [],
        requestBody: { $ref: '#/components/requestBodies/Thing' },
        responses: { 204: { description: 'Kept' } },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    parameters: {
      Id: { name: 'thing~id', in: 'path', required: true, schema: { $ref: '#/components/schemas/a~1b~0c' } },
    },
    requestBodies: {
      Thing: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
    },
    responses: {
      Thing: {
        description: 'One',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
      },
    },
    schemas: {
      'a/b~c': { type: 'integer', minimum: 1, examples: [7] },
      Thing: {
        allOf: [
          { type: 'object', required: ['id'], properties: { id: { $ref: '#/components/schemas/a~1b~0c' } } },
        ],
        properties: {
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          size: { oneOf: [{ type: 'string', const: 'big' }, { type: ['number', 'null'] }] },
          mark: { type: 'string', examples: [evil], description: evil },
        },
      },
      Loop: { $ref: '#/components/schemas/Loop' },
      Nested: {
        anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Nested' } }],
      },
    },
  },
}
const { sections, resolve, base } = readDocument(document)
const [thing, put] = sections.flatMap(({ operations }) => operations)

test('path-level parameters are merged with those of the operation, which take precedence', () => {
  expect(base).toBe('/base')
  expect(thing?.parameters.map(({ name, place, description }) => [name, place, description])).toEqual([
    ['thing~id', 'path', ''],
    ['shared', 'query', 'its own'],
  ])
  expect(thing?.parameters[0]).toMatchObject({ isRequired: true, initial: 7, schema: { minimum: 1 } })
  expect(put?.parameters.map(({ name }) => name)).toEqual(['thing~id', 'shared'])
})

test('an operation without an id, a tag or security is still listed', () => {
  expect(sections.map(({ name, operations }) => [name, operations.length])).toEqual([
    ['things', 1],
    ['other', 1],
  ])
  expect(put).toMatchObject({ id: 'put_things_thing_id_', method: 'PUT', auth: null })
  expect(thing?.auth).toEqual({ header: 'authorization', prefix: 'Bearer ', variable: 'QUARRY_TOKEN' })
})

test('schemas are resolved through references, including recursive ones', () => {
  const schema = { $ref: '#/components/schemas/Thing' }
  const paths = listFields(schema, resolve).map(({ path }) => path)
  expect(paths.slice(0, 4)).toEqual(['id', 'parts', 'parts[].id', 'parts[].parts'])
  expect(listFields(schema, resolve)[0]).toMatchObject({ isRequired: true, schema: { type: 'integer' } })
  expect(buildExample(schema, resolve)).toMatchObject({ id: 7, size: 'big', parts: [{ id: 7 }] })
  expect(describeType(resolve(schema).properties as never, resolve)).toBe('any')
  expect(describeType({ $ref: '#/components/schemas/Nested' }, resolve)).toMatch(
    /^string or list of string or list of /,
  )
  expect(
    describeType((document.components.schemas.Thing.properties as never as { size: never }).size, resolve),
  ).toBe('"big" or number or null')
  expect(resolve({ $ref: '#/components/schemas/Loop' })).toEqual({})
  expect(resolve({ $ref: '#/nowhere/at/all' })).toEqual({})
})

test('no text of a document becomes markup', async () => {
  const page = await renderDocsPage(document)
  expect(page).toContain('Text with <code>code</code> and &lt;img')
  expect(page).not.toContain('<img src=x')
  expect(page.split(evil).length).toBe(1)
})
