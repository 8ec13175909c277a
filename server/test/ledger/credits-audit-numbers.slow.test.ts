// Every number in the database has a verdict: a number that credits or quotas depend on cannot be changed without the
// audit naming it, or the database refusing it. A new column without a verdict fails here.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillAuditedDatabase } from '../support/audited-database.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { auditInTransaction } from '../support/ledger.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ max: 1 })
  await fillAuditedDatabase(fresh.database)
})
afterAll(() => fresh.drop())

/** For each table its compared columns; a condition selects the rows in which credits or quotas depend on the number. */
const compared: Record<string, Record<string, string>> = {
  accounts: of(
    'period period_granted period_subscription_charged period_bonus_charged',
    'subscription_granted subscription_available subscription_held subscription_charged subscription_expired',
    'bonus_granted bonus_available bonus_held bonus_charged bonus_corrected',
  ),
  ledger: of('id account_id credits period'),
  holds: { ...of('account_id subscription bonus'), period: 'subscription > 0' },
  calls: of('account_id recorded_status subscription_credits bonus_credits count'),
  rollups: of('account_id status ms_at_most calls credits fields_filled fields_total'),
  rollups_hourly: of('account_id status ms_at_most calls credits fields_filled fields_total'),
  rollups_pending: of('account_id status calls credits'),
  key_meters: of('credits'),
  quota_buckets: of('grain_seconds credits'),
  jobs: {
    account_id: `state = 'queued'`,
    price: `state = 'queued'`,
    credits: 'true',
  },
  batches: of('total open'),
  batch_uploads: of('total next_item'),
}

function of(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((list) => list.split(' ')).map((name) => [name, 'true']))
}

const identity = 'an identity'
const owner = 'says whose row it is'
const setting = 'a setting of the operator; its changes are in the admin log'
const measured = 'a measurement; nothing is charged by it'
const progress = 'counts attempts or positions; the end of a job is compared'
const upstream = 'requests to an upstream API; no account pays by them'

/** The columns that are not compared, each with the reason. */
const exempt: Record<string, Record<string, string>> = {
  accounts: {
    id: identity,
    limit_per_second: setting,
    limit_per_minute: setting,
    subscription_total: setting,
    period_days: setting,
  },
  admin_log: { id: identity },
  agent_spending: {
    credits: 'a limit for agents; what a crash left reserved stays in it, so no sum equals it',
  },
  backup_runs: { id: identity, bytes: measured },
  batch_lines: { item: progress, account_id: owner },
  batch_uploads: { account_id: owner, slot: progress },
  batches: { account_id: owner, skipped: measured },
  calls: {
    id: identity,
    sent_status: measured,
    ms: measured,
    cache_age_seconds: measured,
    fields_filled: measured,
    fields_total: measured,
  },
  drift_series: { version: progress },
  endpoint_hours: { ms_at_most: measured, ok: measured, failed: measured },
  functions: { version: 'the version of a function' },
  idempotency_keys: {
    account_id: owner,
    status: 'part of a stored response',
    recorded_status: 'part of a stored response',
    credits: 'part of a stored response; the charge is in the ledger',
  },
  incidents: { id: identity },
  jobs: {
    max_age_seconds: 'a parameter of the lookup',
    attempts: progress,
    status_code: 'part of the result',
    item: progress,
    start_number: progress,
    handed_back: progress,
  },
  keys: {
    account_id: owner,
    quota_total: setting,
    quota_daily: setting,
    quota_weekly: setting,
    quota_monthly: setting,
  },
  final_responses: { bytes: measured },
  provider_hours: { bookings: upstream },
  rollups_pending: { ms_at_most: measured, fields_filled: measured, fields_total: measured },
  stored_bytes: { id: identity, account_id: owner, bytes: 'a limit of storage, compared in its own test' },
  watch_events: { number: progress, account_id: owner, missed: measured, log_number: progress },
  watches: {
    account_id: owner,
    runs: measured,
    missed: measured,
    changes: measured,
    without_record: progress,
    events: progress,
  },
  webhook_deliveries: { account_id: owner, attempts: progress, watch_event: progress },
  webhook_graces: { account_id: owner },
  webhook_secrets: { account_id: owner, failures: progress },
}

const columnsStatement = `
select c.relname || '.' || a.attname as column
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and a.atttypid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'float4'::regtype, 'float8'::regtype,
    'numeric'::regtype)
order by 1`

const toNames = (tables: Record<string, Record<string, string>>) =>
  Object.entries(tables).flatMap(([table, columns]) => Object.keys(columns).map((name) => `${table}.${name}`))

test('every number of the database is compared by the audit, or exempt for a reason', async () => {
  const { rows } = await fresh.database.pool.query<{ column: string }>(columnsStatement)
  expect([...toNames(compared), ...toNames(exempt)].sort()).toEqual(rows.map(({ column }) => column).sort())
})

const cases = Object.entries(compared).flatMap(([table, columns]) =>
  Object.entries(columns).map(([column, condition]) => ({ table, column, condition })),
)

/** A constraint, the append-only trigger, a key that exists already, or an identity. */
const refusals = ['23514', '23001', '23505', '428C9']

test.each(cases)('a changed number in $table, $column, is named', async ({ table, column, condition }) => {
  const { pool } = fresh.database
  const { rows } = await pool.query<{ place: string }>(
    `select format('(tableoid, ctid) = (%s, %L)', tableoid, ctid) as place from ${table} where ${condition}`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { place } of rows)
    for (const change of [`${column} + 1`, `${column} - 1`]) {
      await pool.query('begin')
      const refusal = await pool.query(`update ${table} set ${column} = ${change} where ${place}`).then(
        () => null,
        (error: { code: string }) => error.code,
      )
      const found =
        refusal === null ? await auditInTransaction(pool) : refusals.filter((code) => code === refusal)
      await pool.query('rollback')
      expect(found, `${table}.${column} = ${change} where ${place}: ${refusal}`).not.toEqual([])
    }
})
