// The types that `quarry types` writes: valid TypeScript whatever a server sends.
import { expect, test } from 'vitest'
import type { LookupInfo } from '../src/catalogue.ts'
import { formatTypes } from '../src/commands/types.ts'

const lookup: LookupInfo = {
  name: 'recipes/recipe',
  path: '/v2/recipes/recipe',
  operation: 'recipes_recipe',
  method: 'GET',
  credits: 3,
  status: 'operational',
  summary: 'Recipe */ declare const\nx: 1',
  description: '',
  params: [
    { name: 'query', isRequired: true, description: '', schema: { type: 'string' } },
    { name: 'page', isRequired: false, description: '', schema: { type: ['integer', 'string'] } },
    { name: 'is_async', isRequired: false, description: '', schema: { type: 'boolean' } },
  ],
  record: {
    type: 'object',
    required: ['id', 'kind', 'steps'],
    properties: {
      id: { type: 'string' },
      kind: { type: ['string', 'null'], enum: ['soup', null] },
      steps: {
        type: 'array',
        items: { type: 'object', required: [], properties: { 'a"b': { type: 'number' } } },
      },
      author: { anyOf: [{ type: 'object', properties: { name: {} }, required: ['name'] }, { type: 'null' }] },
      more: { type: ['object', 'null'] },
    },
  },
  example: {},
}

test('parameters and records are typed, and texts of the server cannot end a comment', () => {
  expect(
    formatTypes([lookup], 'https://a.example'),
  ).toBe(`// Written by "quarry types" from https://a.example. Do not edit: run it again.
import '@quarry/sdk'

declare module '@quarry/sdk' {
  interface OwnLookups {
    /** Recipe * / declare const x: 1, 3 credits. */
    "/v2/recipes/recipe": {
      params: {
        "query": string
        "page"?: number | string
      }
      record: {
        "id": string
        "kind": "soup" | null
        "steps": ({
          "a\\"b"?: number
        })[]
        "author"?: {
          "name": unknown
        } | null
        "more"?: Record<string, unknown> | null
      }
    }
  }
}
`)
})
