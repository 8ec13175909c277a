// Whether the books agree, for the operator: what the last audit of this server found.
import { boolean, integer, list, named, nullable, object, text } from '@quarry/kit/schema'
import { route } from './route.ts'
import { moment } from './shared-schemas.ts'

const books = route({
  name: 'books',
  method: 'GET',
  path: '/admin/audit',
  access: 'admin',
  tag: 'status',
  summary: 'Whether the books agree',
  description:
    'What `quarry audit` tells, of the last audit of the server that answers. Asking begins another where the last is a minute old, or a hundred times as old as it took.',
  params: object({}),
  replies: {
    200: {
      description: 'The last audit',
      schema: object(
        {
          at: nullable(moment()),
          ms: nullable(integer(420)),
          balanced: nullable(
            boolean(true, { description: 'Null before the first, or where it could not be finished.' }),
          ),
          differences: list(text('the ledger and the balance differ: …')),
          running: boolean(false),
        },
        named('Books'),
      ),
    },
  },
  refusals: [],
  example: {},
  run: async (_given, parts) => ({ body: parts.books.look() }),
})

export const bookRoutes = [books]
