// Wires everything that finds records: access to sites and upstream APIs, the readers, and what observes their results.
// Knows nothing about billing.
import { join } from 'node:path'
import type { Clock } from '@quarry/kit/clock'
import { asksForFault, isFaultWord } from '@quarry/kit/fault-words'
import type { Source } from '@quarry/kit/source'
import type { Logger } from 'pino'
import { createMissingFieldsLimit } from './access/missing-fields-limit.ts'
import { createArchive } from './archive/archive.ts'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import { createDrift, type DriftChange } from './drift/drift.ts'
import { createIncidents } from './drift/incidents.ts'
import { getShaper } from './drift/shape.ts'
import { version } from './lib/version.ts'
import { createStatusHistory } from './log/status-history.ts'
import { configureEndpoints } from './lookups/configure-endpoints.ts'
import { createDiagnosis } from './lookups/diagnosis.ts'
import { createDiagnosticPages } from './lookups/diagnostic-pages.ts'
import { createFinalResponseStore } from './lookups/final-response-store.ts'
import { createFindRecord, type FindOptions } from './lookups/find-record.ts'
import { createHealth } from './lookups/health.ts'
import type { LookupResult } from './lookups/lookup-result.ts'
import { createOfferToArchive } from './lookups/offer-to-archive.ts'
import { createProviderTurns } from './lookups/provider-turns.ts'
import { createRunProvider } from './lookups/run-provider.ts'
import { serveSandbox } from './lookups/serve-sandbox.ts'
import { createStatusPage } from './lookups/status-page.ts'
import { createWatchDrift } from './lookups/watch-drift.ts'
import { createShared } from './redis/shared.ts'
import type { Traces } from './traces/traces.ts'
import { createUpstream, type FetchEvent } from './upstream/upstream.ts'

export type LookupOptions = {
  config: Config
  database: Database
  sources: readonly Source[]
  log: Logger
  clock: Clock
  /** What `fault-slow` of the sandbox waits for; 3 s by default. */
  sandboxSlow?: () => Promise<void>
  /** This server among those that share a database. */
  serverId: string
  alone: boolean
  /** Null where nothing is traced. */
  traces: Traces | null
  /** Counted, all of it. */
  tally: Pick<FindOptions, 'onCache' | 'onList'> & {
    onFetch: (event: FetchEvent) => void
    onRead: (path: string, provider: string, ms: number) => void
    onAnswer: (path: string, provider: string, kind: LookupResult['kind']) => void
  }
  onDrift: (change: DriftChange) => void
  onError: (error: unknown) => void
}

export async function wireLookups(options: LookupOptions) {
  const { config, database, sources, log, clock, alone, traces, tally, onDrift, onError } = options
  const sandbox = await serveSandbox(sources, config, { clock, slow: options.sandboxSlow })
  const turns = createProviderTurns(database)
  const upstream = createUpstream({
    clock,
    userAgent: `Quarry/${version}`,
    limits: { tryMs: config.limits.upstreamTryMs, callMs: config.limits.upstreamTotalMs },
    onFetch: tally.onFetch,
    asksForFault,
    takeTurn: turns.takeTurn,
  })
  const history = createStatusHistory({ pool: database.pool, clock, onError })
  history.start()
  const shapers = sources.flatMap(({ endpoints: own }) =>
    own.map(({ path, record }): [string, ReturnType<typeof getShaper>] => [path, getShaper(record)]),
  )
  const incidents = createIncidents(database.pool, onError)
  const drift = createDrift({
    pool: database.pool,
    clock,
    shapers: new Map(shapers),
    onChange(change) {
      const { kind, path, alarm } = change
      if (kind === 'begun') log.warn({ path, alarm }, 'what a site sends has changed')
      else {
        log.info({ path, alarm }, 'what a site sends is as before, or has been so for a week')
        incidents.note(path, alarm)
      }
      onDrift(change)
    },
    onError,
    alone,
  })
  await drift.start()
  const health = createHealth(clock, config.pinnedStatus, history.observe, (path, provider) =>
    drift.getAlarms(path).some((alarm) => provider === undefined || alarm.provider === provider),
  )
  const { runProvider, close: closeReaders } = createRunProvider(tally.onRead)
  const finalResponses = createFinalResponseStore({ pool: database.pool, onError })
  const archive = createArchive({
    ...config.archive,
    folder: join(config.dataDir, 'archive'),
    onOff: (why) => log.error({ why }, 'the archive of pages is switched off until the next start'),
  })
  const shared = await createShared({
    config,
    serverId: options.serverId,
    clock,
    onLost: (error) =>
      log.warn({ err: error }, "Redis is lost: limits and records are this server's own until it is back"),
    onBack: () => log.info('Redis is there: limits and records are shared'),
  })
  const diagnosisFolder = join(config.dataDir, 'diagnosis')
  const diagnosis = createDiagnosis(diagnosisFolder, onError)
  const endpoints = configureEndpoints({
    sources,
    config,
    upstream,
    sandbox: { socketPath: sandbox.socketPath, isFaultWord, asksForFault },
  })
  const offerToArchive = createOfferToArchive(archive, config.archive.days, clock)
  const watchDrift = createWatchDrift(drift)
  const findRecord = createFindRecord({
    cache: shared.cache,
    sharedLookups: shared.lookups,
    finalResponses,
    runProvider: traces?.runProvider(runProvider) ?? runProvider,
    diagnosis,
    onCache: tally.onCache,
    onList: tally.onList,
    onFound(found) {
      offerToArchive(found)
      watchDrift(found)
    },
    onAnswer(path, provider, { accountId }, { kind }, ms) {
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
    /** Call it when no lookup can start any more. */
    async close() {
      await drift.close()
      await incidents.close()
      await closeReaders()
      await archive.close()
      await upstream.close()
      await finalResponses.close()
      await turns.close()
      await shared.close()
      await sandbox.close()
      await history.close()
    },
  }
}
