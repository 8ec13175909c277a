// The pages that were kept for diagnosis, for the operator: why each was kept, its text, and what today's reader makes
// of it. Pages are told as text and never as what they are.
import { anything, integer, list, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { Refusal } from '../errors.ts'
import { keptKinds } from '../lookups/diagnosis.ts'
import { route } from './route.ts'
import { limit, moment, usualListed } from './shared-schemas.ts'

const shared = { access: 'admin', method: 'GET', tag: 'status' } as const
const exampleId = 'failed~v2.shop.item~site~2026-01-31T12-00-00.000Z'
/** More than anybody reads; the whole of it is in the folder. */
const maxShown = 200_000

const about = {
  page_id: text(exampleId),
  kind: oneOf(keptKinds, {
    description: '`failed`: it gave no record; `partly_read`: it gave one, but not of all that it shows.',
  }),
  endpoint: text('/v2/usage'),
  provider: text('site'),
  at: moment(),
  why: text('the page has no data'),
  url: nullable(text('https://shop.example/item/1')),
  status: nullable(integer(200)),
  content_type: nullable(text('text/html')),
}

const keptPages = route({
  ...shared,
  name: 'kept_pages',
  path: '/admin/pages',
  summary: 'Pages kept for diagnosis',
  description: 'Newest first, of the server that answers.',
  params: object({
    endpoint: optional(text('/v2/usage', { description: 'Only of this endpoint.' })),
    provider: optional(text('site', { description: 'Only of this provider.' })),
    kind: optional(oneOf(keptKinds, { description: 'Only those that were kept for this.' })),
    limit,
  }),
  replies: {
    200: {
      description: 'The pages, without their texts',
      schema: object({ pages: list(object(about)) }, named('KeptPages')),
    },
  },
  refusals: [],
  example: { params: { limit: 20 } },
  run: async ({ params: { limit: most = usualListed, ...wanted } }, { diagnosticPages: kept }) => ({
    body: { pages: await kept.list({ ...wanted, limit: most }) },
  }),
})

const keptPage = route({
  ...shared,
  name: 'kept_page',
  path: '/admin/pages/{id}',
  summary: 'One kept page, and what today’s reader makes of it',
  params: object({ id: text(exampleId, { description: 'Id of the page' }) }),
  replies: {
    200: {
      description: 'The page',
      schema: object(
        {
          ...about,
          characters: integer(5120, { description: 'Of the page as it was kept.' }),
          text: nullable(
            text('<html>…', {
              description: `The first ${maxShown} characters; null where only the note may be kept.`,
            }),
          ),
          reread: object(
            {
              result: nullable(
                oneOf(['record', 'not_found', 'page_source', 'failed'], {
                  description: 'Null where there is no text to read.',
                }),
              ),
              form: nullable(text('json')),
              record: anything({ description: 'As it would be answered; null where there is none.' }),
              why: nullable(text('page_changed: the page has no data')),
            },
            { description: 'What the readers of this server make of it now.' },
          ),
        },
        named('KeptPage'),
      ),
    },
  },
  refusals: ['not_found'],
  example: { params: { id: exampleId } },
  async run({ params: { id } }, { diagnosticPages: kept }) {
    const found = await kept.read(id)
    if (!found) throw new Refusal('not_found')
    const { page, text: body, reread } = found
    return {
      body: {
        ...page,
        characters: body?.length ?? 0,
        text: body?.slice(0, maxShown) ?? null,
        reread: reread ?? { result: null, form: null, record: null, why: null },
      },
    }
  },
})

export const adminPageRoutes = [keptPages, keptPage]
