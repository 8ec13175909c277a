// Runs backups on a schedule that all servers share: one of them saves at a time. A failure is logged, counted and
// tried again later; it never disturbs calls.

import type { Pool } from 'pg'
import { Piscina } from 'piscina'
import type { BackupSettings } from '../../platform/config/backups.ts'
import type { DatabaseTarget } from '../../platform/db/connect.ts'
import { runEvery } from '../../platform/lib/run-every.ts'
import { findWorkerFile } from '../../platform/lib/worker-file.ts'
import { type BackupSummary, createBackupRuns } from './backup-runs.ts'
import { type BackupReply, type BackupTask, openStore } from './backup-task.ts'

export type BackupAlarm = { kind: 'overdue' | 'recovered'; lastSuccess: Date | null; error: string | null }

export type BackupStatus = ReturnType<typeof toStatus>

export type ScheduledBackupsOptions = {
  pool: Pool
  target: DatabaseTarget
  /** Null where none are configured. */
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
    /** Null where none are configured. */
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

const toStatus = (summary: BackupSummary, settings: BackupSettings, startedMs: number) => ({
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

function isDue({ now, success, lastFailure }: BackupSummary, { everyMs }: BackupSettings): boolean {
  const ageMs = (at: Date | null) => (at === null ? Number.POSITIVE_INFINITY : now.getTime() - at.getTime())
  return ageMs(success) >= everyMs && ageMs(lastFailure) >= Math.min(everyMs, maxRetryMs)
}

/** Before the first success, its age counts from the first attempt, or from the start of the server. */
function isOverdue(
  { now, success, failingSince }: BackupSummary,
  { everyMs }: BackupSettings,
  startedMs: number,
): boolean {
  const since = success ?? failingSince
  const ageMs = since === null ? performance.now() - startedMs : now.getTime() - since.getTime()
  return ageMs > 2 * everyMs
}
