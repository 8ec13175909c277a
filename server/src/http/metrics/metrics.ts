// Prometheus metrics of the server: calls, credits, upstream and extraction time, cache, queues and the event loop.
// Label values come from the configuration, never from the input of a caller.
import type { ListCount } from '@quarry/kit/outcome'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { FetchEvent } from '../../fetching/upstream.ts'
import type { DriftAlarm } from '../../lookups/drift/drift.ts'
import type { BackupStatus } from '../../operate/backup/scheduled-backups.ts'
import { singleFlight } from '../../platform/lib/single-flight.ts'
import { createCallTally } from './call-tally.ts'
import { createInstruments, type Instruments } from './instruments.ts'

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export type MetricsSources = {
  clockSkewSeconds: () => number
  upstream: () => { queued: number; active: number; openBreakers: string[]; openAccountBreakers: number }
  backlog: () => Promise<{ queued: number; running: number; oldestQueuedSeconds: number }>
  /** Open event streams on this server. */
  streams: () => number
  drift: () => { dropped: number; alarms: readonly { path: string; alarm: DriftAlarm }[] }
  /** Null without scheduled backups. */
  backups: () => Promise<BackupStatus | null>
  archive: () => { kept: number; dropped: number; bytes: number; isOn: boolean }
}

export function createMetrics(sources: MetricsSources) {
  const register = new Registry()
  const instruments = createInstruments(register)
  // Includes the event-loop delay.
  collectDefaultMetrics({ register, prefix: 'quarry_' })
  const tally = createCallTally(register, secondsBuckets)
  const { fetches, fetchTime, readTime, listItems, answers } = addLookupMetrics(instruments)
  addUpstreamMetrics(instruments, sources.upstream)
  const skewHelp = 'Clock of this server minus clock of the database'
  instruments.gauge('clock_skew_seconds', skewHelp, [], sources.clockSkewSeconds)
  instruments.gauge('event_streams', 'Open event streams', [], sources.streams)
  addArchiveMetrics(instruments, sources.archive)
  addDriftMetrics(register, instruments, sources.drift)
  const updateBackupMetrics = addBackupMetrics(instruments, sources.backups)
  const updateJobMetrics = addJobMetrics(instruments, sources.backlog)
  // Writing the text takes more than a millisecond, so concurrent scrapes share it.
  const shareText = singleFlight<string>()
  const writeText = async () => {
    await Promise.all([updateJobMetrics(), updateBackupMetrics()])
    return register.metrics()
  }
  return {
    ...tally,
    onFetch({ source, provider, outcome, ms }: FetchEvent) {
      fetches.inc({ source, provider, outcome })
      fetchTime.observe({ source, provider }, ms / 1000)
    },
    onRead: (endpoint: string, provider: string, ms: number) =>
      readTime.observe({ endpoint, provider }, ms / 1000),
    onAnswer: (endpoint: string, provider: string, outcome: string) =>
      answers.inc({ endpoint, provider, outcome }),
    onList(endpoint: string, provider: string, form: string, { list, shown, read }: ListCount) {
      listItems.inc({ endpoint, provider, form, list, result: 'read' }, read)
      // Also for 0: a counter that first appears with a failure has no earlier value to compare with.
      listItems.inc({ endpoint, provider, form, list, result: 'unread' }, Math.max(0, shown - read))
    },
    text: () => shareText('', writeText),
  }
}

const itemLabels = ['endpoint', 'provider', 'form', 'list', 'result'] as const
const attemptLabels = ['endpoint', 'provider', 'outcome'] as const

const addLookupMetrics = ({ counter, histogram }: Instruments) => ({
  fetches: counter('fetches_total', 'Upstream fetches by outcome', ['source', 'provider', 'outcome']),
  fetchTime: histogram('fetch_seconds', 'Time of an upstream fetch', ['source', 'provider'], secondsBuckets),
  readTime: histogram(
    'extract_seconds',
    'Time to read the pages of a lookup',
    ['endpoint', 'provider'],
    [0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 2],
  ),
  listItems: counter('list_items_total', 'List items on pages, by whether they could be read', itemLabels),
  answers: counter('provider_answers_total', 'Provider attempts by outcome', attemptLabels),
})

function addUpstreamMetrics({ gauge }: Instruments, read: MetricsSources['upstream']): void {
  gauge('upstream_queued', 'Fetches waiting for a slot', [], () => read().queued)
  gauge('upstream_active', 'Fetches in progress', [], () => read().active)
  gauge('upstream_open_breakers', 'Hosts with an open circuit breaker', [], () => read().openBreakers.length)
  const help = 'Open circuit breakers per account and host'
  gauge('upstream_open_account_breakers', help, [], () => read().openAccountBreakers)
}

function addArchiveMetrics({ counter, gauge }: Instruments, archive: MetricsSources['archive']): void {
  const help = 'Lookups offered to the page archive, by whether it kept them'
  counter('archive_lookups_total', help, ['result'], (add) => {
    const { kept, dropped } = archive()
    add({ result: 'kept' }, kept)
    add({ result: 'dropped' }, dropped)
  })
  gauge('archive_bytes', 'Size of the page archive after its last change', [], () => archive().bytes)
  gauge('archive_on', '1 if the page archive is on', [], () => (archive().isOn ? 1 : 0))
}

function addDriftMetrics(register: Registry, { counter }: Instruments, drift: MetricsSources['drift']): void {
  new Gauge({
    name: 'quarry_drift_alarms',
    help: '1 for each field or page form whose data has changed',
    labelNames: ['endpoint', 'provider', 'form', 'field', 'kind'],
    registers: [register],
    collect() {
      this.reset()
      for (const { path, alarm } of drift().alarms) {
        const { provider, form, field, kind } = alarm
        this.set({ endpoint: path, provider, form, field: field ?? '', kind }, 1)
      }
    },
  })
  const help = 'Records not checked for drift because the queue was full'
  counter('drift_dropped_total', help, [], (add) => add({}, drift().dropped))
}

/** Returns a function that updates them. Without scheduled backups, or without the database, they are missing. */
function addBackupMetrics({ gauge }: Instruments, read: MetricsSources['backups']): () => Promise<void> {
  const lastSuccess = gauge('backup_last_success_timestamp_seconds', 'Time of the last good scheduled backup')
  const size = gauge('backup_size_bytes', 'Size of the last good scheduled backup')
  const duration = gauge('backup_duration_seconds', 'Duration of the last good scheduled backup')
  const failures = gauge('backup_failures', 'Failed scheduled backups since the last good one')
  const overdue = gauge('backup_overdue', '1 if the last good backup is older than twice the interval')
  return async () => {
    const status = await read().catch(() => null)
    for (const one of [lastSuccess, size, duration, failures, overdue]) one.remove()
    if (status === null) return
    overdue.set(status.overdue ? 1 : 0)
    failures.set(status.failures)
    if (status.last_success !== null) lastSuccess.set(Date.parse(status.last_success) / 1000)
    if (status.bytes !== null) size.set(status.bytes)
    if (status.seconds !== null) duration.set(status.seconds)
  }
}

/** Returns a function that updates them. If the database is unavailable, only the job metrics are missing. */
function addJobMetrics({ gauge }: Instruments, readBacklog: MetricsSources['backlog']): () => Promise<void> {
  const jobs = gauge('jobs', 'Queued and running jobs of all servers', ['state'])
  const oldestJob = gauge('jobs_oldest_queued_seconds', 'Age of the oldest queued job; 0 without one')
  return async () => {
    jobs.reset()
    oldestJob.remove()
    const open = await readBacklog().catch(() => null)
    if (!open) return
    jobs.set({ state: 'queued' }, open.queued)
    jobs.set({ state: 'running' }, open.running)
    oldestJob.set(open.oldestQueuedSeconds)
  }
}
