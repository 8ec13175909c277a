// The database process itself: starts it, finds the one a killed server left behind, tells whether it answers,
// and ends it. What counts as alive is the socket that answers, never a process id alone.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { cleanEnvironment } from './embedded-account.ts'
import type { Place } from './embedded-place.ts'

const execute = promisify(execFile)
const longestLogLine = 2_000
const keptLines = 20
const pollMs = 25

export type Child = {
  process: ChildProcess
  /** The last lines it wrote, newest last: the reason when it gives up. */
  lines: string[]
  running(): boolean
}

export type Launch = {
  place: Place
  postgres: string
  /** Set on the command line, so they win over postgresql.conf. */
  settings: Record<string, string>
  log: (line: string) => void
}

export function launch({ place, postgres, settings, log }: Launch): Child {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', place.cluster, '-k', place.socketDir, ...flags], {
    ...place.account.identity,
    cwd: '/',
    env: cleanEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: an interrupt typed at the terminal is for us, and we stop it in order.
    detached: true,
  })
  const lines: string[] = []
  const note = (line: string) => {
    lines.push(line.slice(0, longestLogLine))
    if (lines.length > keptLines) lines.shift()
    log(line.slice(0, longestLogLine))
  }
  let failed = false
  child.on('error', (error) => {
    failed = true
    note(error.message)
  })
  // The database outlives a killed server: it ignores the broken pipe, nothing is lost but its words.
  if (child.stderr !== null)
    createInterface({ input: child.stderr })
      .on('line', note)
      .on('error', () => {})
  return {
    process: child,
    lines,
    running: () => !failed && child.exitCode === null && child.signalCode === null,
  }
}

/** The id in postmaster.pid, if it is that of a living server of this very cluster. */
export async function findPostmaster(cluster: string): Promise<number | undefined> {
  const pid = await recordedPid(cluster)
  return pid !== undefined && (await isServerOf(pid, cluster)) ? pid : undefined
}

async function recordedPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n', 1)[0])
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined
}

/** Ids are reused: the command line must name the cluster. It is readable where the rest of /proc is not. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
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
 * Clears the way for a start after a killed server whose id now belongs to a stranger: PostgreSQL would take the
 * stranger for a rival. The lock file is not deleted but given our own id, which PostgreSQL disregards in its
 * parent: it then still checks that no orphaned backend holds the cluster's shared memory.
 */
export async function disarmStaleLock({ base, cluster, socketDir, account }: Place): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const pid = await recordedPid(cluster)
  if (pid === undefined || pid === process.pid || !isAlive(pid)) return
  const text = await readFile(file, 'utf8')
  // Written in our own folder and moved in: root must not write through a link that the account may have laid.
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
    const deadlineMs = Date.now() + waitMs
    while (Date.now() < deadlineMs) {
      await delay(pollMs)
      if ((await findPostmaster(cluster)) !== pid) return
    }
  }
}

/** A server that was started by another user reads anew who may connect. */
export const reloadAccess = (pid: number): boolean => send(pid, 'SIGHUP')

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
