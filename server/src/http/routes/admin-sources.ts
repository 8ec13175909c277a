// Sources, for the operator: endpoints, how complete their records are, the health of each provider and how much of its
// rate limit is left, and diagnostic pages. The text of a diagnostic page is sent inside JSON, never as a page that a
// browser would render.
import { anything, integer, list, nullable, number, object, oneOf, optional, text } from '@quarry/kit/schema'
import type { RateLimit, UpstreamApi } from '@quarry/kit/upstream-api'
import { type ProviderUsage, readProviderUsage } from '../../fetching/provider-rate-limits.ts'
import { coverage, coverageDays, readCoverage } from '../../ledger/log/overview.ts'
import type { Drift } from '../../lookups/drift/drift.ts'
import { type FormShares, readFieldShares } from '../../lookups/drift/series-store.ts'
import { getShaper } from '../../lookups/drift/shape.ts'
import type { Health } from '../../lookups/health/health.ts'
import { type Diagnosis, type DiagnosticPages, diagnosisKinds } from '../../lookups/pages/diagnostic-pages.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import { Refusal } from '../../platform/errors.ts'
import { moment, namedObject } from '../../platform/lib/schemas.ts'
import { route } from './route.ts'
import { alarmWithExamples, defaultListed, limit } from './shared-schemas.ts'

type SourceDeps = { endpoints: readonly ConfiguredEndpoint[]; reads: Reads }

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
  async respond(_input, { endpoints, reads }: SourceDeps) {
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
  async respond({ params: { source } }, { endpoints, reads }: SourceDeps) {
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

type ProviderDeps = {
  endpoints: readonly ConfiguredEndpoint[]
  reads: Reads
  health: Pick<Health, 'reportProvider'>
  drift: Pick<Drift, 'getAlarms'>
  diagnosis: Pick<Diagnosis, 'count'>
}

const describeLeft = (window: string) =>
  nullable(integer(14, `Requests left in this ${window}; null without a limit.`))

const provider = namedObject('ProviderState', {
  name: text('site'),
  licence: nullable(text('ODbL-1.0', 'Licence of the data, if the provider states one.')),
  credit: nullable(text('By its contributors', 'Attribution to show with the data.')),
  pace_left: object({
    second: describeLeft('second'),
    minute: describeLeft('minute'),
    day: describeLeft('day'),
    month: describeLeft('month'),
  }),
  rest_until: nullable(
    moment({ description: 'Not called before this time, because it answered 429; null otherwise.' }),
  ),
  endpoints: list(
    object({
      path: text('/v2/usage'),
      place: integer(1, 'Position among the providers of the endpoint, from 1.'),
      price: integer(1, 'Credits that an answer of this provider costs.'),
      status: oneOf(['operational', 'degraded'], 'Measured over the last ten minutes.'),
      recent_calls: integer(12),
      failure_share: number(0.083),
      p50_ms: nullable(integer(42)),
      p95_ms: nullable(integer(180)),
      failing_pages: integer(3, 'Diagnostic pages that could not be read.'),
      partly_read_pages: integer(0, 'Diagnostic pages that were read only in part.'),
      alarms: list(alarmWithExamples),
    }),
  ),
})

const providers = route({
  ...shared,
  name: 'providers',
  path: '/admin/providers',
  summary: 'List the providers with their health and remaining rate limit',
  reply: { description: 'Every configured provider', schema: object({ providers: list(provider) }) },
  async respond(_input, deps: ProviderDeps) {
    const used = new Map((await readProviderUsage(deps.reads('operator'))).map((row) => [row.provider, row]))
    const names = new Set(deps.endpoints.flatMap(({ providers }) => providers.map(({ name }) => name)))
    return {
      providers: await Promise.all([...names].map((name) => describeProvider(deps, name, used.get(name)))),
    }
  },
})

async function describeProvider(deps: ProviderDeps, name: string, used: ProviderUsage | undefined) {
  const { endpoints, health, diagnosis, drift } = deps
  const uses = endpoints.flatMap(({ endpoint: { path }, providers: configured }) =>
    configured.flatMap((provider, index) =>
      provider.name === name ? [{ path, provider, place: index + 1 }] : [],
    ),
  )
  const api = uses[0]?.provider.definition.api
  // Some endpoints have a stricter rate limit; show the general one if there is one.
  const general = uses.find(({ provider }) => provider.definition.rateLimit === undefined) ?? uses[0]
  return {
    name,
    licence: api?.licence ?? null,
    credit: api?.credit ?? null,
    pace_left: countLeft(api, general?.provider.rateLimit ?? {}, used),
    rest_until: used?.paused_until?.toISOString() ?? null,
    endpoints: await Promise.all(
      uses.map(async ({ path, provider, place }) => ({
        path,
        place,
        price: provider.price,
        ...health.reportProvider(path, name),
        failing_pages: await diagnosis.count('failed', path, name),
        partly_read_pages: await diagnosis.count('partly_read', path, name),
        alarms: drift.getAlarms(path).filter((alarm) => alarm.provider === name),
      })),
    ),
  }
}

function countLeft(api: UpstreamApi | undefined, rateLimit: RateLimit, used: ProviderUsage | undefined) {
  const subtract = (bound: number | undefined, requests = 0) =>
    api === undefined || bound === undefined ? null : Math.max(0, bound - requests)
  return {
    second: subtract(rateLimit.perSecond, used?.second),
    minute: subtract(rateLimit.perMinute, used?.minute),
    day: subtract(rateLimit.perDay, used?.day),
    month: subtract(rateLimit.perMonth, used?.month),
  }
}

type PageDeps = { diagnosticPages: DiagnosticPages }

const examplePageId = 'failed~v2.shop.item~site~2026-01-31T12-00-00.000Z'
/** The data folder has the whole page. */
const maxShownChars = 200_000

const about = {
  page_id: text(examplePageId),
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
  respond: async (
    { params: { limit: count = defaultListed, ...filters } },
    { diagnosticPages }: PageDeps,
  ) => ({
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
  params: object({ id: text(examplePageId, 'Id of the page') }),
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
  async respond({ params: { id } }, { diagnosticPages }: PageDeps) {
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

export const adminSourceRoutes = [providers, listPages, readPage, listSources, readSource]
