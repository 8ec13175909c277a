// Combines endpoints and configuration: the providers of each endpoint in order, how to reach them, and their prices.
import { type Addresses, createAddresses } from '@quarry/kit/addresses'
import type { Endpoint } from '@quarry/kit/endpoint'
import type { Provider } from '@quarry/kit/provider'
import { type Site, siteAt, toTemplate } from '@quarry/kit/site'
import type { Source } from '@quarry/kit/source'
import type { RateLimit, UpstreamApi } from '@quarry/kit/upstream-api'
import type { SourceAccess } from '../../fetching/source-access.ts'
import type { CallFetch, Upstream } from '../../fetching/upstream.ts'
import type { Config } from '../../platform/config/config.ts'
import { mapValues } from '../../platform/lib/map-values.ts'
import type { SourceModule } from '../reading/read-task.ts'

/** A source as the server loaded it. */
export type LoadedSource = Source & { isPlugin?: true }

export type ConfiguredProvider = {
  /** As callers see it: `sandbox` for a sandbox site. */
  name: string
  /** A reading thread loads this source only. */
  source: SourceModule
  /** Its reader always runs in a thread: a fault of a plugin must not affect other calls. */
  isPlugin?: true
  licence: string | null
  price: number
  /** How long its responses may be stored; null for no limit. */
  retentionSeconds: number | null
  definition: Provider<unknown, unknown>
  site: Site
  /** For all servers together. */
  rateLimit: RateLimit
  /** Where its pages come from: a part of every cache key. */
  location: string
  /** Starts a pause in which no server calls the upstream API. */
  startPause: (seconds: number) => Promise<void>
  /**
   * Starts a fetch, which equal lookups may join. A job's fetch is retried more often. `isLast`: no further provider would
   * be called instead.
   */
  open: (job?: { isLast: boolean }) => CallFetch
  /** Time budget of a call, or a job, for all its providers. */
  timeMs: (isJob: boolean) => number
  /** Whether the lookup provokes a fault of the sandbox, which must not count in health. */
  hasSandboxFault: (query: unknown) => boolean
}

export type ConfiguredEndpoint = {
  source: LoadedSource
  endpoint: Endpoint
  /** The highest price of its providers. */
  price: number
  addresses: Addresses<unknown>
  /** In the order of the configuration; empty if none is configured. */
  providers: readonly ConfiguredProvider[]
}

/** Where the sandbox sites are served, and how a request triggers a fault. */
export type Sandbox = {
  socketPath: string | null
  isFaultWord: (text: string) => boolean
  asksForFault: (url: string, body: string | null) => boolean
}

export type ConfigureDeps = { config: Config; upstream: Upstream; sandbox: Sandbox }

type ReachedProvider = Pick<ConfiguredProvider, 'site' | 'location' | 'hasSandboxFault'> & {
  access: SourceAccess
}

/** The providers of an endpoint by name; none if there is no open data for it. */
export const listProviderNames = (
  { providersByPath }: Pick<Config, 'providersByPath'>,
  { path }: Endpoint,
): readonly string[] => providersByPath[path] ?? ['sandbox']

export const configureEndpoints = (deps: ConfigureDeps, sources: readonly LoadedSource[]) =>
  sources.flatMap((source) => source.endpoints.map((endpoint) => configureEndpoint(deps, source, endpoint)))

function configureEndpoint(
  deps: ConfigureDeps,
  source: LoadedSource,
  endpoint: Endpoint,
): ConfiguredEndpoint {
  const names = listProviderNames(deps.config, endpoint)
  const providers = names.map((name) => configureProvider(deps, source, endpoint, name))
  const reached = providers.map(({ definition, site }) => ({ provider: definition, site }))
  return {
    source,
    endpoint,
    price: Math.max(
      ...(providers.length > 0 ? providers.map(({ price }) => price) : [findPrice(deps.config, endpoint)]),
    ),
    addresses: createAddresses(reached, names.includes('sandbox') ? deps.sandbox.isFaultWord : undefined),
    providers,
  }
}

function configureProvider(
  deps: ConfigureDeps,
  source: LoadedSource,
  endpoint: Endpoint,
  name: string,
): ConfiguredProvider {
  const { config, upstream } = deps
  const { upstreamTotalMs, jobTotalMs } = config.limits
  const definition = findProvider(endpoint, name)
  const { api, otherApis = [], rateLimit } = definition
  const apis = api ? [api, ...otherApis] : []
  const { access, ...reached } = api
    ? reachApis(source, [{ ...api, rateLimit: { ...api.rateLimit, ...rateLimit } }, ...otherApis], config)
    : reachSite(deps, source, name)
  const retentionLimits = apis.flatMap(({ retentionSeconds }) => retentionSeconds ?? [])
  return {
    name,
    source: { name: source.name, module: source.module },
    ...(source.isPlugin ? { isPlugin: true as const } : {}),
    // A record is under the licences of all APIs that it was read from.
    licence: api
      ? [...new Set(apis.map(({ name: own, licence }) => config.providers[own]?.licence ?? licence))].join(
          ' AND ',
        )
      : null,
    price: findPrice(config, endpoint, api),
    retentionSeconds: retentionLimits.length === 0 ? null : Math.min(...retentionLimits),
    definition,
    rateLimit: access.rateLimit ?? {},
    ...reached,
    startPause: (seconds) => upstream.startPause(access, seconds),
    open: (job) => upstream.open(access, job && { timeMs: jobTotalMs, ...job }),
    timeMs: (isJob) => (isJob ? jobTotalMs : upstreamTotalMs),
  }
}

function findProvider(endpoint: Endpoint, name: string): Provider<unknown, unknown> {
  const ownName = name === 'sandbox' ? 'site' : name
  const provider = endpoint.providers.find((candidate) => candidate.name === ownName)
  if (!provider) throw new Error(`${endpoint.path} has no provider ${name}`)
  return provider
}

function findPrice({ prices, providers }: Config, { path, credits }: Endpoint, api?: UpstreamApi): number {
  const ownPrice = api && providers[api.name]?.price
  return (typeof ownPrice === 'object' ? ownPrice[path] : ownPrice) ?? prices[path] ?? credits
}

function reachSite({ config, sandbox }: ConfigureDeps, source: Source, name: string): ReachedProvider {
  const settings = config.sources[source.name] ?? {}
  const isSandbox = name === 'sandbox'
  const site = isSandbox ? siteAt(source.site, source.domains) : toLiveSite(source, config)
  const perHost = isSandbox ? null : (settings.per_host_per_second ?? (source.hosts ? 2 : null))
  return {
    site,
    location: site.template,
    hasSandboxFault: (query) => isSandbox && sandbox.asksForFault('', JSON.stringify(query)),
    access: {
      source: source.name,
      provider: name,
      hosts: site.hosts,
      sandboxSocket: isSandbox ? sandbox.socketPath : null,
      allowPrivate: settings.allow_private ?? false,
      concurrency: settings.concurrency ?? (source.hosts ? 2 : 8),
      ...(perHost === null ? {} : { perHostPerSecond: perHost }),
      robots: settings.robots ?? true,
      proxy: settings.proxy ?? null,
      headers: settings.headers ?? {},
    },
  }
}

/** The site that the operator configured; a source with configured hosts has no other. */
export function toLiveSite({ name, site, domains, hosts }: Source, { sources }: Pick<Config, 'sources'>) {
  const settings = sources[name] ?? {}
  if (hosts && settings.hosts !== undefined) return siteAt(toTemplate([settings.hosts].flat()))
  return siteAt(settings.site ?? site, domains)
}

function reachApis(
  source: Source,
  [first, ...others]: readonly [UpstreamApi, ...UpstreamApi[]],
  config: Config,
): ReachedProvider {
  const access = toApiAccess(source, first, config)
  const also = others.map((other) => toApiAccess(source, other, config))
  return {
    site: siteAt(`https://${first.hosts[0]}`),
    location: [access, ...also].map(({ hostOverrides }) => JSON.stringify(hostOverrides)).join(' '),
    hasSandboxFault: () => false,
    access: { ...access, also },
  }
}

const defaultConcurrency = 4
const defaultPauseSeconds = 60

function toApiAccess(source: Source, api: UpstreamApi, { providers, contact }: Config): SourceAccess {
  const settings = providers[api.name]
  const { sites = {}, allow_private: allowPrivate = false, key = null } = settings ?? {}
  const hostOverrides = mapValues(sites, (address) => new URL(address).origin)
  const { credentials } = api
  return {
    source: source.name,
    provider: api.name,
    hosts: [...api.hosts, ...Object.values(hostOverrides).map((origin) => new URL(origin).hostname)],
    hostOverrides,
    sandboxSocket: null,
    allowPrivate,
    concurrency: api.concurrency ?? defaultConcurrency,
    // An API is bound by its terms and rate limit; robots.txt is for crawlers of pages.
    robots: false,
    proxy: null,
    headers: api.headers ?? {},
    contact,
    credentials: credentials && key !== null ? { ...credentials, value: key } : null,
    rateLimit: { ...api.rateLimit, ...toRateLimit(settings?.rate_limit ?? settings?.pace) },
    pause: { statuses: api.limitStatuses ?? [429], seconds: api.restSeconds ?? defaultPauseSeconds },
  }
}

/** Only the limits that the configuration sets: the API's own apply to the others. */
function toRateLimit(settings: Config['providers'][string]['rate_limit'] = {}): RateLimit {
  const { per_second, per_minute, per_day, per_month, seconds_apart } = settings
  return {
    ...(per_second === undefined ? {} : { perSecond: per_second }),
    ...(per_minute === undefined ? {} : { perMinute: per_minute }),
    ...(per_day === undefined ? {} : { perDay: per_day }),
    ...(per_month === undefined ? {} : { perMonth: per_month }),
    ...(seconds_apart === undefined ? {} : { secondsApart: seconds_apart }),
  }
}
