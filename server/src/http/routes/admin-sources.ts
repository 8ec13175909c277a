// Sources, for the operator: endpoints, providers, and how complete their records are, down to each field.
import { integer, list, number, object, text } from '@quarry/kit/schema'
import { coverage, coverageDays, readCoverage } from '../../ledger/log/overview.ts'
import { type FormShares, readFieldShares } from '../../lookups/drift/series-store.ts'
import { getShaper } from '../../lookups/drift/shape.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import { Refusal } from '../../platform/errors.ts'
import { namedObject } from '../../platform/lib/schemas.ts'
import { route } from './route.ts'

export type SourceDeps = { endpoints: readonly ConfiguredEndpoint[]; reads: Reads }

const shared = { access: 'admin', tag: 'status' } as const

const listedSource = object({
  name: text('shop'),
  title: text('A shop'),
  endpoints: list(
    object({
      path: text('/v2/usage'),
      price: integer(1),
      providers: list(text('site'), 'In the order in which they are tried.'),
      coverage: list(coverage),
    }),
  ),
})

const listSources = route({
  ...shared,
  name: 'sources',
  path: '/admin/sources',
  summary: 'List the sources with their providers and record coverage',
  reply: {
    description: `The sources; coverage counts the records of the last ${coverageDays} days`,
    schema: namedObject('Sources', { sources: list(listedSource) }),
  },
  async answer(_input, { endpoints, reads }: SourceDeps) {
    const rows = await readCoverage(reads('operator'))
    const sources = new Set(endpoints.map(({ source }) => source))
    return {
      sources: [...sources].map((source) => ({
        name: source.name,
        title: source.title,
        endpoints: endpoints
          .filter((endpoint) => endpoint.source === source)
          .map(({ endpoint: { path }, price, providers }) => ({
            path,
            price,
            providers: providers.map(({ name }) => name),
            coverage: rows.filter((row) => row.endpoint === path).map(({ endpoint: _, ...row }) => row),
          })),
      })),
    }
  },
})

const formShares = object({
  provider: text('site'),
  form: text('json'),
  records: integer(120, 'Records counted.'),
  fields: list(object({ field: text('venue.city'), share: number(0.98) })),
})

const readSource = route({
  ...shared,
  name: 'source',
  path: '/admin/sources/{source}',
  summary: 'Read how often each field of a source is filled',
  description: 'By provider and form of page, over the newest few thousand records of each.',
  params: object({ source: text('shop', 'Name of the source') }),
  reply: {
    description: 'The fields',
    schema: namedObject('SourceFields', {
      endpoints: list(object({ path: text('/v2/usage'), forms: list(formShares) })),
    }),
  },
  async answer({ params: { source } }, { endpoints, reads }: SourceDeps) {
    const sourceEndpoints = endpoints.filter((endpoint) => endpoint.source.name === source)
    if (sourceEndpoints.length === 0) throw new Refusal('not_found')
    const pool = reads('operator')
    const shares: { path: string; forms: FormShares[] }[] = []
    // One at a time: each of these reads takes a while.
    for (const { endpoint } of sourceEndpoints)
      shares.push({
        path: endpoint.path,
        forms: await readFieldShares(pool, endpoint.path, getShaper(endpoint.record)),
      })
    return { endpoints: shares }
  },
})

export const adminSourceRoutes = [listSources, readSource]
