// Runs backups on a schedule that all servers share: one of them saves at a time. A failure is logged, counted and
// tried again later; it never disturbs calls.
import type { Pool } from 'pg'
import { Piscina } from 'piscina'
import type { BackupSettings } from '../../platform/config/backups.ts'
import type { DatabaseTarget } from '../../platform/db/connect.ts'
import { changeRows, type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { runEvery } from '../../platform/lib/run.ts'
import { findWorkerFile } from '../../platform/lib/worker-threads.ts'
import { openStore } from './backup-store.ts'
import type { BackupReply, BackupTask } from './backup-worker.ts'

export type BackupAlarm = { kind: 'overdue' | 'recovered'; lastSuccess: Date | null; error: string | null }

export type BackupStatus = ReturnType<typeof toStatus>

type ScheduledBackupsOptions = {
  pool: Pool
  target: DatabaseTarget
  /** Null if none are configured. */
  settings: BackupSettings | null
  /** False on servers that take calls only: they report, but do not save. */
  works: boolean
  pollMs?: number
  onSaved: (name: string, bytes: number) => void
  onFailed: (error: string) => void
  onAlarm: (alarm: BackupAlarm) => void
  onError: (error: unknown) => void
}

/** After a failure: a full disk or an unreachable bucket needs time. */
const maxRetryMs = 10 * 60_000
const pollEveryMs = 30_000

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>

export function createScheduledBackups(options: ScheduledBackupsOptions) {
  const { pool, settings, works, pollMs = pollEveryMs, onError } = options
  const runs = createBackupRuns(pool)
  const startedMs = performance.now()
  const closing = new AbortController()
  let stop = async () => {}
  return {
    start(): void {
      if (settings === null || !works) return
      const state = { ...options, settings, runs, startedMs, closing: closing.signal }
      stop = runEvery(pollMs, () => runRound(state), onError)
    },
    /** Null if none are configured. */
    status: async (): Promise<BackupStatus | null> =>
      settings && toStatus(await runs.summary(), settings, startedMs),
    /** Aborts a backup in progress. */
    async close(): Promise<void> {
      const stopped = stop()
      closing.abort()
      await stopped
    },
  }
}

type BackupState = ScheduledBackupsOptions & {
  settings: BackupSettings
  runs: ReturnType<typeof createBackupRuns>
  startedMs: number
  closing: AbortSignal
}

async function runRound(state: BackupState): Promise<void> {
  const { runs, settings } = state
  const before = await runs.summary()
  const isRaised = isOverdue(before, settings, state.startedMs) && (await runs.alarm())
  if (isRaised) state.onAlarm({ kind: 'overdue', lastSuccess: before.success, error: before.error })
  if (!isDue(before, settings)) return
  const extension = settings.passphraseFile === null ? 'tar' : 'tar.age'
  const name = `quarry-${before.now.toISOString().replace(/[:.]/g, '-')}.${extension}`
  const id = await runs.begin(name, before.latestRun)
  if (id === null) return
  const reply = await runThread({ url: state.target.url, name, settings }, state.closing)
  if ('busy' in reply) return void (await runs.forget(id))
  await runs.end(id, reply)
  if ('error' in reply) return state.onFailed(reply.error)
  state.onSaved(name, reply.bytes)
  if (before.alarmed || isRaised) state.onAlarm({ kind: 'recovered', lastSuccess: before.now, error: null })
  await removeSurplus(state)
}

async function runThread(task: BackupTask, closing: AbortSignal): Promise<BackupReply> {
  const worker = findWorkerFile(import.meta.url, 'backup-worker')
  const thread = new Piscina({ ...worker, minThreads: 1, maxThreads: 1 })
  // Raised for a thread that cannot replace one that failed with the task, which `run` reports.
  thread.on('error', () => {})
  try {
    return await thread.run(task, { signal: closing })
  } catch (error) {
    return { error: closing.aborted ? 'the server stopped' : (error as Error).message }
  } finally {
    await thread.destroy()
  }
}

/** What cannot be removed now is tried again after the next backup. */
async function removeSurplus({ runs, settings }: BackupState): Promise<void> {
  const store = openStore(settings)
  for (const { id, name } of await runs.listSurplus(settings.keep)) {
    await store.remove(name)
    await runs.markRemoved(id)
  }
}

const toStatus = (summary: RunSummary, settings: BackupSettings, startedMs: number) => ({
  every_seconds: settings.everyMs / 1000,
  last_success: summary.success?.toISOString() ?? null,
  bytes: summary.bytes,
  seconds: summary.seconds,
  /** Failed attempts since the last good backup. */
  failures: summary.failures,
  error: summary.error,
  /** The last good backup is older than twice the interval. */
  overdue: isOverdue(summary, settings, startedMs),
})

function isDue({ now, success, lastFailure }: RunSummary, { everyMs }: BackupSettings): boolean {
  const ageMs = (at: Date | null) => (at === null ? Number.POSITIVE_INFINITY : now.getTime() - at.getTime())
  return ageMs(success) >= everyMs && ageMs(lastFailure) >= Math.min(everyMs, maxRetryMs)
}

/** Before the first success, its age counts from the first attempt, or from the start of the server. */
function isOverdue(
  { now, success, failingSince }: RunSummary,
  { everyMs }: BackupSettings,
  startedMs: number,
): boolean {
  const since = success ?? failingSince
  const ageMs = since === null ? performance.now() - startedMs : now.getTime() - since.getTime()
  return ageMs > 2 * everyMs
}

/** Inserts nothing if another server began a run since `latestRun` was read. */
const beginStatement = statement(`
insert into backup_runs (started, name) select quarry_now(), $1
where (select max(id) from backup_runs) is not distinct from $2::bigint returning id`)
const endStatement = statement(`
update backup_runs set finished = quarry_now(), succeeded = $2, bytes = $3, error = $4 where id = $1`)
const forgetStatement = statement('delete from backup_runs where id = $1')
const summaryStatement = statement(`
with last as (select * from backup_runs where succeeded order by id desc limit 1),
  failed as (select * from backup_runs where succeeded is not true and id > coalesce((select id from last), 0))
select quarry_now() as now, (select max(id) from backup_runs) as "latestRun", (select started from last) as success, (select bytes from last) as bytes,
  (select extract(epoch from finished - started)::float8 from last) as seconds,
  (select count(*) from failed where not succeeded) as failures, (select min(started) from failed) as "failingSince",
  (select max(started) from failed) as "lastFailure",
  (select error from failed where error is not null order by id desc limit 1) as error,
  coalesce((select bool_or(alarmed) from failed), false) as alarmed`)
const alarmStatement = statement(`
update backup_runs set alarmed = true where not alarmed and id = (
  select min(id) from backup_runs where succeeded is not true
    and id > coalesce((select max(id) from backup_runs where succeeded), 0)) returning id`)
const surplusStatement = statement(`
select id, name from backup_runs where succeeded and not removed order by id desc offset $1`)
const removedStatement = statement('update backup_runs set removed = true where id = $1')
/** Deletes runs that are older than half a year, unless their file still exists. */
const oldStatement = statement(`
delete from backup_runs where started < quarry_now() - interval '180 days' and (removed or succeeded is not true)`)

type RunSummary = {
  now: Date
  latestRun: number | null
  /** The snapshot of the last good backup. */
  success: Date | null
  bytes: number | null
  seconds: number | null
  /** Failed attempts since then. */
  failures: number
  failingSince: Date | null
  lastFailure: Date | null
  error: string | null
  alarmed: boolean
}

/**
 * The record of scheduled backups in the database, which all servers share.
 * @internal
 */
export const createBackupRuns = (pool: Queryable) => ({
  /** Null if another server began a run first. */
  async begin(name: string, latestRun: number | null): Promise<number | null> {
    const { rows } = await pool.query<{ id: number }>({ ...beginStatement, values: [name, latestRun] })
    return rows[0]?.id ?? null
  },
  async end(id: number, result: { bytes: number } | { error: string }): Promise<void> {
    const [bytes, error] = 'bytes' in result ? [result.bytes, null] : [null, result.error.slice(0, 500)]
    await pool.query({ ...endStatement, values: [id, error === null, bytes, error] })
    await pool.query(oldStatement)
  },
  forget: (id: number) => changeRows(pool, forgetStatement, [id]),
  async summary(): Promise<RunSummary> {
    const { rows } = await pool.query<RunSummary>(summaryStatement)
    return rows[0] as RunSummary
  },
  /** True on one server only, which raises the alarm. */
  alarm: async (): Promise<boolean> => (await changeRows(pool, alarmStatement)) === 1,
  listSurplus: (keep: number) => readRows<{ id: number; name: string }>(pool, surplusStatement, [keep]),
  markRemoved: (id: number) => changeRows(pool, removedStatement, [id]),
})
