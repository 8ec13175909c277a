// Compares the ledger with balances, holds, log, counters and quotas, in one snapshot. Returns one line per difference.
// It reads whole tables and may take minutes.

import type { Pool, PoolClient } from 'pg'
import { noQueryTimeout } from '../db/connection.ts'
import { type Statement, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { countersByDay } from '../log/counters.ts'

// The log is deleted by month, the ledger never: what is older than the first month of the log is not compared.
const firstMonth = `
  select min(to_date(substr(c.relname, 7), 'YYYY_MM')) as day
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'calls'::regclass and c.relname ~ '^calls_[0-9]{4}_[0-9]{2}$'`

const maxShown = 20
/** Reads one row more than is shown, to know whether there are others. */
const check = (text: string) => statement(`${text} limit ${maxShown + 1}`)

const checks: Record<string, Statement> = {
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
    select a.slug || ': period ' || a.period || ' charged ' || a.period_subscription_charged || ' + '
      || a.period_bonus_charged || ', by the ledger ' || coalesce(l.s, 0) || ' + ' || coalesce(l.b, 0) as difference
    from accounts a left join (
      select account_id, period,
        sum(credits) filter (where fund = 'subscription') as s, sum(credits) filter (where fund = 'bonus') as b
      from ledger where entry = 'charge' group by account_id, period
    ) l on l.account_id = a.id and l.period = a.period
    where a.period_subscription_charged <> coalesce(l.s, 0) or a.period_bonus_charged <> coalesce(l.b, 0)`),
  'the ledger and the log differ': check(`
    with kept as (${firstMonth})
    select coalesce(l.request_id, c.request_id) || ': charged ' || coalesce(l.s, 0) || ' + ' || coalesce(l.b, 0)
      || ', logged ' || coalesce(c.s, 0) || ' + ' || coalesce(c.b, 0) as difference
    from (select request_id, min(at) as at,
        coalesce(sum(credits) filter (where fund = 'subscription'), 0) as s,
        coalesce(sum(credits) filter (where fund = 'bonus'), 0) as b
      from ledger where entry = 'charge' group by request_id) l
    full join (select request_id, sum(subscription_credits) as s, sum(bonus_credits) as b
      from calls where subscription_credits + bonus_credits > 0 group by request_id) c using (request_id)
    where (l.s is distinct from c.s or l.b is distinct from c.b)
      and not (c.request_id is null and l.at < (select day::timestamp at time zone 'UTC' from kept))`),
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
    with kept as (${firstMonth})
    select coalesce(r.account_id, c.account_id) || ' ' || coalesce(r.day, c.day) || ' ' || coalesce(r.status, c.status)
      || ': rollups have ' || coalesce(r.calls, 0) || ' calls, the log ' || coalesce(c.calls, 0) as difference
    from (select account_id, day, status, sum(calls) as calls from ${countersByDay} d group by 1, 2, 3) r
    full join (select account_id, (at at time zone 'UTC')::date as day, recorded_status as status, sum(count) as calls
      from calls group by 1, 2, 3) c using (account_id, day, status)
    where r.calls is distinct from c.calls and coalesce(r.day, c.day) >= (select day from kept)`),
  'the meter of a key and its calls differ': check(`
    select k.id || ': metered ' || coalesce(m.credits, 0) || ', charged or held ' || coalesce(u.credits, 0) as difference
    from keys k left join key_meters m on m.key_id = k.id
    left join (select key_id, sum(credits) as credits from (
        select key_id, credits from ${countersByDay} c union all select key_id, subscription + bonus from holds
      ) x group by key_id) u on u.key_id = k.id
    where coalesce(m.credits, 0) <> coalesce(u.credits, 0)`),
  'the open jobs and the holds differ': check(`
    select coalesce(j.id, h.id) || ': the job costs ' || coalesce(j.price::text, 'nothing, it is not open')
      || ', held ' || coalesce(h.credits, 0) as difference
    from (select id, price from jobs where state in ('queued', 'running') and price > 0) j
    full join (select id, subscription + bonus as credits from holds where kind = 'job') h using (id)
    where j.price is distinct from h.credits`),
  'the end of a job and the log differ': check(`
    with kept as (${firstMonth})
    select j.id || ': ' || j.state || ' for ' || j.credits || ' credits, logged ' || coalesce(c.ends, 0)
      || ' ends for ' || coalesce(c.credits, 0) as difference
    from (select id, state, finished, case when state in ('completed', 'failed') then 1 else 0 end as ends, credits
      from jobs) j
    left join (select job_id, count(*) as ends, sum(subscription_credits + bonus_credits) as credits
      from calls where job_id is not null and recorded_status <> 202 group by job_id) c on c.job_id = j.id
    where (j.ends <> coalesce(c.ends, 0) or j.credits <> coalesce(c.credits, 0))
      and not (j.finished < (select day::timestamp at time zone 'UTC' from kept))`),
  'a failed job was charged': check(
    `select id || ': ' || credits || ' credits' as difference from jobs where state = 'failed' and credits > 0`,
  ),
}

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
    for (const [name, differing] of Object.entries(checks)) {
      await client.query({ ...boundStatement, values: [String(timeoutMs())] })
      const { rows } = await client.query<{ difference: string }>({ ...differing, ...noQueryTimeout })
      differences.push(...rows.slice(0, maxShown).map((row) => `${name}: ${row.difference}`))
      if (rows.length > maxShown) differences.push(`${name}: and more`)
    }
    return differences
  }
  return inTransaction(pool, compare, { begin: 'begin isolation level repeatable read read only' })
}
