// The queues in the database, made once by whichever server comes first. Everything runs on one connection under one
// lock: pg-boss's own lock comes after it has looked, so servers that start together on a new database would collide.
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import { takeConnection } from '../db/connection.ts'
import type { Queryable } from '../db/queryable.ts'
import { prepared, statement } from '../db/statement.ts'

export type Lane = 'first' | 'bulk'

// Decision: two lanes. An account's first few open jobs wait in their own lane, to which workers keep places that
// no backlog can take; within a lane a priority that falls with the account's backlog decides.
export const queueNames: Record<Lane, string> = { first: 'lookups-first', bulk: 'lookups' }
export const allQueueNames = Object.values(queueNames)
export const bossSchema = 'pgboss'
/** Beyond what a worker itself tolerates: pg-boss gives up only on what no worker could even look at. */
export const retryLimit = 20
const retentionDays = 365

export const bossDb = (client: Queryable): PgBoss.Db => ({
  executeSql: async (text, values) => client.query(text, values),
})

const lockStatement = statement(`select pg_advisory_lock(hashtextextended('quarry queues', 0))`)
const unlockStatement = statement(`select pg_advisory_unlock(hashtextextended('quarry queues', 0))`)

export async function makeQueues(pool: Pool): Promise<void> {
  const client = await takeConnection(pool)
  try {
    await client.query(lockStatement)
    await make(client)
    await client.query(unlockStatement)
    client.release()
  } catch (error) {
    // With the connection its lock goes, and whatever was begun on it.
    client.release(true)
    throw error
  }
}

async function make(client: Queryable): Promise<void> {
  const maker = new PgBoss({ db: bossDb(client), schema: bossSchema, schedule: false, supervise: false })
  await maker.start()
  await client.query(createFunctions)
  for (const name of allQueueNames) {
    await maker.createQueue(name, { name, retentionDays, retryLimit })
    await client.query({ ...indexStatement, values: [name] })
  }
  await maker.stop({ graceful: false })
}

const indexStatement = statement('select quarry_index_queue($1)')
/** Up to `$2` of the queue `$1`, the most urgent ones, which are the taker's from now on. */
export const takeStatement = prepared('quarry-take-queued', 'select id from quarry_take_queued($1, $2) as id')

// pg-boss sorts what is waiting at each fetch; with an index in that order a backlog of any size costs nothing. Its
// statistics are those of a queue that was empty a moment ago, by which sorting looks cheap: so it is forbidden.
const createFunctions = `
create or replace function quarry_index_queue(p_queue text) returns void language plpgsql as $$
declare v_table text;
begin
  select partition_name into strict v_table from ${bossSchema}.queue where name = p_queue;
  execute format('create index if not exists %I on ${bossSchema}.%I (priority desc, created_on, id) where state < ''active''',
    'quarry_' || left(v_table, 50), v_table);
end $$;

create or replace function quarry_take_queued(p_queue text, p_count integer) returns setof uuid language plpgsql
set enable_sort = off set enable_bitmapscan = off set plan_cache_mode = force_custom_plan as $$
begin
  return query
    with next as materialized (
      select n.id from ${bossSchema}.job n
      where n.name = p_queue and n.state < 'active' and n.start_after < now()
      order by n.priority desc, n.created_on, n.id limit p_count for update skip locked
    )
    update ${bossSchema}.job j set state = 'active', started_on = now(),
      retry_count = case when j.started_on is null then j.retry_count else j.retry_count + 1 end
    from next where j.name = p_queue and j.id = next.id
    returning j.id;
end $$`
