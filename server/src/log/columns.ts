// The request log as one list of columns: what a row says, and how each column is filled. The statements that write
// rows, alone or with a charge, and the one that reads them derive from it; a further column is one line here and a
// migration.
import type { Reason } from '../errors.ts'
import { histogramBound } from './latency.ts'

/** What is known of a call when it ends. */
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
  /** Who answered; null where nobody was asked. */
  provider: string | null
  /** How many of its fields the record fills, `31/43`, and the form of the page that was read. */
  recordFields: string | null
  recordForm: string | null
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

export type SqlType = 'uuid' | 'text' | 'integer' | 'smallint' | 'boolean'
type Value = string | number | boolean | null

export type Column = {
  name: string
  type: SqlType
  value: (call: CallLog) => Value
  /** Calls that differ in it are not alike, and are decided about apart: few values, many calls. */
  perRun: boolean
}

const maxParamsLength = 4096
const maxMs = 2_147_483_647

const column = (name: string, type: SqlType, value: Column['value'], perRun = false): Column => ({
  name,
  type,
  value,
  perRun,
})
const shared = (name: string, type: SqlType, value: Column['value']) => column(name, type, value, true)

export const columns: readonly Column[] = [
  column('request_id', 'uuid', (call) => call.requestId),
  shared('account_id', 'integer', (call) => call.accountId),
  shared('key_id', 'uuid', (call) => call.keyId),
  shared('endpoint', 'text', (call) => call.endpoint),
  column('params', 'text', (call) => cutParams(call.params)),
  shared('recorded_status', 'smallint', (call) => call.recordedStatus),
  shared('sent_status', 'smallint', (call) => call.sentStatus),
  shared('reason', 'text', (call) => call.reason),
  column('ms', 'integer', (call) => milliseconds(call.ms)),
  column('client_closed', 'boolean', (call) => call.clientClosed),
  shared('job_id', 'uuid', (call) => call.jobId),
  column('cache_age_seconds', 'integer', (call) => call.cacheAgeSeconds),
  shared('provider', 'text', (call) => call.provider),
  shared('record_form', 'text', (call) => call.recordForm),
  column('fields_filled', 'smallint', (call) => partOf(call.recordFields, 0)),
  column('fields_asked', 'smallint', (call) => partOf(call.recordFields, 1)),
]

/** Not kept with the row, only counted: the step of the latency histogram. */
export const latencyStep: Column = column('ms_at_most', 'integer', (call) =>
  histogramBound(milliseconds(call.ms)),
)

function cutParams(params: string | null): string | null {
  return params === null || params.length <= maxParamsLength ? params : params.slice(0, maxParamsLength)
}

function milliseconds(ms: number): number {
  return Math.min(Math.max(Math.round(ms), 0), maxMs)
}

function partOf(fields: string | null, part: 0 | 1): number | null {
  if (fields === null) return null
  const slash = fields.indexOf('/')
  return Number(part === 0 ? fields.slice(0, slash) : fields.slice(slash + 1))
}
