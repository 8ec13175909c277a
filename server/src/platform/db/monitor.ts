// Watches the database: whether it replies, whether it can write, and how much it stores. The monitor notices a lost
// database even if no statement fails: the connections of frozen processes stay open.

import { statfs } from 'node:fs/promises'
import pg from 'pg'
import { withinTicks } from '../lib/promises.ts'
import { runEvery } from '../lib/run.ts'
import { findServerFault, readCode } from '../lib/server-resources.ts'
import type { Database } from './connect.ts'
import { isRolledBack } from './connection.ts'
import type { DatabaseState } from './guarded-pool.ts'
import { type Queryable, statement } from './statement.ts'

export type DatabaseMonitor = ReturnType<typeof monitorDatabase>

const defaultBeatMs = 1_000
const defaultSilentMs = 3_000
const minWaitMs = 100
/** After this long, the monitor tries another connection. */
const probeMs = 5_000

const probeStatement = statement('select 1')

export type MonitorOptions = {
  onLost: (error: unknown) => void
  onBack: () => void
  beatMs?: number
  /** Without a reply for this long on any connection, the database is lost. */
  silentMs?: number
}

type MonitorState = Pick<Database, 'state'> & {
  pool: pg.Pool
  silentMs: number
  probing: Promise<void> | null
}

export function monitorDatabase({ pool, state }: Pick<Database, 'pool' | 'state'>, options: MonitorOptions) {
  const { beatMs = defaultBeatMs, silentMs = defaultSilentMs } = options
  const monitor: MonitorState = { state, pool: openProbePool(pool.options), silentMs, probing: null }
  const { availability } = state
  const stopReporting = availability.report(options.onLost, options.onBack)
  const stopBeating = runEvery(
    beatMs,
    () => check(monitor),
    () => {},
  )
  let isClosed = false
  return {
    isUp: availability.isUp,
    /** Whether the database replies now. */
    async confirm(): Promise<boolean> {
      if (availability.isUp() && !isClosed) await check(monitor)
      return availability.isUp()
    },
    async close(): Promise<void> {
      isClosed = true
      stopReporting()
      await stopBeating()
      await monitor.pool.end()
    },
  }
}

function openProbePool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    max: 1,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    allowExitOnIdle: true,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Returns when the state of the database is known. Never throws. */
async function check(monitor: MonitorState): Promise<void> {
  const { state, silentMs } = monitor
  const startedMs = performance.now()
  // A query that hangs shows by its reply that the database is back.
  monitor.probing ??= probe(monitor).finally(() => {
    monitor.probing = null
  })
  const ended = monitor.probing.then(() => true)
  const readSilenceMs = () => performance.now() - Math.max(startedMs, state.repliedAtMs)
  // Another connection may reply while this one hangs.
  for (;;) {
    if (await withinTicks(ended, Math.max(minWaitMs, silentMs - readSilenceMs()), false)) return
    if (readSilenceMs() < silentMs) continue
    return state.availability.lose(new Error(`no reply for ${silentMs / 1000} s`))
  }
}

async function probe({ pool, state }: MonitorState): Promise<void> {
  try {
    // The first connection may have been ended, such as by an administrator.
    await pool.query(probeStatement).catch(() => pool.query(probeStatement))
    noteReply(state)
  } catch (error) {
    if (isRolledBack(error)) noteReply(state)
    // A timeout has no code and says no more than silence. A lack of descriptors is not a fault of the database.
    else if (readCode(error) !== 'unknown' && findServerFault(error) === null) state.availability.lose(error)
  }
}

function noteReply(state: DatabaseState): void {
  state.repliedAtMs = performance.now()
  state.availability.recover()
}

/** Longer than a readiness probe waits: a blocked event loop must not look like a missing reply. */
const trialTimeoutMs = 3000
const trialIdleMs = 30_000

// Decision: writes a temporary file and a committed entry of the write-ahead log. A row in a table could fit into free
// space of an existing page and would not detect a full disk; a new table each time would bloat the catalogue.
const trialStatement = statement(`
  select pg_logical_emit_message(true, 'quarry', 'ready?'),
    current_setting('transaction_read_only') as read_only,
    (select count(*) from generate_series(1, 30000)) as written_aside`)
// Two statements in one message are one transaction and have two results.
const trial = { text: `set local work_mem = '64kB'; ${trialStatement.text}` }

export function createWriteTrial({ pool }: Database) {
  const trialPool = new pg.Pool({
    ...pool.options,
    max: 1,
    connectionTimeoutMillis: trialTimeoutMs,
    query_timeout: trialTimeoutMs,
    idleTimeoutMillis: trialIdleMs,
  })
  trialPool.on('error', () => {})
  trialPool.on('connect', (client) => client.on('error', () => {}))
  return {
    /** Rejects if the database cannot write or does not reply in time. */
    async tryWrite(): Promise<void> {
      const results = (await trialPool.query(trial)) as unknown as pg.QueryResult<{ read_only: string }>[]
      if (results.at(-1)?.rows[0]?.read_only !== 'off') throw new Error('the database is read-only')
    },
    close: () => trialPool.end(),
  }
}

const sizeStatement = statement('select pg_database_size(current_database())::bigint as bytes')

const tablesStatement = statement(`
select coalesce(p.relname, c.relname)::text as name, sum(pg_total_relation_size(c.oid))::bigint as bytes
from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
group by 1 order by 2 desc, 1 limit 10`)

export async function readStorage(pool: Queryable, dataDir: string) {
  const { rows } = await pool.query<{ bytes: number }>(sizeStatement)
  const { rows: tables } = await pool.query<{ name: string; bytes: number }>(tablesStatement)
  const disk = await statfs(dataDir).catch(() => null)
  return {
    database_bytes: rows[0]?.bytes ?? 0,
    /** Null if the system does not say. */
    disk_bytes: disk && disk.blocks * disk.bsize,
    disk_free_bytes: disk && disk.bavail * disk.bsize,
    /** The largest tables, with their indexes and partitions. */
    tables,
  }
}
