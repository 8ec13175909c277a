// Dispatch: which job a worker takes next, on pg-boss. A queue row lives from the transaction that makes a job to
// the one that ends it; a worker that dies stops renewing its rows, and pg-boss hands them to another.
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import type { Queryable } from '../db/queryable.ts'
import { prepared, statement } from '../db/statement.ts'
import {
  allQueueNames,
  bossDb,
  bossSchema,
  type Lane,
  makeQueues,
  queueNames,
  retryLimit,
  takeStatement,
} from './make-queues.ts'

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

const maintenanceSeconds = 5

const removeStatement = prepared('quarry-remove-queued', 'select quarry_remove_queued($1, $2)')

// A locked row is being ended or given away: it needs no longer lease, and not waiting for it rules out a deadlock.
const renewStatement = statement(`
update ${bossSchema}.job set started_on = now() where (name, id) in (
  select name, id from ${bossSchema}.job where name = any($1) and id = any($2::uuid[]) and state = 'active'
  for update skip locked)`)

const giveBackStatement = statement(`
update ${bossSchema}.job j set state = 'created', started_on = null,
  start_after = now() + i.delay_ms * interval '1 millisecond'
from unnest($2::uuid[], $3::integer[]) as i(id, delay_ms)
where j.name = any($1) and j.id = i.id and j.state = 'active'`)

const giveBackAllStatement = statement(
  `update ${bossSchema}.job set state = 'retry' where name = any($1) and state = 'active'`,
)

export function createQueue({ pool, leaseSeconds, onError }: QueueOptions): Queue {
  const boss = new PgBoss({
    db: bossDb(pool),
    schema: bossSchema,
    schedule: false,
    maintenanceIntervalSeconds: Math.max(1, Math.min(maintenanceSeconds, Math.floor(leaseSeconds / 2))),
  })
  boss.on('error', onError)

  return {
    async start() {
      await makeQueues(pool)
      await boss.start()
    },
    async add(client, items) {
      if (items.length === 0) return
      const rows = items.map(({ id, lane, priority }) => ({
        id,
        name: queueNames[lane],
        priority,
        expireInSeconds: leaseSeconds,
        retryLimit,
      }))
      await boss.insert(rows, { db: bossDb(client) })
    },
    async remove(client, ids) {
      await client.query({ ...removeStatement, values: [allQueueNames, ids] })
    },
    async take(lane, count) {
      const { rows } = await pool.query<{ id: string }>({
        ...takeStatement,
        values: [queueNames[lane], count],
      })
      return rows.map(({ id }) => id)
    },
    async renew(ids) {
      await pool.query({ ...renewStatement, values: [allQueueNames, ids] })
    },
    async giveBack(items) {
      const delays = items.map(({ delayMs }) => Math.ceil(delayMs))
      await pool.query({ ...giveBackStatement, values: [allQueueNames, items.map(({ id }) => id), delays] })
    },
    async giveBackAll() {
      await pool.query({ ...giveBackAllStatement, values: [allQueueNames] })
    },
    close: () => boss.stop({ graceful: false }),
  }
}
