// Prometheus metrics of the server: calls, credits, upstream and extraction time, cache, queues and the event loop.
// Label values come from the configuration, never from the input of a caller.
import type { ListCount } from '@quarry/kit/outcome'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { BackupStatus } from '../backup/scheduled-backups.ts'
import type { DriftAlarm } from '../drift/drift.ts'
import { singleFlight } from '../lib/single-flight.ts'
import type { FetchEvent } from '../upstream/upstream.ts'
import { createCallTally } from './call-tally.ts'

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export type MetricsSources = {
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
  const registers = [register]
  // Includes the event-loop delay.
  collectDefaultMetrics({ register, prefix: 'quarry_' })
  const tally = createCallTally(register, secondsBuckets)
  const { fetches, fetchTime, readTime, listItems, answers } = addLookupMetrics(registers)
  addUpstreamMetrics(registers, sources.upstream)
  addGauge(registers, 'event_streams', 'Open event streams', sources.streams)
  addArchiveMetrics(registers, sources.archive)
  addDriftMetrics(registers, sources.drift)
  const updateBackupMetrics = addBackupMetrics(registers, sources.backups)
  const updateJobMetrics = addJobMetrics(registers, sources.backlog)
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

/** A gauge whose value is read on each scrape. */
function addGauge(registers: Registry[], name: string, help: string, read: () => number): void {
  new Gauge({
    name: `quarry_${name}`,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })
}

const addLookupMetrics = (registers: Registry[]) => ({
  fetches: new Counter({
    name: 'quarry_fetches_total',
    help: 'Upstream fetches by outcome',
    labelNames: ['source', 'provider', 'outcome'],
    registers,
  }),
  fetchTime: new Histogram({
    name: 'quarry_fetch_seconds',
    help: 'Time of an upstream fetch',
    labelNames: ['source', 'provider'],
    buckets: secondsBuckets,
    registers,
  }),
  readTime: new Histogram({
    name: 'quarry_extract_seconds',
    help: 'Time to read the pages of a lookup',
    labelNames: ['endpoint', 'provider'],
    buckets: [0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 2],
    registers,
  }),
  listItems: new Counter({
    name: 'quarry_list_items_total',
    help: 'List items on pages, by whether they could be read',
    labelNames: ['endpoint', 'provider', 'form', 'list', 'result'],
    registers,
  }),
  answers: new Counter({
    name: 'quarry_provider_answers_total',
    help: 'Provider attempts by outcome',
    labelNames: ['endpoint', 'provider', 'outcome'],
    registers,
  }),
})

function addUpstreamMetrics(registers: Registry[], read: MetricsSources['upstream']): void {
  const add = (name: string, help: string, value: () => number) =>
    addGauge(registers, `upstream_${name}`, help, value)
  add('queued', 'Fetches waiting for a slot', () => read().queued)
  add('active', 'Fetches in progress', () => read().active)
  add('open_breakers', 'Hosts with an open circuit breaker', () => read().openBreakers.length)
  add('open_account_breakers', 'Open circuit breakers per account and host', () => read().openAccountBreakers)
}

function addArchiveMetrics(registers: Registry[], archive: MetricsSources['archive']): void {
  new Counter({
    name: 'quarry_archive_lookups_total',
    help: 'Lookups offered to the page archive, by whether it kept them',
    labelNames: ['result'],
    registers,
    collect() {
      const { kept, dropped } = archive()
      this.reset()
      this.inc({ result: 'kept' }, kept)
      this.inc({ result: 'dropped' }, dropped)
    },
  })
  addGauge(
    registers,
    'archive_bytes',
    'Size of the page archive after its last change',
    () => archive().bytes,
  )
  addGauge(registers, 'archive_on', '1 if the page archive is on', () => (archive().isOn ? 1 : 0))
}

function addDriftMetrics(registers: Registry[], drift: MetricsSources['drift']): void {
  new Gauge({
    name: 'quarry_drift_alarms',
    help: '1 for each field or page form whose data has changed',
    labelNames: ['endpoint', 'provider', 'form', 'field', 'kind'],
    registers,
    collect() {
      this.reset()
      for (const { path, alarm } of drift().alarms) {
        const { provider, form, field, kind } = alarm
        this.set({ endpoint: path, provider, form, field: field ?? '', kind }, 1)
      }
    },
  })
  new Counter({
    name: 'quarry_drift_dropped_total',
    help: 'Records not checked for drift because the queue was full',
    registers,
    collect() {
      this.reset()
      this.inc(drift().dropped)
    },
  })
}

/** Returns a function that updates them. Without scheduled backups, or without the database, they are missing. */
function addBackupMetrics(registers: Registry[], read: MetricsSources['backups']): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `quarry_backup_${name}`, help, labelNames: [], registers })
  const lastSuccess = gauge('last_success_timestamp_seconds', 'Time of the last good scheduled backup')
  const size = gauge('size_bytes', 'Size of the last good scheduled backup')
  const duration = gauge('duration_seconds', 'Duration of the last good scheduled backup')
  const failures = gauge('failures', 'Failed scheduled backups since the last good one')
  const overdue = gauge('overdue', '1 if the last good backup is older than twice the interval')
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
function addJobMetrics(registers: Registry[], readBacklog: MetricsSources['backlog']): () => Promise<void> {
  const jobs = new Gauge({
    name: 'quarry_jobs',
    help: 'Queued and running jobs of all servers',
    labelNames: ['state'],
    registers,
  })
  const oldestJob = new Gauge({
    name: 'quarry_jobs_oldest_queued_seconds',
    help: 'Age of the oldest queued job; 0 without one',
    labelNames: [],
    registers,
  })
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
