// Dispatch: which job a worker takes next, on pg-boss. A queue row lives from the transaction that makes a job to
// the one that ends it; a worker that dies stops renewing its rows, and pg-boss hands them to another.
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import type { Queryable } from '../db/queryable.ts'
import { statement } from '../db/statement.ts'

export type Lane = 'first' | 'bulk'

export type QueueItem = { id: string; lane: Lane; priority: number }

export type Queue = {
  start: () => Promise<void>
  /** In the caller's transaction. */
  add: (client: Queryable, items: readonly QueueItem[]) => Promise<void>
  /** In the caller's transaction. */
  remove: (client: Queryable, ids: readonly string[]) => Promise<void>
  /** Up to `count` ids, which are the taker's for one lease. */
  take: (lane: Lane, count: number) => Promise<string[]>
  renew: (ids: readonly string[]) => Promise<void>
  /** Back into the queue, each after its delay. */
  giveBack: (items: readonly { id: string; delayMs: number }[]) => Promise<void>
  /** Gives back what every other worker has taken: right only where there is no other. */
  giveBackAll: () => Promise<void>
  close: () => Promise<void>
}

export type QueueOptions = {
  pool: Pool
  /** How long a crashed worker's jobs may outlive it; renewed at a third of it. */
  leaseSeconds: number
  onError: (error: unknown) => void
}

// Decision: two lanes. An account's first few open jobs wait in their own lane, to which workers keep places that
// no backlog can take; within a lane a priority that falls with the account's backlog decides.
const names: Record<Lane, string> = { first: 'lookups-first', bulk: 'lookups' }
const allNames = Object.values(names)
const schema = 'pgboss'
const retentionDays = 365
const maintenanceSeconds = 5
const slowTakeMs = 50
const analyzeEveryMs = 30_000
/** Beyond what a worker itself tolerates: pg-boss gives up only on what no worker could even look at. */
const retryLimit = 20

const removeStatement = statement(`delete from ${schema}.job where name = any($1) and id = any($2::uuid[])`)

// A locked row is being ended or given away: it needs no longer lease, and not waiting for it rules out a deadlock.
const renewStatement = statement(`
update ${schema}.job set started_on = now() where (name, id) in (
  select name, id from ${schema}.job where name = any($1) and id = any($2::uuid[]) and state = 'active'
  for update skip locked)`)

const giveBackStatement = statement(`
update ${schema}.job j set state = 'created', started_on = null,
  start_after = now() + i.delay_ms * interval '1 millisecond'
from unnest($2::uuid[], $3::integer[]) as i(id, delay_ms)
where j.name = any($1) and j.id = i.id and j.state = 'active'`)

const giveBackAllStatement = statement(
  `update ${schema}.job set state = 'retry' where name = any($1) and state = 'active'`,
)

export function createQueue({ pool, leaseSeconds, onError }: QueueOptions): Queue {
  const on = (client: Queryable): PgBoss.Db => ({
    executeSql: async (text, values) => client.query(text, values),
  })
  const boss = new PgBoss({
    db: on(pool),
    schema,
    schedule: false,
    maintenanceIntervalSeconds: Math.max(1, Math.min(maintenanceSeconds, Math.floor(leaseSeconds / 2))),
  })
  boss.on('error', onError)

  // A plan that was made when the queue was short sorts the whole of a long one: new statistics mend it.
  let analyzedAt = Number.NEGATIVE_INFINITY
  const renewStatistics = () => {
    if (performance.now() - analyzedAt < analyzeEveryMs) return
    analyzedAt = performance.now()
    pool.query(`analyze ${schema}.job`).catch(onError)
  }

  return {
    async start() {
      await boss.start()
      for (const name of allNames) {
        await boss.createQueue(name, { name, retentionDays, retryLimit })
        const index = { ...indexStatement, values: [name] }
        await pool.query(index).catch(async () => {
          await pool.query(createIndexFunction)
          await pool.query(index)
        })
      }
    },
    async add(client, items) {
      if (items.length === 0) return
      const rows = items.map(({ id, lane, priority }) => ({
        id,
        name: names[lane],
        priority,
        expireInSeconds: leaseSeconds,
        retryLimit,
      }))
      await boss.insert(rows, { db: on(client) })
    },
    async remove(client, ids) {
      await client.query({ ...removeStatement, values: [allNames, ids] })
    },
    async take(lane, count) {
      const startedAt = performance.now()
      const rows = await boss.fetch(names[lane], { batchSize: count })
      if (performance.now() - startedAt > slowTakeMs) renewStatistics()
      return rows.map(({ id }) => id)
    },
    async renew(ids) {
      await pool.query({ ...renewStatement, values: [allNames, ids] })
    },
    async giveBack(items) {
      const delays = items.map(({ delayMs }) => Math.ceil(delayMs))
      await pool.query({ ...giveBackStatement, values: [allNames, items.map(({ id }) => id), delays] })
    },
    async giveBackAll() {
      await pool.query({ ...giveBackAllStatement, values: [allNames] })
    },
    close: () => boss.stop({ graceful: false }),
  }
}

// pg-boss sorts what is waiting at each fetch; with an index in that order a backlog of any size costs nothing.
const indexFunction = 'quarry_index_queue'
const indexStatement = statement(`select ${indexFunction}($1)`)
const createIndexFunction = `
create or replace function ${indexFunction}(p_queue text) returns void language plpgsql as $$
declare v_table text;
begin
  perform pg_advisory_xact_lock(hashtext('quarry queue index'));
  select partition_name into strict v_table from ${schema}.queue where name = p_queue;
  execute format('create index if not exists %I on ${schema}.%I (priority desc, created_on, id) where state < ''active''',
    'quarry_' || left(v_table, 50), v_table);
end $$`
