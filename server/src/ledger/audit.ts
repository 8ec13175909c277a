// Compares the ledger with balances, holds, log, counters, quotas, jobs and batches, in one snapshot, and returns one
// line per difference. It reads whole tables and may take minutes.

import type { Clock } from '@quarry/kit/clock'
import type { Pool, PoolClient } from 'pg'
import { inTransaction, noQueryTimeout } from '../platform/db/connection.ts'
import { type Statement, statement } from '../platform/db/statement.ts'
import { counterNames, countersByDay } from './log/counters.ts'
import { firstMonth } from './run-maintenance.ts'

// For this transaction only. One processor is enough: calls need the others.
const boundStatement = statement(`
select set_config('statement_timeout', $1, true), set_config('max_parallel_workers_per_gather', '0', true)`)

export type AuditOptions = {
  /** Fails after this time; unbounded by default. */
  maxMs?: number
  /** Gets the connection, so that the caller can end the audit early. */
  onClient?: (client: PoolClient) => void
}

export function audit(
  { pool }: { pool: Pick<Pool, 'connect'> },
  { maxMs, onClient = () => {} }: AuditOptions = {},
): Promise<string[]> {
  const endMs = performance.now() + (maxMs ?? 0)
  const timeoutMs = () => (maxMs === undefined ? 0 : Math.max(1, Math.round(endMs - performance.now())))
  const compare = async (client: PoolClient) => {
    onClient(client)
    const differences: string[] = []
    for (const [name, differing] of Object.entries(auditChecks)) {
      await client.query({ ...boundStatement, values: [String(timeoutMs())] })
      const { rows } = await client.query<{ difference: string }>({ ...differing, ...noQueryTimeout })
      differences.push(...rows.slice(0, maxShown).map((row) => `${name}: ${row.difference}`))
      if (rows.length > maxShown) differences.push(`${name}: and more`)
    }
    return differences
  }
  return inTransaction(pool, compare, { begin: 'begin isolation level repeatable read read only' })
}

type AuditResult = {
  /** When the last audit ended; null before the first. */
  at: string | null
  ms: number | null
  /** Null before the first audit, and if the last one failed. */
  balanced: boolean | null
  differences: readonly string[]
}

export type BackgroundAudit = ReturnType<typeof createBackgroundAudit>

export type BackgroundAuditOptions = {
  pool: Pick<Pool, 'connect'>
  clock: Clock
  nowMs?: () => number
  onError: (error: unknown) => void
  maxMs?: number
}

const minPauseMs = 60_000
/** The pause is this many times as long as the audit took: audits use at most 1 % of one connection. */
const pauseFactor = 100

/**
 * The result of this server's last audit, for the operator. A request starts a new audit if the last one is old: one at
 * a time, on a connection of the read pool, and rarer the longer an audit takes.
 */
export function createBackgroundAudit(options: BackgroundAuditOptions) {
  const { pool, clock, nowMs = () => performance.now(), onError, maxMs = 60_000 } = options
  let last: AuditResult = { at: null, ms: null, balanced: null, differences: [] }
  let nextMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  let client: PoolClient | undefined
  let isClosed = false

  const endClient = () => client?.end().catch(() => {})
  // The server may stop while the connection is being opened.
  const onClient = (opened: PoolClient) => {
    client = opened
    if (isClosed) void endClient()
  }

  async function run(): Promise<void> {
    const startedMs = nowMs()
    const differences = await audit({ pool }, { maxMs, onClient }).catch((error: unknown) => {
      if (!isClosed) onError(error)
      return null
    })
    client = undefined
    const ms = Math.round(nowMs() - startedMs)
    nextMs = nowMs() + Math.max(minPauseMs, pauseFactor * ms)
    const balanced = differences && differences.length === 0
    last = { at: clock().toISOString(), ms, balanced, differences: differences ?? [] }
  }

  return {
    look(): AuditResult & { running: boolean } {
      if (!isClosed && nowMs() >= nextMs)
        running ??= run().finally(() => {
          running = null
        })
      return { ...last, running: running !== null }
    },
    /** Ends a running audit. */
    async close(): Promise<void> {
      isClosed = true
      await endClient()
      await running
    },
  }
}

/** The differences that are shown of each check. */
const maxShown = 20
/** Reads one row more than is shown, to know whether there are more. */
const check = (text: string) => statement(`${text} limit ${maxShown + 1}`)

/** The name of each check and its statement, which returns a row per difference. */
const auditChecks: Readonly<Record<string, Statement>> = {
  'the ledger and the balance differ': check(`
    select coalesce(a.slug, 'account ' || account_id) || ': ' || fund || ' ' || entry || ' is '
      || coalesce(b.credits, 0) || ', by the ledger ' || coalesce(l.credits, 0) as difference
    from (select a.id as account_id, v.* from accounts a cross join lateral (values
        ('subscription', 'grant', a.subscription_granted),
        ('subscription', 'charge', a.subscription_charged),
        ('subscription', 'expire', a.subscription_expired),
        ('bonus', 'grant', a.bonus_granted),
        ('bonus', 'charge', a.bonus_charged),
        ('bonus', 'correct', a.bonus_corrected)) as v(fund, entry, credits)) b
    full join (
      select account_id, fund::text, entry::text, sum(credits) as credits from ledger group by 1, 2, 3
    ) l using (account_id, fund, entry)
    left join accounts a on a.id = account_id
    where coalesce(b.credits, 0) <> coalesce(l.credits, 0)`),
  'the holds and the balance differ': check(`
    select a.slug || ': held ' || a.subscription_held || ' + ' || a.bonus_held || ', by the holds '
      || coalesce(h.s, 0) || ' + ' || coalesce(h.b, 0) as difference
    from accounts a left join (
      select account_id, sum(subscription) as s, sum(bonus) as b from holds group by account_id
    ) h on h.account_id = a.id
    where a.subscription_held <> coalesce(h.s, 0) or a.bonus_held <> coalesce(h.b, 0)`),
  'the current period and the ledger differ': check(`
    select a.slug || ': period ' || a.period || ' ' || v.name || ' ' || v.stored || ', by the ledger ' || v.ledger
      as difference
    from accounts a left join (
      select account_id, period,
        sum(case entry when 'grant' then credits when 'expire' then -credits end)
          filter (where fund = 'subscription') as granted,
        sum(credits) filter (where entry = 'charge' and fund = 'subscription') as subscription,
        sum(credits) filter (where entry = 'charge' and fund = 'bonus') as bonus
      from ledger group by account_id, period
    ) l on l.account_id = a.id and l.period = a.period
    cross join lateral (values
      ('granted', a.period_granted, coalesce(l.granted, 0)),
      ('charged from the subscription', a.period_subscription_charged, coalesce(l.subscription, 0)),
      ('charged from the bonus', a.period_bonus_charged, coalesce(l.bonus, 0))) as v(name, stored, ledger)
    where v.stored <> v.ledger`),
  'the current period and the holds differ': check(`
    select a.slug || ': period ' || a.period || ' held ' || v.held || ', by the holds ' || coalesce(h.credits, 0)
      as difference
    from accounts a
    left join (select account_id, period, sum(subscription) as credits from holds group by account_id, period) h
      on h.account_id = a.id and h.period = a.period
    cross join lateral (
      select a.period_granted - a.subscription_available - a.period_subscription_charged as held) v
    where v.held <> coalesce(h.credits, 0)
    union all
    select h.id || ': held in period ' || h.period || ', the account is in ' || a.period
    from holds h join accounts a on a.id = h.account_id where h.period > a.period`),
  'the ledger and the log differ': check(`
    with log_start as (${firstMonth})
    select coalesce(l.request_id, c.request_id) || ': charged ' || coalesce(l.s, 0) || ' + ' || coalesce(l.b, 0)
      || ', logged ' || coalesce(c.s, 0) || ' + ' || coalesce(c.b, 0) as difference
    from (select request_id, min(at) as at,
        coalesce(sum(credits) filter (where fund = 'subscription'), 0) as s,
        coalesce(sum(credits) filter (where fund = 'bonus'), 0) as b
      from ledger where entry = 'charge' group by request_id) l
    full join (select request_id, sum(subscription_credits) as s, sum(bonus_credits) as b
      from calls where subscription_credits <> 0 or bonus_credits <> 0 group by request_id) c using (request_id)
    where (l.s is distinct from c.s or l.b is distinct from c.b)
      and not (c.request_id is null and l.at < (select day::timestamp at time zone 'UTC' from log_start))`),
  'a call is charged more than once': check(`
    select request_id || ': ' || count(*) || ' charges to ' || fund as difference from ledger
    where entry = 'charge' group by request_id, fund having count(*) > 1`),
  'the rollups and the ledger differ': check(`
    select a.slug || ': rollups have ' || coalesce(r.credits, 0) || ' credits, the ledger '
      || a.subscription_charged + a.bonus_charged as difference
    from accounts a left join (select account_id, sum(credits) as credits from ${countersByDay} c group by account_id) r
      on r.account_id = a.id
    where coalesce(r.credits, 0) <> a.subscription_charged + a.bonus_charged`),
  'the rollups and the log differ': check(`
    with log_start as (${firstMonth})
    select coalesce(r.account_id, c.account_id) || ' ' || coalesce(r.day, c.day) || ' ' || coalesce(r.status, c.status)
      || ': rollups have ' || coalesce(r.calls, 0) || ' calls, the log ' || coalesce(c.calls, 0) as difference
    from (select account_id, day, status, sum(calls) as calls from ${countersByDay} d group by 1, 2, 3) r
    full join (select account_id, (at at time zone 'UTC')::date as day, recorded_status as status, sum(count) as calls
      from calls group by 1, 2, 3) c using (account_id, day, status)
    where r.calls is distinct from c.calls and coalesce(r.day, c.day) >= (select day from log_start)`),
  'the hourly and the daily counters differ': check(`
    with log_start as (${firstMonth})
    select account_id || ' ' || day || ' ' || endpoint || ' ' || status || ': by hour ' || coalesce(h.calls, 0)
      || ' calls for ' || coalesce(h.credits, 0) || ' credits, by day ' || coalesce(d.calls, 0) || ' for '
      || coalesce(d.credits, 0) as difference
    from (select account_id, (hour at time zone 'UTC')::date as day, endpoint, key_id, status, ms_at_most,
        ${counterNames.map((name) => `sum(${name}) as ${name}`).join(', ')}
      from rollups_hourly group by 1, 2, 3, 4, 5, 6) h
    full join rollups d using (account_id, day, endpoint, key_id, status, ms_at_most)
    where (${counterNames.map((name) => `h.${name}`).join(', ')})
      is distinct from (${counterNames.map((name) => `d.${name}`).join(', ')})
      and day >= (select day from log_start)`),
  'the meter of a key and its calls differ': check(`
    select k.id || ': metered ' || coalesce(m.credits, 0) || ', charged or held ' || coalesce(u.credits, 0) as difference
    from keys k left join key_meters m on m.key_id = k.id
    left join (select key_id, sum(credits) as credits from (
        select key_id, credits from ${countersByDay} c union all select key_id, subscription + bonus from holds
      ) x group by key_id) u on u.key_id = k.id
    where coalesce(m.credits, 0) <> coalesce(u.credits, 0)`),
  'the meter of a key and its quota buckets differ': check(`
    select key_id || ': metered ' || coalesce(m.credits, 0) || ', by the buckets ' || coalesce(b.credits, 0)
      as difference
    from key_meters m full join (
      select key_id, sum(credits) as credits from quota_buckets where grain_seconds <> 60 group by key_id
    ) b using (key_id)
    where coalesce(m.credits, 0) <> coalesce(b.credits, 0)`),
  // The buckets of minutes are stored for 25 hours.
  'the quota buckets of an hour and its minutes differ': check(`
    with recent as (
      select key_id, grain_seconds, date_bin(interval '1 hour', start, timestamptz 'epoch') as hour, credits
      from quota_buckets
      where grain_seconds > 0 and start >= (
        select date_bin(interval '1 hour', quarry_now() - interval '24 hours', timestamptz 'epoch')))
    select key_id || ' ' || hour || ': ' || v.hours || ', by its minutes ' || v.minutes as difference
    from (select key_id, hour,
        coalesce(sum(credits) filter (where grain_seconds = 3600), 0) as hours,
        coalesce(sum(credits) filter (where grain_seconds = 60), 0) as minutes
      from recent group by key_id, hour) v
    where v.hours <> v.minutes`),
  'the open jobs and the holds differ': check(`
    select coalesce(j.id, h.id) || ': the job costs ' || coalesce(j.price::text, 'nothing, it is not open')
      || ', held ' || coalesce(h.credits, 0) as difference
    from (select id, account_id, price from jobs where state in ('queued', 'running') and price > 0) j
    full join (select id, account_id, subscription + bonus as credits from holds where kind = 'job') h using (id)
    where (j.account_id, j.price) is distinct from (h.account_id, h.credits)`),
  // Lines of a file that are not yet jobs are open items; an expired batch is deleted job by job.
  'a batch and its jobs differ': check(`
    select b.id || ': ' || b.open || ' of ' || b.total || ' open, by its jobs ' || v.open || ' of ' || v.total
      as difference
    from batches b
    left join (select batch_id, count(*) as total,
        count(*) filter (where state in ('queued', 'running')) as open
      from jobs where batch_id is not null group by batch_id) j on j.batch_id = b.id
    left join batch_uploads u on u.id = b.id and u.slot is null
    cross join lateral (select coalesce(u.total - u.next_item, 0) as lines) w
    cross join lateral (select coalesce(j.open, 0) + w.lines as open, coalesce(j.total, 0) + w.lines as total) v
    where b.open <> v.open or b.total <> v.total and (b.expires is null or b.expires > quarry_now())`),
  'the end of a job and the log differ': check(`
    with log_start as (${firstMonth})
    select j.id || ': ' || j.state || ' for ' || j.credits || ' credits, logged ' || coalesce(c.ends, 0)
      || ' ends for ' || coalesce(c.credits, 0) as difference
    from (select id, state, finished, case when state in ('completed', 'failed') then 1 else 0 end as ends, credits
      from jobs) j
    left join (select job_id, count(*) as ends, sum(subscription_credits + bonus_credits) as credits
      from calls where job_id is not null and recorded_status <> 202 group by job_id) c on c.job_id = j.id
    where (j.ends <> coalesce(c.ends, 0) or j.credits <> coalesce(c.credits, 0))
      and (j.finished is null or j.finished >= (select day::timestamp at time zone 'UTC' from log_start))`),
  'a failed job was charged': check(
    `select id || ': ' || credits || ' credits' as difference from jobs where state = 'failed' and credits > 0`,
  ),
}
