// Brings the embedded database up, whatever state it was left in: adopts one that still runs, clears away a dead
// one, retries while remains of it hold the shared memory, and returns only once it answers.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseTarget } from './connect.ts'
import { roleName } from './embedded-cluster.ts'
import type { Place } from './embedded-place.ts'
import {
  type Child,
  disarmStaleLock,
  endPostmaster,
  findPostmaster,
  type Launch,
  launch,
  reloadAccess,
} from './embedded-postmaster.ts'

/** A session kept open for as long as the server lives: its end is the news that the server is gone. */
export type Sentinel = { client: pg.Client; ended: Promise<void> }

/** Longer than the statement limit, after which the last orphaned backend lets go of the shared memory. */
const startTimeoutMs = 45_000
/** A server that says it is replaying its log after a crash gets this long. */
const recoveryTimeoutMs = 300_000
const silenceTimeoutMs = 10_000
const retryMs = 200
const pollMs = 25
const mostFailures = 3

// Its words where a dead server's backends, or its lock file, are still there.
const stillHeld = /pre-existing shared memory|lock file "[^"\n]{1,200}" already exists/

export const socketTarget = (socketDir: string, database = roleName): DatabaseTarget => ({
  url: `postgresql:///${database}?host=${encodeURIComponent(socketDir)}&user=${roleName}`,
})

/** Connects to the maintenance database, so that the sentinel is in nobody's way. */
export async function greet(socketDir: string): Promise<Sentinel> {
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
  const startedMs = Date.now()
  let recovering = false
  let child: Child | undefined
  let failures = 0
  for (;;) {
    try {
      return await greet(plan.place.socketDir)
    } catch (error) {
      signal?.throwIfAborted()
      recovering = isStartingUp(error)
      const waitedMs = Date.now() - startedMs
      if (waitedMs > (recovering ? recoveryTimeoutMs : startTimeoutMs)) throw tooLate(error, child)
    }
    if (recovering || child?.running()) await delay(pollMs)
    else {
      if (child !== undefined) failures = await weigh(child, failures)
      child = await replace(plan, Date.now() - startedMs)
    }
  }
}

/** A start that failed for a reason that passes is tried again; any other reason is reported soon. */
async function weigh(child: Child, failures: number): Promise<number> {
  await delay(retryMs)
  if (child.lines.some((line) => stillHeld.test(line))) return failures
  if (failures + 1 >= mostFailures) throw new Error(`the embedded database does not start: ${reason(child)}`)
  return failures + 1
}

/** Starts a server, unless one of an earlier process is there: that one gets time to answer, then is ended. */
async function replace(plan: Launch, waitedMs: number): Promise<Child | undefined> {
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

const reason = (child: Child): string =>
  child.lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? child.lines.at(-1) ?? 'it ended without a word'

function tooLate(error: unknown, child: Child | undefined): Error {
  const detail = child === undefined ? (error as Error).message : reason(child)
  return new Error(`the embedded database does not answer: ${detail}`, { cause: error })
}

/** Ends the server in good order: open transactions are rolled back, the rest is written down. */
export async function bringDown(place: Place): Promise<void> {
  await endPostmaster(place.cluster, [{ signal: 'SIGINT', waitMs: 20_000 }, ...endNow])
}
