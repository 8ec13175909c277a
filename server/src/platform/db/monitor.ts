// Notices that the database is lost, even if no statement fails: the connections of frozen processes stay open.
import pg from 'pg'
import { runEvery } from '../lib/run-every.ts'
import { findServerFault, readCode } from '../lib/server-fault.ts'
import { withinTicks } from '../lib/within-ticks.ts'
import type { Database } from './connect.ts'
import { isRolledBack } from './connection.ts'
import type { DatabaseState } from './guarded-pool.ts'
import { statement } from './statement.ts'

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
