// Sources as the operator looks after them: what each offers, who answers it, and how complete the records were, down to
// how often each field was there.
import { integer, list, named, number, object, text } from '@quarry/kit/schema'
import { type FormShares, readFieldShares } from '../drift/field-shares.ts'
import { getShaper } from '../drift/shape.ts'
import { Refusal } from '../errors.ts'
import { coverageDays, readCoverage } from '../log/coverage.ts'
import { route } from './route.ts'

const shared = { access: 'admin', method: 'GET', tag: 'status' } as const

const coverage = object({
  provider: text('site'),
  form: text('json'),
  records: integer(120),
  fields_share: number(0.82, { description: 'Of all fields of these records, the share that was filled.' }),
})

const allSources = route({
  ...shared,
  name: 'sources',
  path: '/admin/sources',
  summary: 'Sources, who answers them, and how complete their records are',
  params: object({}),
  replies: {
    200: {
      description: `The sources; records are those of the last ${coverageDays} days`,
      schema: object(
        {
          sources: list(
            object({
              name: text('shop'),
              title: text('A shop'),
              endpoints: list(
                object({
                  path: text('/v2/usage'),
                  price: integer(1),
                  providers: list(text('site'), { description: 'In the order in which they are asked.' }),
                  coverage: list(coverage),
                }),
              ),
            }),
          ),
        },
        named('Sources'),
      ),
    },
  },
  refusals: [],
  example: {},
  async run(_given, { endpoints, reads }) {
    const rows = await readCoverage(reads('operator'))
    const sources = new Set(endpoints.map(({ source }) => source))
    return {
      body: {
        sources: [...sources].map((source) => ({
          name: source.name,
          title: source.title,
          endpoints: endpoints
            .filter((one) => one.source === source)
            .map(({ endpoint: { path }, price, providers }) => ({
              path,
              price,
              providers: providers.map(({ name }) => name),
              coverage: rows.filter((row) => row.endpoint === path).map(({ endpoint: _, ...row }) => row),
            })),
        })),
      },
    }
  },
})

const oneSource = route({
  ...shared,
  name: 'source',
  path: '/admin/sources/{source}',
  summary: 'How often each field of a source’s records is there',
  description: 'By provider and form of page, of the newest some thousand records of each.',
  params: object({ source: text('shop', { description: 'The source' }) }),
  replies: {
    200: {
      description: 'The fields',
      schema: object(
        {
          endpoints: list(
            object({
              path: text('/v2/usage'),
              forms: list(
                object({
                  provider: text('site'),
                  form: text('json'),
                  records: integer(120, { description: 'Of which this is known.' }),
                  fields: list(object({ field: text('venue.city'), share: number(0.98) })),
                }),
              ),
            }),
          ),
        },
        named('SourceFields'),
      ),
    },
  },
  refusals: ['not_found'],
  example: { params: { source: 'shop' } },
  async run({ params: { source } }, { endpoints, reads }) {
    const own = endpoints.filter((one) => one.source.name === source)
    if (own.length === 0) throw new Refusal('not_found')
    const pool = reads('operator')
    const shown: { path: string; forms: FormShares[] }[] = []
    // One after the other: what is remembered of an endpoint takes a while to read.
    for (const { endpoint } of own)
      shown.push({
        path: endpoint.path,
        forms: await readFieldShares(pool, endpoint.path, getShaper(endpoint.record)),
      })
    return { body: { endpoints: shown } }
  },
})

export const adminSourceRoutes = [allSources, oneSource]
