// Starts the embedded database from any state: adopts one that still runs, replaces a dead one, retries while its orphans
// use the shared memory, and returns once it answers. Restarts a database that dies under a running server.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { DatabaseTarget } from './connect.ts'
import { roleName } from './embedded-cluster.ts'
import { type ClusterFolders, cleanEnvironment, openSocketDir } from './embedded-place.ts'

/** A session that stays open: its end means that the database is gone. */
export type Sentinel = { client: pg.Client; ended: Promise<void> }

/** Longer than the statement timeout, after which the last orphaned backend releases the shared memory. */
const startTimeoutMs = 45_000
/** For a database that replays its log after a crash. */
const recoveryTimeoutMs = 300_000
const silenceTimeoutMs = 10_000
const retryMs = 200
const pollMs = 25
const maxFailures = 3

// PostgreSQL's messages if backends or the lock file of a dead database remain.
const stillHeld = /pre-existing shared memory|lock file "[^"\n]{1,200}" already exists/

export const socketTarget = (socketDir: string, database = roleName): DatabaseTarget => ({
  url: `postgresql:///${database}?host=${encodeURIComponent(socketDir)}&user=${roleName}`,
})

/** In the maintenance database, so that the session does not block changes of the other one. */
export async function openSentinel(socketDir: string): Promise<Sentinel> {
  const client = new pg.Client({
    connectionString: socketTarget(socketDir, 'postgres').url,
    application_name: 'quarry sentinel',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  try {
    await client.connect()
    return { client, ended }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

const isStartingUp = (error: unknown): boolean => (error as { code?: string }).code === '57P03'

export async function bringUp(plan: Launch, signal?: AbortSignal): Promise<Sentinel> {
  const startedMs = performance.now()
  let recovering = false
  let child: Child | undefined
  let failures = 0
  for (;;) {
    try {
      return await openSentinel(plan.place.socketDir)
    } catch (error) {
      signal?.throwIfAborted()
      recovering = isStartingUp(error)
      const waitedMs = performance.now() - startedMs
      if (waitedMs > (recovering ? recoveryTimeoutMs : startTimeoutMs)) throw tooLate(error, child)
    }
    if (recovering || child?.running()) await delay(pollMs)
    else {
      if (child !== undefined) failures = await countFailure(child, failures)
      child = await startOrAdopt(plan, performance.now() - startedMs)
    }
  }
}

/** A start that failed for a temporary reason is tried again; other reasons are reported after three failures. */
async function countFailure(child: Child, failures: number): Promise<number> {
  await delay(retryMs)
  if (child.lines.some((line) => stillHeld.test(line))) return failures
  if (failures + 1 >= maxFailures)
    throw new Error(`the embedded database does not start: ${findReason(child)}`)
  return failures + 1
}

/** Starts a database, unless an earlier one runs: that one gets time to answer and is then ended. */
async function startOrAdopt(plan: Launch, waitedMs: number): Promise<Child | undefined> {
  const { cluster } = plan.place
  const left = await findPostmaster(cluster)
  if (left !== undefined) {
    reloadAccess(left)
    await delay(pollMs)
    if (waitedMs > silenceTimeoutMs) await endPostmaster(cluster, endNow)
    return undefined
  }
  await disarmStaleLock(plan.place)
  return launch(plan)
}

const endNow = [
  { signal: 'SIGINT', waitMs: 5_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

const findReason = (child: Child): string =>
  child.lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? child.lines.at(-1) ?? 'it ended without output'

function tooLate(error: unknown, child: Child | undefined): Error {
  const detail = child === undefined ? (error as Error).message : findReason(child)
  return new Error(`the embedded database does not answer: ${detail}`, { cause: error })
}

/** Stops the database cleanly: rolls back open transactions and writes the rest to disk. */
export async function bringDown(place: ClusterFolders): Promise<void> {
  await endPostmaster(place.cluster, [{ signal: 'SIGINT', waitMs: 20_000 }, ...endNow])
}

const firstBackOffMs = 100
const maxBackOffMs = 5_000
const steadyMs = 10_000

/** Restarts a database that dies under a running server, with growing pauses; the pool recovers by itself. */
export function keepRunning(plan: Launch, first: Sentinel): { current(): Sentinel; end(): Promise<void> } {
  const ending = new AbortController()
  const aborted = once(ending.signal, 'abort')
  let sentinel = first
  const watch = async () => {
    let attempts = 0
    while (!ending.signal.aborted) {
      const sinceMs = performance.now()
      await Promise.race([sentinel.ended, aborted])
      if (performance.now() - sinceMs > steadyMs) attempts = 0
      const backOffMs = Math.min(firstBackOffMs * 2 ** attempts, maxBackOffMs)
      await delay(backOffMs, undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      attempts += 1
      sentinel = await restart(plan, sentinel, ending.signal)
    }
  }
  const watching = watch()
  const end = async () => {
    ending.abort()
    await watching
    await sentinel.client.end().catch(() => {})
  }
  return { current: () => sentinel, end }
}

/** The new session, or the dead one, which makes the loop try again after a pause. */
async function restart(plan: Launch, dead: Sentinel, signal: AbortSignal): Promise<Sentinel> {
  try {
    await openSocketDir(plan.place)
    return await bringUp(plan, signal)
  } catch (error) {
    plan.log(`could not restart: ${(error as Error).message}`)
    return dead
  }
}

const execute = promisify(execFile)
const longestLogLine = 2_000
const keptLines = 20

export type Child = ReturnType<typeof launch>

export type Launch = {
  place: ClusterFolders
  postgres: string
  /** On the command line, so that they override postgresql.conf. */
  settings: Record<string, string>
  log: (line: string) => void
}

export function launch({ place, postgres, settings, log }: Launch) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', place.cluster, '-k', place.socketDir, ...flags], {
    ...place.account.identity,
    cwd: '/',
    env: cleanEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: an interrupt at the terminal must reach only the server, which then stops the database.
    detached: true,
  })
  const lines: string[] = []
  const keepLine = (line: string) => {
    lines.push(line.slice(0, longestLogLine))
    if (lines.length > keptLines) lines.shift()
    log(line.slice(0, longestLogLine))
  }
  let failed = false
  child.on('error', (error) => {
    failed = true
    keepLine(error.message)
  })
  // The database outlives a killed server: it ignores the broken pipe and loses only its output.
  if (child.stderr !== null)
    createInterface({ input: child.stderr })
      .on('line', keepLine)
      .on('error', () => {})
  return {
    process: child,
    /** The last lines of its output, newest last: the reason if it fails. */
    lines,
    running: () => !failed && child.exitCode === null && child.signalCode === null,
  }
}

/** The id in postmaster.pid, if it belongs to a running server of this cluster. */
export async function findPostmaster(cluster: string): Promise<number | undefined> {
  const pid = await readRecordedPid(cluster)
  return pid !== undefined && (await isClusterServer(pid, cluster)) ? pid : undefined
}

async function readRecordedPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n', 1)[0])
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined
}

/** Ids are reused, so the command line must name the cluster. It is readable even if the rest of /proc is not. */
async function isClusterServer(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const args = text.split('\0')
    return args[1] === '-D' && args[2] === cluster
  }
  const shown = await execute('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
    env: cleanEnvironment,
  }).catch(() => undefined)
  return shown?.stdout.includes(` -D ${cluster} `) ?? false
}

/**
 * Allows a start after a killed database whose process id was reused: PostgreSQL would take the other process for a
 * running database. The lock file is not deleted but gets this process's id, which PostgreSQL ignores in its parent: it
 * still checks that no orphaned backend uses the cluster's shared memory.
 */
export async function disarmStaleLock({ base, cluster, socketDir, account }: ClusterFolders): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const pid = await readRecordedPid(cluster)
  if (pid === undefined || pid === process.pid || !isAlive(pid)) return
  const text = await readFile(file, 'utf8')
  // Written in the base folder and moved: root must not write through a link that the account may have created.
  const rewritten = join(base, 'postmaster.pid.new')
  await writeFile(rewritten, text.replace(/^\d+/, String(process.pid)), { mode: 0o600 })
  if (account.identity.uid !== undefined) await chown(rewritten, account.uid, account.gid)
  await rename(rewritten, file)
  await rm(join(socketDir, '.s.PGSQL.5432.lock'), { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Sends each signal in turn, waiting its time for the server to be gone. */
export async function endPostmaster(
  cluster: string,
  steps: readonly { signal: NodeJS.Signals; waitMs: number }[],
): Promise<void> {
  for (const { signal, waitMs } of steps) {
    const pid = await findPostmaster(cluster)
    if (pid === undefined) return
    if (!send(pid, signal)) return
    const deadlineMs = performance.now() + waitMs
    while (performance.now() < deadlineMs) {
      await delay(pollMs)
      if ((await findPostmaster(cluster)) !== pid) return
    }
  }
}

/** A server that another user started reads the access rules again. */
export const reloadAccess = (pid: number): boolean => send(pid, 'SIGHUP')

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
