// Diagnostic pages, for the operator: why each was kept, its text, and the result of the current readers. The text of
// a page is sent inside JSON, never as a page that a browser would render.
import { anything, integer, list, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import type { DiagnosticPages } from '../../lookups/pages/diagnostic-pages.ts'
import { diagnosisKinds } from '../../lookups/pages/diagnostic-pages.ts'
import { Refusal } from '../../platform/errors.ts'
import { moment, namedObject } from '../../platform/lib/schemas.ts'
import { route } from './route.ts'
import { limit, usualListed } from './shared-schemas.ts'

export type PageDeps = { diagnosticPages: DiagnosticPages }

const shared = { access: 'admin', tag: 'status' } as const
const exampleId = 'failed~v2.shop.item~site~2026-01-31T12-00-00.000Z'
/** The data folder has the whole page. */
const maxShownChars = 200_000

const about = {
  page_id: text(exampleId),
  kind: oneOf(
    diagnosisKinds,
    '`failed`: no record could be read; `partly_read`: the record lacks part of the page.',
  ),
  endpoint: text('/v2/usage'),
  provider: text('site'),
  at: moment(),
  why: text('the page has no data'),
  url: nullable(text('https://shop.example/item/1')),
  status: nullable(integer(200)),
  content_type: nullable(text('text/html')),
}

const listPages = route({
  ...shared,
  name: 'kept_pages',
  path: '/admin/pages',
  summary: 'List the diagnostic pages',
  description: 'Newest first, of the server that answers.',
  params: object({
    endpoint: optional(text('/v2/usage', 'Only pages of this endpoint.')),
    provider: optional(text('site', 'Only pages of this provider.')),
    kind: optional(oneOf(diagnosisKinds, 'Only pages kept for this reason.')),
    limit,
  }),
  reply: {
    description: 'The pages without their text',
    schema: namedObject('KeptPages', { pages: list(object(about)) }),
  },
  example: { params: { limit: 20 } },
  answer: async ({ params: { limit: count = usualListed, ...filters } }, { diagnosticPages }: PageDeps) => ({
    pages: await diagnosticPages.list({ ...filters, limit: count }),
  }),
})

const reread = object(
  {
    result: nullable(
      oneOf(['record', 'not_found', 'page_source', 'failed'], 'Null if there is no text to read.'),
    ),
    form: nullable(text('json')),
    record: anything('The record as a lookup would return it; null if there is none.'),
    why: nullable(text('page_changed: the page has no data')),
  },
  'The result of reading the page again with the current readers of this server.',
)

const readPage = route({
  ...shared,
  name: 'kept_page',
  path: '/admin/pages/{id}',
  summary: 'Read a diagnostic page and try to extract it again',
  params: object({ id: text(exampleId, 'Id of the page') }),
  reply: {
    description: 'The page',
    schema: namedObject('KeptPage', {
      ...about,
      characters: integer(5120, 'Length of the kept page.'),
      text: nullable(
        text('<html>…', `The first ${maxShownChars} characters; null if the text may not be stored.`),
      ),
      reread,
    }),
  },
  async answer({ params: { id } }, { diagnosticPages }: PageDeps) {
    const found = await diagnosticPages.read(id)
    if (!found) throw new Refusal('not_found')
    const { page, text: body, reread: result } = found
    return {
      ...page,
      characters: body?.length ?? 0,
      text: body?.slice(0, maxShownChars) ?? null,
      reread: result ?? { result: null, form: null, record: null, why: null },
    }
  },
})

export const adminPageRoutes = [listPages, readPage]
