// Providers, for the operator: what each answers, how well, and how much of its rate limit is left.
import { integer, list, nullable, number, object, oneOf, text } from '@quarry/kit/schema'
import type { RateLimit, UpstreamApi } from '@quarry/kit/upstream-api'
import { type ProviderUsage, readProviderUsage } from '../../fetching/provider-rate-limits.ts'
import type { Drift } from '../../lookups/drift/drift.ts'
import type { Health } from '../../lookups/health/health.ts'
import type { Diagnosis } from '../../lookups/pages/diagnostic-pages.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import { moment, namedObject } from '../../platform/lib/schemas.ts'
import { route } from './route.ts'
import { alarmWithExamples } from './shared-schemas.ts'

export type ProviderDeps = {
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
  name: 'providers',
  path: '/admin/providers',
  access: 'admin',
  tag: 'status',
  summary: 'List the providers with their health and remaining rate limit',
  reply: { description: 'Every configured provider', schema: object({ providers: list(provider) }) },
  async answer(_input, deps: ProviderDeps) {
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
  const usual = uses.find(({ provider }) => provider.definition.rateLimit === undefined) ?? uses[0]
  return {
    name,
    licence: api?.licence ?? null,
    credit: api?.credit ?? null,
    pace_left: countLeft(api, usual?.provider.rateLimit ?? {}, used),
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

export const adminProviderRoutes = [providers]
