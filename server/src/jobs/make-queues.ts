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
  for (const name of allQueueNames) {
    await maker.createQueue(name, { name, retentionDays, retryLimit })
    await client.query({ ...indexStatement, values: [name] })
  }
  await maker.stop({ graceful: false })
}

const indexStatement = statement('select quarry_index_queue($1)')
/** Up to `$2` of the queue `$1`, the most urgent ones, which are the taker's from now on. */
export const takeStatement = prepared('quarry-take-queued', 'select id from quarry_take_queued($1, $2) as id')
