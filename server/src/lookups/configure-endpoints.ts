// Puts endpoints and configuration together, in this one place: who answers each, at which address, at which price.
import { createAddresses } from '@quarry/kit/addresses'
import type { Endpoint } from '@quarry/kit/endpoint'
import type { Provider } from '@quarry/kit/provider'
import { siteAt } from '@quarry/kit/site'
import type { Source } from '@quarry/kit/source'
import type { Pace, UpstreamApi } from '@quarry/kit/upstream-api'
import type { Config } from '../config.ts'
import type { SourceAccess } from '../upstream/source-access.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { ConfiguredEndpoint, ConfiguredProvider } from './configured-endpoint.ts'

/** Where the pretend sites are served, and how they are asked for faults. */
export type Sandbox = {
  socketPath: string | null
  isFaultWord: (text: string) => boolean
  asksForFault: (url: string, body: string | null) => boolean
}

export type ConfigureOptions = {
  sources: readonly Source[]
  config: Config
  upstream: Upstream
  sandbox: Sandbox
}

type Reached = Pick<ConfiguredProvider, 'site' | 'place' | 'isProvoked'> & { access: SourceAccess }

/** The names of those who answer an endpoint; what the configuration does not know is the sandbox's. */
export const listProviderNames = (
  { answers }: Pick<Config, 'answers'>,
  { path }: Endpoint,
): readonly string[] => answers[path] ?? ['sandbox']

export function configureEndpoints(options: ConfigureOptions): ConfiguredEndpoint[] {
  const { sources, config, upstream, sandbox } = options
  const { upstreamTotalMs, jobTotalMs } = config.limits

  function configure(source: Source, endpoint: Endpoint): ConfiguredEndpoint {
    const names = listProviderNames(config, endpoint)
    const providers = names.map((name): ConfiguredProvider => {
      const provider = providerNamed(endpoint, name)
      const { api: through, otherApis: also = [], pace } = provider
      const { access, ...reached } = through
        ? reachInterfaces(source, [{ ...through, pace: { ...through.pace, ...pace } }, ...also], config)
        : reachSite(source, name, config, sandbox)
      return {
        name,
        source: { name: source.name, module: source.module },
        licence: through ? licenceOf([through, ...also]) : null,
        price: priceOf(config, endpoint, through),
        keepSeconds: through ? keepSecondsOf([through, ...also]) : null,
        provider,
        pace: access.pace ?? {},
        ...reached,
        open: (isPatient) => upstream.open(access, isPatient ? { patientMs: jobTotalMs } : {}),
        timeMs: (isPatient) => (isPatient ? jobTotalMs : upstreamTotalMs),
      }
    })
    const isPretend = names.includes('sandbox')
    return {
      source,
      endpoint,
      price: Math.max(...providers.map(({ price }) => price)),
      addresses: createAddresses(providers, isPretend ? sandbox.isFaultWord : undefined),
      providers,
    }
  }

  return sources.flatMap((source) => source.endpoints.map((endpoint) => configure(source, endpoint)))
}

function providerNamed(endpoint: Endpoint, name: string): Provider<unknown, unknown> {
  const wanted = name === 'sandbox' ? 'site' : name
  const provider = endpoint.providers.find((candidate) => candidate.name === wanted)
  if (!provider) throw new Error(`${endpoint.path} has no provider ${name}`)
  return provider
}

function priceOf({ prices, providers }: Config, { path, credits }: Endpoint, through?: UpstreamApi): number {
  const own = through && providers[through.name]?.price
  return (typeof own === 'object' ? own[path] : own) ?? prices[path] ?? credits
}

function reachSite(source: Source, name: string, { sources }: Config, sandbox: Sandbox): Reached {
  const settings = sources[source.name] ?? {}
  const isPretend = name === 'sandbox'
  const site = siteAt(isPretend ? source.site : (settings.site ?? source.site), source.domains)
  return {
    site,
    place: site.template,
    isProvoked: (query) => isPretend && sandbox.asksForFault('', JSON.stringify(query)),
    access: {
      source: source.name,
      provider: name,
      hosts: site.hosts,
      sandboxSocket: isPretend ? sandbox.socketPath : null,
      allowPrivate: settings.allow_private ?? false,
      concurrency: settings.concurrency ?? 8,
      robots: settings.robots ?? true,
      proxy: settings.proxy ?? null,
      headers: settings.headers ?? {},
    },
  }
}

const defaultConcurrency = 4

type Interfaces = readonly [UpstreamApi, ...UpstreamApi[]]

/** What a record holds is under all the licences of those that it was read from. */
const licenceOf = (interfaces: Interfaces): string =>
  [...new Set(interfaces.map(({ licence }) => licence))].join(' AND ')

function keepSecondsOf(interfaces: Interfaces): number | null {
  const bounds = interfaces.flatMap(({ keepSeconds }) => (keepSeconds === undefined ? [] : [keepSeconds]))
  return bounds.length === 0 ? null : Math.min(...bounds)
}

function reachInterfaces(source: Source, [first, ...others]: Interfaces, config: Config): Reached {
  const access = accessOf(source, first, config)
  const also = others.map((other) => accessOf(source, other, config))
  return {
    site: siteAt(`https://${first.hosts[0]}`),
    place: [access, ...also].map(({ places }) => JSON.stringify(places)).join(' '),
    isProvoked: () => false,
    access: { ...access, also },
  }
}

function accessOf(source: Source, through: UpstreamApi, { providers, contact }: Config): SourceAccess {
  const { sites = {}, allow_private: allowPrivate = false, pace, key = null } = providers[through.name] ?? {}
  const places = Object.fromEntries(
    Object.entries(sites).map(([host, address]) => [host, new URL(address).origin]),
  )
  const { credentials } = through
  return {
    source: source.name,
    provider: through.name,
    hosts: [...through.hosts, ...Object.values(places).map((origin) => new URL(origin).hostname)],
    places,
    sandboxSocket: null,
    allowPrivate,
    concurrency: through.concurrency ?? defaultConcurrency,
    // The terms and the pace of a documented interface rule, not the rules for crawlers of its pages.
    robots: false,
    proxy: null,
    headers: {},
    contact,
    credentials: credentials && key !== null ? { ...credentials, value: key } : null,
    pace: { ...through.pace, ...paceOf(pace) },
  }
}

/** The bounds that the configuration sets, beside those that the interface declares. */
function paceOf(given: Config['providers'][string]['pace'] = {}): Pace {
  const { per_second, per_minute, per_day, per_month, seconds_apart } = given
  return {
    ...(per_second === undefined ? {} : { perSecond: per_second }),
    ...(per_minute === undefined ? {} : { perMinute: per_minute }),
    ...(per_day === undefined ? {} : { perDay: per_day }),
    ...(per_month === undefined ? {} : { perMonth: per_month }),
    ...(seconds_apart === undefined ? {} : { secondsApart: seconds_apart }),
  }
}
