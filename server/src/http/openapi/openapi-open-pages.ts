// Describes the pages and files that are open to everyone and not in the list of routes: the reference page and the
// downloads.
import type { Json } from '../docs/docs-document.ts'

const describe = (operation: Json): Json => ({
  tags: ['status'],
  security: [],
  'x-credits': 0,
  'x-status': 'operational',
  'x-error-reasons': [],
  ...operation,
})

export const openPages: Readonly<Record<string, Json>> = {
  '/docs': {
    get: describe({
      operationId: 'docs',
      summary: 'Read the API reference as a page',
      responses: {
        200: {
          description: 'The page',
          content: { 'text/html': { schema: { type: 'string', examples: ['<!doctype html>'] } } },
        },
      },
    }),
  },
  '/downloads/{name}': {
    get: describe({
      operationId: 'download',
      summary: 'Download the SDK or the command line',
      description: 'An npm package that matches the version of this server.',
      'x-error-reasons': ['unknown_route'],
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          description: 'The file.',
          example: 'sdk.tgz',
          schema: { type: 'string', enum: ['sdk.tgz', 'cli.tgz'] },
        },
      ],
      responses: {
        200: {
          description: 'The package',
          content: { 'application/gzip': { schema: { type: 'string', format: 'binary' } } },
        },
        404: { $ref: '#/components/responses/Error404' },
      },
    }),
  },
}
