// The rows of the request log: their columns, the SQL that writes them, and how they are shown. Settling, charging and
// recording share the SQL, so that every row is counted in the transaction that writes it. A new column is one line in
// the list of columns, and a migration.

import { boolean, integer, nullable, oneOf, type Static, text } from '@quarry/kit/schema'
import { toIntegerArray, toPlainArray, toTextArray } from '../../platform/db/array-literal.ts'
import type { Reason } from '../../platform/errors.ts'
import { csvLine } from '../../platform/lib/csv.ts'
import { mapValues } from '../../platform/lib/map-values.ts'
import { moment, namedObject, uuid } from '../../platform/lib/schemas.ts'
import { counterNames, outcomes, toHour, toLatencyBound, toOutcome } from './counters.ts'

export type CallLog = {
  requestId: string
  accountId: number
  keyId: string
  endpoint: string
  /** JSON text of the parameters, secrets removed. */
  params: string | null
  recordedStatus: number
  /** Null for the end of a job, which sends no response. */
  sentStatus: number | null
  reason: Reason | null
  ms: number
  clientClosed: boolean
  jobId: string | null
  cacheAgeSeconds: number | null
  /** Null if no provider was called. */
  provider: string | null
  /** Filled fields of all fields of the record, such as `31/43`. */
  recordFields: string | null
  /** Which form of page was read. */
  recordForm: string | null
}

/** Names and lengths of parameters. Calls that cost nothing log no values: those could fill the log for free. */
export const describeLengths = (params: Record<string, unknown>): string =>
  JSON.stringify(mapValues(params, (value) => ({ length: countChars(value) })))

const countChars = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0)

type SqlType = 'uuid' | 'text' | 'integer' | 'smallint' | 'boolean'

type ReadValue = (call: CallLog) => string | number | boolean | null
type LogColumn = ReturnType<typeof column>

const maxParamsChars = 4096
const maxMs = 2_147_483_647

const column = (name: string, type: SqlType, value: ReadValue, isPerRun = false) => ({
  name,
  type,
  value,
  isPerRun,
})
/** Calls with different values are in different runs: for columns with few values. */
const perRun = (name: string, type: SqlType, value: ReadValue) => column(name, type, value, true)

const columns: readonly LogColumn[] = [
  column('request_id', 'uuid', (call) => call.requestId),
  perRun('account_id', 'integer', (call) => call.accountId),
  perRun('key_id', 'uuid', (call) => call.keyId),
  perRun('endpoint', 'text', (call) => call.endpoint),
  column('params', 'text', ({ params }) => params?.slice(0, maxParamsChars) ?? null),
  perRun('recorded_status', 'smallint', (call) => call.recordedStatus),
  perRun('sent_status', 'smallint', (call) => call.sentStatus),
  perRun('reason', 'text', (call) => call.reason),
  column('ms', 'integer', (call) => toMilliseconds(call.ms)),
  column('client_closed', 'boolean', (call) => call.clientClosed),
  perRun('job_id', 'uuid', (call) => call.jobId),
  column('cache_age_seconds', 'integer', (call) => call.cacheAgeSeconds),
  perRun('provider', 'text', (call) => call.provider),
  perRun('record_form', 'text', (call) => call.recordForm),
  column('fields_filled', 'smallint', (call) => readFieldCount(call.recordFields, 0)),
  column('fields_total', 'smallint', (call) => readFieldCount(call.recordFields, 1)),
]

/** Only counted, not stored in the row. */
const latencyBound = column('ms_at_most', 'integer', (call) => toLatencyBound(toMilliseconds(call.ms)))
const countedColumns = [...columns, latencyBound]

const toMilliseconds = (ms: number): number => Math.min(Math.max(Math.round(ms), 0), maxMs)

function readFieldCount(fields: string | null, part: 0 | 1): number | null {
  if (fields === null) return null
  const slash = fields.indexOf('/')
  return Number(part === 0 ? fields.slice(0, slash) : fields.slice(slash + 1))
}

/** The columns that calls of a run share, besides account and key, which describe the run itself. */
export const runColumns = columns.filter(
  ({ isPerRun, name }) => isPerRun && name !== 'account_id' && name !== 'key_id',
)
export const callColumns = countedColumns.filter(({ isPerRun }) => !isPerRun)

export const listNames = (list: readonly LogColumn[], table?: string): string =>
  list.map(({ name }) => (table === undefined ? name : `${table}.${name}`)).join(', ')

/** `$4::uuid[], $5::text[]`, the first at `$first`. */
export const listArrays = (list: readonly LogColumn[], first: number): string =>
  list.map(({ type }, index) => `$${first + index}::${type}[]`).join(', ')

/** One array literal per column. */
export const toColumnValues = (list: readonly LogColumn[], calls: readonly CallLog[]): string[] =>
  list.map(({ type, value }) => toLiteral[type](calls.map(value) as never))

const toLiteral = {
  text: toTextArray,
  integer: toIntegerArray,
  smallint: toIntegerArray,
  uuid: toPlainArray,
  boolean: toPlainArray,
}

/** Whole rows as a table `i` with the number `n`; the first array is at `$first`. */
export const unnestRows = (first: number): string =>
  `unnest(${listArrays(countedColumns, first)}) with ordinality as i(${listNames(countedColumns)}, n)`

export const toRowValues = (calls: readonly CallLog[]): string[] => toColumnValues(countedColumns, calls)

/** Every column, from SQL expressions by column name; null for the others. */
export const selectColumns = (expressions: Readonly<Record<string, string>>): string =>
  countedColumns.map(({ name, type }) => `${expressions[name] ?? 'null'}::${type} as ${name}`).join(', ')

/** The last parts of a WITH: writes the rows of `from` to the log, and their counts to the pending counters. */
export const insertLogRows = (from: string): string => `
  logged as (
    insert into calls (at, ${listNames(columns)}, subscription_credits, bonus_credits, count)
    select w.at, ${listNames(columns, 'w')}, w.subscription, w.bonus, w.count
    from ${from} w
  ), counted as (
    insert into rollups_pending (hour, account_id, endpoint, key_id, provider, form, status, ms_at_most,
      ${counterNames.join(', ')})
    select ${toHour('w.at')}, w.account_id, w.endpoint, w.key_id, coalesce(w.provider, ''),
      coalesce(w.record_form, ''), w.recorded_status, w.ms_at_most,
      sum(w.count), sum(w.subscription + w.bonus), coalesce(sum(w.fields_filled), 0),
      coalesce(sum(w.fields_total), 0)
    from ${from} w group by 1, 2, 3, 4, 5, 6, 7, 8
  )`

/** A row as the account and the operator see it. */
export const loggedCall = namedObject('LoggedCall', {
  request_id: uuid(),
  at: moment(),
  account: text('acme'),
  key_id: uuid(),
  endpoint: text('/v2/usage'),
  params: nullable(text('{"query":"…"}', 'As JSON; for a refused call only the lengths of the values.')),
  recorded_status: integer(200),
  sent_status: nullable(integer(200)),
  reason: nullable(text('not_found')),
  credits: integer(1),
  subscription_credits: integer(0),
  bonus_credits: integer(1),
  ms: integer(42),
  job_id: nullable(uuid()),
  client_closed: nullable(boolean(false)),
  cache_age_seconds: nullable(integer(60)),
  provider: nullable(text('site')),
  record_fields: nullable(text('31/43', 'Filled fields of the record, out of all its fields.')),
  record_form: nullable(text('json', 'The form of the page that was read.')),
  count: integer(1, 'Number of equal calls that this row counts.'),
  outcome: oneOf(outcomes, '`answered`: below 400. `no_match`: 404. `refused`: another 4xx. `failed`: 5xx.'),
})

export type CallView = Static<typeof loggedCall>

/** SQL: the columns of a CallView, of the log row `c`. */
export const viewColumns = `
  c.request_id, to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  (select a.slug from accounts a where a.id = c.account_id) as account,
  c.key_id, c.endpoint, c.params, c.recorded_status, c.sent_status, c.reason,
  c.subscription_credits + c.bonus_credits as credits, c.subscription_credits, c.bonus_credits,
  c.ms, c.job_id, c.client_closed, c.cache_age_seconds, c.provider,
  c.fields_filled || '/' || c.fields_total as record_fields, c.record_form, c.count,
  ${toOutcome('c.recorded_status')} as outcome`

const csvColumns = Object.keys(loggedCall.properties) as (keyof CallView)[]

/** As CSV with a header line. */
export const toCallsCsv = (calls: readonly CallView[]): string =>
  [csvColumns, ...calls.map((call) => csvColumns.map((name) => call[name]))].map(csvLine).join('')
