// `quarry probe`: one live call per endpoint of each configured provider, to verify a provider and to notice lost
// fields.
import { join } from 'node:path'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import type { Source } from '@quarry/kit/source'
import { createProviderRateLimits } from '../../fetching/provider-rate-limits.ts'
import type { RobotsPage } from '../../fetching/robots.ts'
import { createUpstream, type Upstream } from '../../fetching/upstream.ts'
import { probeProvider, type Target } from '../../lookups/probe/probe-provider.ts'
import { findLostFields, formatProbe, formatSummary, type Row } from '../../lookups/probe/probe-report.ts'
import { createProbeStore, type Hide } from '../../lookups/probe/probe-store.ts'
import { configureEndpoints } from '../../lookups/sources/configure-endpoints.ts'
import { loadConfiguredSources } from '../../lookups/sources/load-sources.ts'
import type { Config } from '../../platform/config/config.ts'
import { isEmptyDatabase, migrate } from '../../platform/db/migrate.ts'
import { version } from '../../platform/lib/version.ts'
import { parseOptions, UsageError } from './command-usage.ts'
import { withDatabase } from './database-commands.ts'

export async function probe(args: readonly string[]): Promise<number> {
  const { provider, isCompared, folder } = readArguments(args)
  const { config, sources } = await loadConfiguredSources()
  const chosen = chooseNames(config, provider)
  allowLargeDom()
  // The rate limits of providers are counted in the database, for all servers.
  return withDatabase(async (database) => {
    if (await isEmptyDatabase(database)) await migrate(database)
    const rateLimits = createProviderRateLimits(database)
    let responses = 0
    const robotsPages: RobotsPage[] = []
    const upstream = createUpstream({
      onFetch({ status }) {
        if (status !== null) responses += 1
      },
      onRobotsPage: (page) => robotsPages.push(page),
      userAgent: `Quarry/${version}`,
      limits: { tryMs: config.limits.upstreamTryMs, callMs: config.limits.upstreamTotalMs },
      rateLimits,
    })
    try {
      return await run(config, listTargets({ config, sources, upstream }, chosen), {
        isCompared,
        folder: folder ?? join(config.dataDir, 'probe'),
        countResponses: () => responses,
        takeRobotsPages: () => robotsPages.splice(0),
      })
    } finally {
      await upstream.close()
      await rateLimits.close()
    }
  })
}

type RunOptions = {
  isCompared: boolean
  /** The folder where the responses are stored. */
  folder: string
  /** How many responses came so far, with any status. */
  countResponses: () => number
  /** The sites that answered robots.txt with a web page since the last call. */
  takeRobotsPages: () => RobotsPage[]
}

async function run(
  config: Config,
  targets: readonly Target[],
  { isCompared, folder, countResponses, takeRobotsPages }: RunOptions,
): Promise<number> {
  const hide = createHide(config)
  const store = createProbeStore(folder, hide)
  const all: Row[] = []
  let isLost = false
  for (const [index, target] of targets.entries()) {
    const { configured, provider } = target
    process.stderr.write(
      `${index + 1} of ${targets.length}: calling ${provider.name} for ${configured.endpoint.path}\n`,
    )
    const before = countResponses()
    const probed = await probeProvider(target)
    const lost = isCompared ? findLostFields(await store.last(target), probed) : null
    const hasLess = lost !== null && lost.length > 0
    if (!hasLess) await store.write(probed)
    isLost ||= hasLess
    all.push({ ...probed, isReachable: countResponses() > before })
    process.stdout.write(hide(formatProbe(probed, lost, takeRobotsPages())))
  }
  process.stdout.write(hide(formatSummary(all)))
  return isLost || all.some(({ result }) => result.kind === 'failed') ? 1 : 0
}

/** Names of the providers to probe. The sandbox is left out: it is always available. */
function chooseNames({ providersByPath }: Config, provider: string | null): ReadonlySet<string> {
  const configured = new Set(Object.values(providersByPath).flat())
  configured.delete('sandbox')
  if (configured.size === 0)
    throw new UsageError(
      'no provider is configured: every endpoint answers from the sandbox; set QUARRY_DATA or the config file',
    )
  if (provider === null) return configured
  if (configured.has(provider)) return new Set([provider])
  throw new UsageError(
    `${JSON.stringify(provider)} is not configured; configured providers: ${[...configured].join(', ')}`,
  )
}

type TargetDeps = { config: Config; sources: readonly Source[]; upstream: Upstream }

/** In the order of the names. */
function listTargets({ config, sources, upstream }: TargetDeps, chosen: ReadonlySet<string>): Target[] {
  const sandbox = { socketPath: null, isFaultWord: () => false, asksForFault: () => false }
  const targets = configureEndpoints({ config, upstream, sandbox }, sources).flatMap((configured) =>
    configured.providers.map((provider) => ({ configured, provider })),
  )
  return [...chosen].flatMap((name) => targets.filter(({ provider }) => provider.name === name))
}

/** Hides configured secrets: a provider may send a key back, and it must not reach the screen or a file. */
function createHide({ providers, sources: sites }: Config): Hide {
  const keys = Object.values(providers).flatMap(({ key }) => (key === null ? [] : [key, ...key.split(':')]))
  const siteSecrets = Object.values(sites).flatMap(({ headers = {}, proxy }) => [
    ...Object.values(headers),
    ...(proxy === undefined ? [] : [proxy]),
  ])
  // Shorter values are ordinary words, such as a language code.
  const secrets = [...keys, ...siteSecrets].filter((text) => text.length >= 6)
  const written = new Set(secrets.flatMap((text) => [text, encodeURIComponent(text)]))
  const longestFirst = [...written].sort((a, b) => b.length - a.length)
  return (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, '(hidden)'), text)
}

function readArguments(args: readonly string[]) {
  const options = { compare: { type: 'boolean' }, record: { type: 'string' } } as const
  const { positionals, values } = parseOptions({ args: [...args], options, allowPositionals: true })
  const [provider = null, extra] = positionals
  if (extra !== undefined)
    throw new UsageError('usage: quarry probe [provider] [--compare] [--record <folder>]')
  return { provider, isCompared: values.compare ?? false, folder: values.record ?? null }
}
