// What the public status page shows of the last 30 days: the calls of each endpoint by day, and the drift alarms that
// have ended. Calls are counted in memory and written every few seconds in one statement, so that no call waits for it;
// reads are cached for some seconds.
import type { Clock } from '@quarry/kit/clock'
import { percentile, toLatencyBound } from '../../ledger/log/counters.ts'
import { dayMs, hourMs } from '../../ledger/log/read-time.ts'
import { toIntegerArray, toPlainArray, toTextArray } from '../../platform/db/array-literal.ts'
import { changeRows, type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { createDeduplicator } from '../../platform/lib/promises.ts'
import { runEvery } from '../../platform/lib/run.ts'
import type { DriftAlarm } from '../drift/drift.ts'

export type EndpointDay = ReturnType<typeof toEndpointDay>

/** Oldest first, without days that have no calls. */
export type EndpointHistory = { endpoint: string; days: EndpointDay[] }

export type StatusHistory = ReturnType<typeof createStatusHistory>

export type StatusHistoryOptions = {
  pool: Queryable
  clock: Clock
  nowMs?: () => number
  onError?: (error: unknown) => void
}

type Counter = { hour: number; endpoint: string; provider: string; step: number; ok: number; failed: number }

const flushMs = 10_000
const cacheMs = 10_000
const maxCounters = 20_000
export const shownDays = 30

// All servers use the same order, so that they cannot deadlock.
const addHoursStatement = statement(`
insert into endpoint_hours as h (hour, endpoint, provider, ms_at_most, ok, failed)
select hour, endpoint, provider, ms_at_most, ok, failed
from unnest($1::timestamptz[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::integer[])
  as i(hour, endpoint, provider, ms_at_most, ok, failed)
order by 1, 2, 3, 4
on conflict (hour, endpoint, provider, ms_at_most)
do update set ok = h.ok + excluded.ok, failed = h.failed + excluded.failed`)

const readHoursStatement = statement(`
select endpoint, to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, ms_at_most,
  sum(ok)::bigint as ok, sum(failed)::bigint as failed
from endpoint_hours where hour >= $1::timestamptz group by 1, 2, 3 order by 1, 2`)

const dropHoursStatement = statement(
  `delete from endpoint_hours where hour < quarry_now() - ${shownDays + 1} * interval '1 day'`,
)

/** Any number of servers may call this at any time. */
export async function dropOldEndpointHours(pool: Queryable): Promise<void> {
  await pool.query(dropHoursStatement)
}

type HistoryState = ReturnType<typeof createState>

const createState = ({
  pool,
  clock,
  nowMs = () => performance.now(),
  onError = () => {},
}: StatusHistoryOptions) => ({
  pool,
  clock,
  nowMs,
  onError,
  counters: new Map<string, Counter>(),
  cached: null as { until: number; history: EndpointHistory[] } | null,
  readOnce: createDeduplicator<EndpointHistory[]>(),
  writeOnce: createDeduplicator<void>(),
})

export function createStatusHistory(options: StatusHistoryOptions) {
  const state = createState(options)
  const { clock, onError } = state
  const flush = () => state.writeOnce('', () => writeCounters(state))
  let stop: (() => Promise<void>) | undefined
  return {
    /** `provider` is null if none was called. */
    observe(endpoint: string, provider: string | null, ok: boolean, ms: number): void {
      const hour = Math.floor(clock().getTime() / hourMs) * hourMs
      const step = toLatencyBound(Math.max(Math.round(ms), 0))
      count(state, { hour, endpoint, provider: provider ?? '', step, ok: ok ? 1 : 0, failed: ok ? 0 : 1 })
    },
    /** Cached, and shared by concurrent readers. After a failure it returns the last history. */
    read: (): Promise<EndpointHistory[]> => readCached(state),
    flush,
    start(): void {
      stop ??= runEvery(flushMs, flush, onError)
    },
    async close(): Promise<void> {
      await stop?.()
      // The second flush writes what was counted during the first one.
      await flush().then(flush).catch(onError)
    },
  }
}

function count({ counters }: HistoryState, counter: Counter): void {
  const { hour, endpoint, provider, step, ok, failed } = counter
  const name = `${hour} ${step} ${endpoint} ${provider}`
  const existing = counters.get(name)
  if (existing) {
    existing.ok += ok
    existing.failed += failed
    // Calls above this number of counters are not counted, because memory must stay bounded.
  } else if (counters.size < maxCounters) counters.set(name, counter)
}

async function writeCounters(state: HistoryState): Promise<void> {
  const rows = [...state.counters.values()]
  if (rows.length === 0) return
  state.counters = new Map()
  try {
    await state.pool.query({ ...addHoursStatement, values: toValues(rows) })
  } catch (error) {
    // Decision: counted again, although the rows may have been written. A call counted twice is better than a history
    // without the calls of a database outage.
    for (const row of rows) count(state, row)
    throw error
  }
}

async function readCached(state: HistoryState): Promise<EndpointHistory[]> {
  const { cached, nowMs } = state
  if (cached && nowMs() < cached.until) return cached.history
  return state.readOnce('', () => readHistory(state))
}

async function readHistory(state: HistoryState): Promise<EndpointHistory[]> {
  const today = Math.floor(state.clock().getTime() / dayMs) * dayMs
  const first = new Date(today - (shownDays - 1) * dayMs)
  const readAt = state.nowMs()
  const history = await state.pool.query<HistoryRow>({ ...readHoursStatement, values: [first] }).then(
    ({ rows }) => toHistory(rows),
    (error: unknown) => {
      state.onError(error)
      return state.cached?.history ?? []
    },
  )
  state.cached = { until: readAt + cacheMs, history }
  return history
}

const toValues = (rows: readonly Counter[]) => [
  toPlainArray(rows.map(({ hour }) => new Date(hour).toISOString())),
  toTextArray(rows.map(({ endpoint }) => endpoint)),
  toTextArray(rows.map(({ provider }) => provider)),
  toIntegerArray(rows.map(({ step }) => step)),
  toIntegerArray(rows.map(({ ok }) => ok)),
  toIntegerArray(rows.map(({ failed }) => failed)),
]

type HistoryRow = { endpoint: string; day: string; ms_at_most: number; ok: number; failed: number }

function toHistory(rows: readonly HistoryRow[]): EndpointHistory[] {
  const byEndpoint = new Map<string, Map<string, HistoryRow[]>>()
  for (const row of rows) {
    const days = byEndpoint.get(row.endpoint) ?? new Map<string, HistoryRow[]>()
    byEndpoint.set(row.endpoint, days)
    days.set(row.day, [...(days.get(row.day) ?? []), row])
  }
  return [...byEndpoint].map(([endpoint, days]) => ({
    endpoint,
    days: [...days].map(([day, steps]) => toEndpointDay(day, steps)),
  }))
}

function toEndpointDay(day: string, steps: readonly HistoryRow[]) {
  const latencies = new Map(steps.map(({ ms_at_most, ok, failed }) => [ms_at_most, ok + failed]))
  const calls = steps.reduce((sum, { ok, failed }) => sum + ok + failed, 0)
  const failed = steps.reduce((sum, row) => sum + row.failed, 0)
  return {
    day,
    calls,
    /** 0 to 1. */
    failed_share: calls === 0 ? 0 : Math.round((failed / calls) * 10_000) / 10_000,
    p50_ms: percentile(latencies, 0.5),
    p95_ms: percentile(latencies, 0.95),
  }
}

/** A drift alarm that has ended. */
export type Incident = Pick<DriftAlarm, 'provider' | 'form' | 'field' | 'kind' | 'since'> & {
  endpoint: string
  until: string
}

const maxShownIncidents = 500

const addIncidentStatement = statement(`
insert into incidents (endpoint, provider, form, field, kind, since, until)
values ($1, $2, $3, $4, $5, $6, quarry_now())`)
const readIncidentsStatement = statement(`
select endpoint, provider, form, field, kind, since, until from incidents
where until > quarry_now() - interval '${shownDays} days' order by until desc limit ${maxShownIncidents}`)
const dropIncidentsStatement = statement(`
delete from incidents where until < quarry_now() - interval '${shownDays + 1} days'`)

export type Incidents = ReturnType<typeof createIncidents>

export function createIncidents(pool: Queryable, onError: (error: unknown) => void) {
  const running = new Set<Promise<void>>()
  return {
    /** Stores an alarm that has ended. Never throws, and no caller waits for it. */
    add(path: string, { provider, form, field, kind, since }: DriftAlarm): void {
      const writing = changeRows(pool, addIncidentStatement, [path, provider, form, field, kind, since])
        .then(() => {}, onError)
        .finally(() => running.delete(writing))
      running.add(writing)
    },
    /** Newest end first. */
    async read(): Promise<Incident[]> {
      type Row = Omit<Incident, 'since' | 'until'> & { since: Date; until: Date }
      const rows = await readRows<Row>(pool, readIncidentsStatement)
      return rows.map((row) => ({ ...row, since: row.since.toISOString(), until: row.until.toISOString() }))
    },
    /** Resolves when all alarms are written. */
    close: async () => void (await Promise.all(running)),
  }
}

/** As `dropOldEndpointHours`. */
export const dropOldIncidents = (pool: Queryable) => changeRows(pool, dropIncidentsStatement)
