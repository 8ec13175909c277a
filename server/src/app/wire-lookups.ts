// Wires everything that finds records: access to sites and upstream APIs, the readers, and the observers of their
// results. Knows nothing about billing.
import { join } from 'node:path'
import type { Clock } from '@quarry/kit/clock'
import { asksForFault, isFaultWord } from '@quarry/kit/fault-words'
import type { Logger } from 'pino'
import { createMissingFieldsLimit } from '../accounts/missing-fields-limit.ts'
import { createArchive } from '../fetching/archive/archive.ts'
import { createUpstream, type FetchEvent } from '../fetching/upstream.ts'
import { createDrift, type Drift, type DriftChange } from '../lookups/drift/drift.ts'
import { getShaper } from '../lookups/drift/shape.ts'
import { dropOldRows } from '../lookups/drop-old-rows.ts'
import type { FoundRecord } from '../lookups/fetch-record.ts'
import { createFindRecord, type FindOptions } from '../lookups/find-record.ts'
import { createHealth } from '../lookups/health/health.ts'
import { createIncidents } from '../lookups/health/incidents.ts'
import { createStatusHistory } from '../lookups/health/status-history.ts'
import { createStatusPage } from '../lookups/health/status-page.ts'
import { isServerFault, type LookupResult } from '../lookups/lookup-result.ts'
import { createDiagnosis } from '../lookups/pages/diagnosis.ts'
import { createDiagnosticPages } from '../lookups/pages/diagnostic-pages.ts'
import { createFinalResponseStore } from '../lookups/pages/final-response-store.ts'
import { createOfferToArchive } from '../lookups/pages/offer-to-archive.ts'
import { createProviderRateLimits } from '../lookups/provider-rate-limits.ts'
import { createRenderRecord } from '../lookups/reading/render-record.ts'
import { createRunProvider } from '../lookups/reading/run-provider.ts'
import { configureEndpoints } from '../lookups/sources/configure-endpoints.ts'
import type { LoadedSource } from '../lookups/sources/configured-endpoint.ts'
import { serveSandbox } from '../lookups/sources/serve-sandbox.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/db/connect.ts'
import { runEvery } from '../platform/lib/run-every.ts'
import { version } from '../platform/lib/version.ts'
import { createSharedState } from './share-state.ts'
import type { Traces } from './traces/traces.ts'

/** What the start of a server chooses. */
export type LookupSettings = {
  config: Config
  database: Database
  sources: readonly LoadedSource[]
  log: Logger
  /** The delay of `fault-slow` in the sandbox; 3 s by default. */
  sandboxSlow?: () => Promise<void>
}

export type LookupOptions = LookupSettings & {
  clock: Clock
  nowMs: () => number
  /** Unique among the servers that share a database. */
  serverId: string
  /** No other server uses the database. */
  alone: boolean
  /** Null where tracing is off. */
  traces: Traces | null
  /** Counts for the metrics. */
  tally: Pick<FindOptions, 'onCache' | 'onList'> & {
    onFetch: (event: FetchEvent) => void
    onRead: (path: string, provider: string, ms: number) => void
    onAnswer: (path: string, provider: string, kind: LookupResult['kind']) => void
  }
  onDrift: (change: DriftChange) => void
  onError: (error: unknown) => void
}

export async function wireLookups(options: LookupOptions) {
  const { config, database, sources, log, clock, nowMs, alone, traces, tally, onDrift, onError } = options
  for (const [name, { pace }] of Object.entries(config.providers))
    if (pace) log.warn(`providers.${name}.pace is the old name of a setting; rename it to rate_limit`)
  const sandbox = await serveSandbox(sources, config, { clock, slow: options.sandboxSlow })
  const rateLimits = createProviderRateLimits(database)
  const upstream = createUpstream({
    clock,
    nowMs,
    userAgent: `Quarry/${version}`,
    limits: { tryMs: config.limits.upstreamTryMs, callMs: config.limits.upstreamTotalMs },
    onFetch: tally.onFetch,
    asksForFault,
    rateLimits,
  })
  const history = createStatusHistory({ pool: database.pool, clock, nowMs, onError })
  history.start()
  const dropRows = () => dropOldRows(database.pool, onError)
  await dropRows()
  const stopDropping = runEvery(3_600_000, dropRows, onError)
  const shapers = sources
    .flatMap(({ endpoints: own }) => own)
    .map(({ path, record }) => [path, getShaper(record)] as const)
  const incidents = createIncidents(database.pool, onError)
  const drift = createDrift({
    pool: database.pool,
    clock,
    shapers: new Map(shapers),
    onChange(change) {
      const { kind, path, alarm } = change
      if (kind === 'begun') log.warn({ path, alarm }, 'Drift alarm began: the data of a site has changed')
      else {
        log.info({ path, alarm }, 'Drift alarm ended: the data is as before, or the change has lasted a week')
        incidents.note(path, alarm)
      }
      onDrift(change)
    },
    onError,
    alone,
  })
  await drift.start()
  const health = createHealth({
    nowMs,
    pinned: config.pinnedStatus,
    onObserved: history.observe,
    hasDrifted: (path, provider) =>
      drift.getAlarms(path).some((alarm) => provider === undefined || alarm.provider === provider),
    isConfigured: (path) => config.answers[path]?.length !== 0,
  })
  const { runProvider, close: closeReaders } = createRunProvider(tally.onRead)
  const { renderRecord, close: closeRendering } = createRenderRecord()
  const finalResponses = createFinalResponseStore({ pool: database.pool, onError })
  const archive = createArchive({
    ...config.archive,
    folder: join(config.dataDir, 'archive'),
    onOff: (why) => log.error({ why }, 'Page archive is off until the next start: it cannot be written'),
  })
  const shared = await createSharedState({
    config,
    serverId: options.serverId,
    clock,
    nowMs,
    onLost: (error) => log.warn({ err: error }, 'Redis unavailable; using local limits and cache'),
    onBack: () => log.info('Redis connected; limits and cache are shared'),
  })
  const diagnosisFolder = join(config.dataDir, 'diagnosis')
  const diagnosis = createDiagnosis(diagnosisFolder, onError)
  const faults = { socketPath: sandbox.socketPath, isFaultWord, asksForFault }
  const endpoints = configureEndpoints({ config, upstream, sandbox: faults }, sources)
  const offerToArchive = createOfferToArchive(archive, config.archive.days, { clock, nowMs })
  const findRecord = createFindRecord({
    cache: shared.cache,
    sharedLookups: shared.lookups,
    finalResponses,
    runProvider: traces?.runProvider(runProvider) ?? runProvider,
    diagnosis,
    renderRecord,
    onCache: tally.onCache,
    onList: tally.onList,
    onFound(found) {
      offerToArchive(found)
      observeDrift(drift, found)
    },
    onAnswer(path, provider, { accountId }, result, ms) {
      if (isServerFault(result)) return
      const { kind } = result
      tally.onAnswer(path, provider, kind)
      health.observeProvider(path, provider, Number(accountId), kind !== 'failed', ms)
    },
  })
  return {
    endpoints,
    findRecord: traces?.findRecord(findRecord) ?? findRecord,
    health,
    drift,
    statusPage: createStatusPage({
      endpoints: endpoints.map(({ endpoint }) => endpoint),
      health,
      history,
      incidents,
      drift,
      clock,
      nowMs,
      onError,
    }),
    diagnosis,
    diagnosticPages: createDiagnosticPages({ folder: diagnosisFolder, endpoints, runProvider }),
    archive,
    upstream,
    rateLimiter: shared.rateLimiter,
    missingFieldsLimit: createMissingFieldsLimit(
      shared.rateLimiter('fields_missing'),
      config.limits.fieldsMissingPerMinute,
    ),
    /** Call it when no more lookup can start. */
    async close() {
      await stopDropping()
      await drift.close()
      await incidents.close()
      await closeReaders()
      await closeRendering()
      await archive.close()
      await upstream.close()
      await finalResponses.close()
      await rateLimits.close()
      await shared.close()
      await sandbox.close()
      await history.close()
    },
  }
}

/** Lookups that request a sandbox fault do not count. */
function observeDrift(drift: Drift, { request, provider, reading }: FoundRecord): void {
  const { endpoint, query, caller, requestId = '' } = request
  if (provider.hasSandboxFault(query)) return
  drift.observe({
    path: endpoint.path,
    provider: provider.name,
    form: reading.form,
    account: Number(caller.accountId),
    query,
    id: requestId,
    shape: reading.shape,
  })
}
