// The database process: starts it, finds one that a killed server left behind, and ends it.

import { execFile, spawn } from 'node:child_process'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { cleanEnvironment } from './embedded-account.ts'
import type { ClusterFolders } from './embedded-place.ts'

const execute = promisify(execFile)
const longestLogLine = 2_000
const keptLines = 20
const pollMs = 25

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
    /** The last lines of its output, newest last: the reason where it fails. */
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

/** Ids are reused, so the command line must name the cluster. It is readable where the rest of /proc is not. */
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
