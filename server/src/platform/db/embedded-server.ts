// Starts the embedded database from any state: adopts one that still runs, replaces a dead one, retries while its
// orphans use the shared memory, and returns once it answers. Restarts a database that dies under a running server.

import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseTarget } from './connect.ts'
import { roleName } from './embedded-cluster.ts'
import { type ClusterFolders, openSocketDir } from './embedded-place.ts'
import {
  type Child,
  disarmStaleLock,
  endPostmaster,
  findPostmaster,
  type Launch,
  launch,
  reloadAccess,
} from './embedded-postmaster.ts'

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

// PostgreSQL's messages where backends or the lock file of a dead database remain.
const stillHeld = /pre-existing shared memory|lock file "[^"\n]{1,200}" already exists/

export const socketTarget = (socketDir: string, database = roleName): DatabaseTarget => ({
  url: `postgresql:///${database}?host=${encodeURIComponent(socketDir)}&user=${roleName}`,
})

/** Connects to the maintenance database, so that the session does not block changes of the other one. */
export async function ping(socketDir: string): Promise<Sentinel> {
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
      return await ping(plan.place.socketDir)
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
