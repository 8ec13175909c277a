// Opens the module that finds records: the configured endpoints, their readers, and the observers of their results.
// Knows nothing about billing.
import { join } from 'node:path'
import { asksForFault, isFaultWord } from '@quarry/kit/fault-words'
import type { Fetching } from '../fetching/fetching.ts'
import { runEvery } from '../platform/lib/run.ts'
import type { Platform } from '../platform/platform.ts'
import { createRecordCache, createRedisRecordCache } from './cache/record-cache.ts'
import { createRedisSharedLookups, noSharedLookups } from './cache/shared-lookups.ts'
import { createDrift, type Drift, type DriftChange } from './drift/drift.ts'
import { dropOldSeries } from './drift/series-store.ts'
import { getShaper } from './drift/shape.ts'
import type { FoundRecord } from './fetch-record.ts'
import { createFindRecord } from './find-record.ts'
import { createHealth } from './health/health.ts'
import {
  createIncidents,
  createStatusHistory,
  dropOldEndpointHours,
  dropOldIncidents,
} from './health/status-history.ts'
import { createStatusPage } from './health/status-page.ts'
import { addDriftMetrics, addLookupMetrics } from './lookup-metrics.ts'
import { isServerFault } from './lookup-result.ts'
import { createDiagnosis, createDiagnosticPages } from './pages/diagnostic-pages.ts'
import { createFinalResponseStore } from './pages/final-response-store.ts'
import { createOfferToArchive } from './pages/offer-to-archive.ts'
import { createRenderRecord } from './reading/render-record.ts'
import { createRunProvider } from './reading/run-provider.ts'
import { configureEndpoints, type LoadedSource } from './sources/configure-endpoints.ts'
import { serveSandbox } from './sources/serve-sandbox.ts'

const dropRowsMs = 3_600_000

export type LookupsDeps = { platform: Platform; fetching: Fetching; sources: readonly LoadedSource[] }

export type Lookups = Awaited<ReturnType<typeof createLookups>>

export async function createLookups({ platform, fetching, sources }: LookupsDeps) {
  const { config, database, clock, nowMs, onError, tracer } = platform
  const { upstream, archive } = fetching
  warnOfOldSettings(platform)
  const metrics = addLookupMetrics(platform.metrics)
  const sandbox = await serveSandbox(sources, config, {
    clock,
    slow: platform.tuning.sandboxDelay ?? undefined,
  })
  const faults = { socketPath: sandbox.socketPath, isFaultWord, asksForFault }
  const endpoints = configureEndpoints({ config, upstream, sandbox: faults }, sources)
  const history = createStatusHistory({ pool: database.pool, clock, nowMs, onError })
  const incidents = createIncidents(database.pool, onError)
  const drift = createDrift({
    pool: database.pool,
    clock,
    shapers: listShapers(sources),
    onChange(change) {
      reportDrift(platform, change)
      if (change.kind === 'ended') incidents.add(change.path, change.alarm)
      fetching.alerts.send(toDriftAlert(change))
    },
    onError,
    alone: platform.alone,
  })
  addDriftMetrics(platform.metrics, drift.stats)
  const health = createHealth({
    nowMs,
    pinned: config.pinnedStatus,
    onObserved: history.observe,
    hasDrifted: (path, provider) =>
      drift.getAlarms(path).some((alarm) => provider === undefined || alarm.provider === provider),
    isConfigured: (path) => config.providersByPath[path]?.length !== 0,
  })
  const readers = createRunProvider(metrics.onRead)
  const { renderRecord, close: closeRendering } = createRenderRecord()
  const finalResponses = createFinalResponseStore({ pool: database.pool, onError })
  const diagnosisFolder = join(config.dataDir, 'diagnosis')
  const diagnosis = createDiagnosis(diagnosisFolder, onError)
  const offerToArchive = createOfferToArchive(archive, config.archive.days, { clock, nowMs })
  const spans = tracer && (await import('./trace-lookups.ts'))
  const findRecord = createFindRecord({
    cache: createCache(platform),
    sharedLookups: platform.redis ? createRedisSharedLookups(platform.redis, clock) : noSharedLookups,
    finalResponses,
    runProvider: spans ? spans.traceRunProvider(tracer, readers.runProvider) : readers.runProvider,
    diagnosis,
    renderRecord,
    onCache: metrics.onCache,
    onList: metrics.onList,
    onFound(found) {
      offerToArchive(found)
      observeDrift(drift, found)
    },
    onAttempt(path, provider, { accountId }, result, ms) {
      if (isServerFault(result)) return
      const { kind } = result
      metrics.onAttempt(path, provider, kind)
      health.observeProvider(path, provider, Number(accountId), kind !== 'failed', ms)
    },
  })
  const statusPage = createStatusPage({
    endpoints: endpoints.map(({ endpoint }) => endpoint),
    health,
    history,
    incidents,
    drift,
    clock,
    nowMs,
    onError,
  })
  let stopDropping = async () => {}
  return {
    endpoints,
    findRecord: spans ? spans.traceFindRecord(tracer, findRecord) : findRecord,
    health,
    drift,
    statusPage,
    diagnosis,
    diagnosticPages: createDiagnosticPages({
      folder: diagnosisFolder,
      endpoints,
      runProvider: readers.runProvider,
    }),
    async start(): Promise<void> {
      history.start()
      await drift.start()
      const dropRows = () => dropOldRows(platform)
      await dropRows()
      stopDropping = runEvery(dropRowsMs, dropRows, onError)
    },
    /** Call it when no more lookup can start. */
    async close(): Promise<void> {
      await stopDropping()
      await drift.close()
      await incidents.close()
      await readers.close()
      await closeRendering()
      await finalResponses.close()
      await sandbox.close()
      await history.close()
    },
  }
}

/** Deletes rows that are past their retention. A step that fails is reported, and the others still run. */
async function dropOldRows({ database: { pool }, onError }: Platform): Promise<void> {
  for (const drop of [dropOldEndpointHours, dropOldIncidents, dropOldSeries]) await drop(pool).catch(onError)
}

function warnOfOldSettings({ config, log }: Platform): void {
  for (const [name, { pace }] of Object.entries(config.providers))
    if (pace) log.warn(`providers.${name}.pace is the old name of a setting; rename it to rate_limit`)
}

function createCache({ config, redis, clock, nowMs }: Platform) {
  const local = createRecordCache({ maxBytes: config.limits.cacheBytes, nowMs })
  return redis ? createRedisRecordCache(local, redis, clock) : local
}

const listShapers = (sources: readonly LoadedSource[]) =>
  new Map(sources.flatMap(({ endpoints }) => endpoints.map(({ path, record }) => [path, getShaper(record)])))

function reportDrift({ log }: Platform, { kind, path, alarm }: DriftChange): void {
  if (kind === 'begun') log.warn({ path, alarm }, 'Drift alarm began: the data of a site has changed')
  else log.info({ path, alarm }, 'Drift alarm ended: the data is as before, or the change has lasted a week')
}

const toDriftAlert = ({ kind, path, alarm }: DriftChange) => ({
  subject: `${path} ${alarm.field ?? alarm.form}`,
  type: `alarm.${kind}`,
  endpoint: path,
  ...alarm,
})

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
