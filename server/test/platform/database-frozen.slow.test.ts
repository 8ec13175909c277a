// A PostgreSQL whose processes are frozen (SIGSTOP): connections stay open and nothing replies. Calls end soon and are
// never charged by a guess, the log stays short, and everything continues when the database does.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startEmbedded } from '../../src/platform/db/embedded.ts'
import { postmasterPid, testFolder } from '../support/drive-database.ts'
import { eventually } from '../support/eventually.ts'
import { eventPath } from '../support/jobs.ts'
import { quarry, type ServerProcess, startServer } from '../support/server-process.ts'

/** Five seconds, six more for a call whose charge was sent, and much for a busy machine. Before, it was 16. */
const maxCallMs = 5_000
const maxChargeMs = 11_000
const slackMs = 3_000
const callers = 12

let cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.reverse()) await cleanUp()
  cleanups = []
})

/** Stops or continues every process of a PostgreSQL. */
function signalAll(postmaster: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  process.kill(postmaster, signal)
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  for (const pid of children.trim().split(/\s+/)) process.kill(Number(pid), signal)
}

type Call = { status: number; retryAfter: string | null; startedMs: number; ms: number; id: string }

/** Sends calls until it is stopped: cached ones, which charge at once, and fetched ones, which hold and settle. */
function startCalling({ url, key }: ServerProcess) {
  const calls: Call[] = []
  let isOver = false
  const call = async (query: string) => {
    const startedMs = performance.now()
    const response = await fetch(`${url}${eventPath}?query=${query}`, {
      headers: { 'x-api-key': String(key) },
    })
    await response.arrayBuffer()
    const { status, headers } = response
    const id = String(headers.get('x-request-id'))
    calls.push({
      status,
      retryAfter: headers.get('retry-after'),
      startedMs,
      ms: performance.now() - startedMs,
      id,
    })
  }
  const calling = Array.from({ length: callers }, async (_, n) => {
    for (let round = 0; !isOver; round += 1) {
      await call(
        n % 2 === 0 ? '1000000000017&max_age=3600' : String(1_000_000_000_017 + ((n + round) % 300) * 7919),
      )
      await delay(20)
    }
  })
  const stop = async () => {
    isOver = true
    await Promise.all(calling)
  }
  return { calls, stop }
}

const countLines = (server: ServerProcess, text: string) => server.output().split(text).length - 1

async function freezeUnderLoad(server: ServerProcess, postmaster: number): Promise<Call[]> {
  const { calls, stop } = startCalling(server)
  cleanups.push(stop)
  await eventually(() => expect(calls.filter(({ status }) => status === 200).length).toBeGreaterThan(50))
  const frozenMs = performance.now()
  signalAll(postmaster, 'SIGSTOP')
  let isFrozen = true
  const thaw = () => {
    if (isFrozen) signalAll(postmaster, 'SIGCONT')
    isFrozen = false
  }
  cleanups.push(thaw)
  await eventually(() => expect(countLines(server, 'Database lost')).toBe(1))
  const lostMs = performance.now()
  expect(lostMs - frozenMs).toBeLessThan(maxCallMs + slackMs)
  // Long enough for every kind of background work to fail several times.
  const isOverMs = frozenMs + maxChargeMs + slackMs
  await eventually(() => expect(performance.now()).toBeGreaterThan(isOverMs))
  const frozen = calls.filter(({ startedMs, ms }) => startedMs + ms > frozenMs + 500)
  expect(new Set(frozen.map(({ status }) => status))).toEqual(new Set([500]))
  expect(new Set(frozen.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['5']))
  expect(Math.max(...frozen.map(({ ms }) => ms))).toBeLessThan(maxChargeMs + slackMs)
  // Only a call whose charge was sent before the loss waits longer, and each caller has at most one.
  expect(frozen.filter(({ ms }) => ms > maxCallMs + slackMs).length).toBeLessThanOrEqual(callers)
  const late = frozen.filter(({ startedMs }) => startedMs > lostMs)
  expect(late.length).toBeGreaterThan(callers)
  expect(Math.max(...late.map(({ ms }) => ms))).toBeLessThan(slackMs)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)

  thaw()
  await eventually(() => expect(countLines(server, 'Database is back')).toBe(1))
  const backMs = performance.now()
  await eventually(() =>
    expect(
      calls.filter(({ status, startedMs }) => status === 200 && startedMs > backMs).length,
    ).toBeGreaterThan(50),
  )
  await stop()
  expect(countLines(server, 'Database lost')).toBe(1)
  expect(server.output()).not.toContain('background work failed')
  expect(server.output()).not.toContain('"stack"')
  return calls
}

test('the embedded database: calls fail soon, the log is short, and no credit is lost', async () => {
  const folder = await testFolder(0o755)
  cleanups.push(folder.remove)
  const env = { QUARRY_DATA_DIR: join(folder.path, 'data'), QUARRY_LOG_LEVEL: 'info' }
  const server = await startServer(env)
  cleanups.push(() => server.stop('SIGKILL'))
  const calls = await freezeUnderLoad(server, await postmasterPid(env.QUARRY_DATA_DIR))
  await server.stop()
  const { code, stdout } = await quarry(['audit'], env)
  expect([code, stdout]).toEqual([0, expect.stringContaining('no difference')])
  expect(calls.length).toBeGreaterThan(100)
})

test('an external database: the same', async () => {
  const folder = await testFolder(0o755)
  cleanups.push(folder.remove)
  const databaseDir = join(folder.path, 'data')
  const external = await startEmbedded({ dataDir: databaseDir })
  cleanups.push(() => external.stop())
  const env = {
    DATABASE_URL: external.target.url,
    QUARRY_DATA_DIR: join(folder.path, 'server'),
    QUARRY_LOG_LEVEL: 'info',
  }
  const server = await startServer(env)
  cleanups.push(() => server.stop('SIGKILL'))
  await freezeUnderLoad(server, await postmasterPid(databaseDir))
  await server.stop()
  expect((await quarry(['audit'], env)).code).toBe(0)
})
