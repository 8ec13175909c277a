// The request log: what a row says, and the SQL that writes rows and their rollup counters. Settling, charging
// and recording share it, so every row is counted, in the transaction that writes it.
import type { Reason } from '../errors.ts'
import { integers, plain, texts } from './array-literal.ts'
import { histogramBound } from './latency.ts'

export type CallLog = {
  requestId: string
  accountId: number
  keyId: string
  endpoint: string
  /** JSON text of the parameters, secrets removed. */
  params: string | null
  recordedStatus: number
  /** Null for the end of a job, which nobody was waiting for. */
  sentStatus: number | null
  reason: Reason | null
  ms: number
  clientClosed: boolean
  jobId: string | null
  cacheAgeSeconds: number | null
}

/**
 * What is kept of the parameters of a call that came to nothing: their names, and how long each was. It costs its
 * caller nothing, so what it sends must not fill the log.
 */
export const lengthsOf = (params: Record<string, unknown>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, { length: lengthOf(value) }])),
  )

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0)

const maxParamsLength = 4096
const maxMs = 2_147_483_647

/** The columns of `unnest` in the order of `logParameters`; the first is at `$first`. */
export const logSource = (first: number): string => {
  const types = [
    'uuid',
    'integer',
    'uuid',
    'text',
    'text',
    'smallint',
    'smallint',
    'text',
    'integer',
    'boolean',
    'uuid',
    'integer',
    'integer',
  ]
  const columns =
    'request_id, account_id, key_id, endpoint, params, recorded_status, sent_status, reason, ms, client_closed, job_id, cache_age_seconds, ms_at_most, n'
  return `unnest(${types.map((type, index) => `$${first + index}::${type}[]`).join(', ')}) with ordinality as i(${columns})`
}

export function logParameters(rows: readonly CallLog[]): string[] {
  return [
    plain(rows.map((row) => row.requestId)),
    integers(rows.map((row) => row.accountId)),
    plain(rows.map((row) => row.keyId)),
    texts(rows.map((row) => row.endpoint)),
    texts(rows.map((row) => cutParams(row.params))),
    integers(rows.map((row) => row.recordedStatus)),
    integers(rows.map((row) => row.sentStatus)),
    texts(rows.map((row) => row.reason)),
    integers(rows.map((row) => milliseconds(row.ms))),
    plain(rows.map((row) => row.clientClosed)),
    texts(rows.map((row) => row.jobId)),
    integers(rows.map((row) => row.cacheAgeSeconds)),
    integers(rows.map((row) => histogramBound(milliseconds(row.ms)))),
  ]
}

/**
 * The two closing parts of a WITH: rows of `written` go to the log, then to the rollups. The order of the
 * rollups is the same for everyone, so that two batches cannot wait for each other's counters.
 */
export const logAndCount = (written: string): string => `
  logged as (
    insert into calls (at, request_id, account_id, key_id, endpoint, params, recorded_status, sent_status, reason,
      subscription_credits, bonus_credits, ms, client_closed, job_id, cache_age_seconds, count)
    select w.at, w.request_id, w.account_id, w.key_id, w.endpoint, w.params, w.recorded_status, w.sent_status, w.reason,
      w.subscription, w.bonus, w.ms, w.client_closed, w.job_id, w.cache_age_seconds, w.count
    from ${written} w
  ), counted as (
    insert into rollups as r (account_id, day, endpoint, key_id, status, ms_at_most, calls, credits)
    select w.account_id, (w.at at time zone 'UTC')::date, w.endpoint, w.key_id, w.recorded_status, w.ms_at_most,
      sum(w.count), sum(w.subscription + w.bonus)
    from ${written} w group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (account_id, day, endpoint, key_id, status, ms_at_most)
    do update set calls = r.calls + excluded.calls, credits = r.credits + excluded.credits
  )`

export const cutParams = (params: string | null): string | null =>
  params === null || params.length <= maxParamsLength ? params : params.slice(0, maxParamsLength)

export const milliseconds = (ms: number): number => Math.min(Math.max(Math.round(ms), 0), maxMs)
