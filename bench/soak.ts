// Runs one server with its own PostgreSQL under mixed traffic with faults. Records memory, open files, holds and
// partitions every ten seconds and the p99 every minute, and audits the ledger at the end. Exit code 1 if a bound is
// exceeded.
// Usage: npm run test:long -- soak --minutes M, or npx tsx bench/soak.ts --minutes M [--rate calls per second]
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Agent, request } from 'undici'
import { connect, type Database } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { build } from './measured-server.ts'
import { median } from './results.ts'
import { callAt, type SoakRequest } from './soak-traffic.ts'
import { startFlags } from './start-flags.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: process.env.QUARRY_LONG_MINUTES ?? '20' },
    rate: { type: 'string', default: '25' },
  },
})
const minutes = Number(options.minutes)
const perSecond = Number(options.rate)
if (!(minutes > 0 && perSecond > 0)) throw new Error('--minutes and --rate are numbers above 0')
const sampleMs = 10_000
const warmUpShare = 0.25
/** A shorter run is warm-up, in which growth is expected. */
const trendMinutes = 5
const callTimeoutMs = 60_000

/** The bounds of each measure. */
const bounds = {
  rssMbPerMinute: 1,
  rssMb: 350,
  /** Relative to the p99: a change below a tenth per hour counts as stable. */
  p99SharePerMinute: 0.02,
  filesPerMinute: 1,
}

type Sample = {
  minute: number
  rssMb: number
  files: number
  threads: number
  holds: number
  partitions: number
}

const root = fileURLToPath(new URL('..', import.meta.url))
const adminToken = 'soak-admin-token-0123456789'
build()

const dataDir = createTempFolder('quarry-soak-')
const embedded = await startEmbedded({ dataDir: join(dataDir, 'db'), purpose: 'serve' })
const database = connect(embedded.target, { max: 2 })
const { server, address } = await startServer(embedded.target.url)
const key = await createAccount(address)
const dispatcher = new Agent({ connections: 200 })

const startedAt = performance.now()
const endsAt = startedAt + minutes * 60_000
const samples: Sample[] = []
const p99s: { minute: number; ms: number }[] = []
const statuses = new Map<string, number>()
const open = new Set<Promise<void>>()
let times: number[] = []
let problems = 0

const sampling = setInterval(() => void sample(), sampleMs)
const telling = setInterval(tellMinute, 60_000)
await sendAll()
clearInterval(sampling)
clearInterval(telling)
await Promise.all(open)
const ended = await waitForEnd(database)
await sample()
server.kill('SIGTERM')
await once(server, 'exit')
const audit = spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), 'audit'], {
  env: { ...process.env, DATABASE_URL: embedded.target.url },
  encoding: 'utf8',
})
await dispatcher.close()
await database.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exitCode = judge() ? 0 : 1

async function startServer(url: string): Promise<{ server: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [...startFlags, join(root, 'server/dist/cli.js'), 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: url,
      QUARRY_PORT: '0',
      QUARRY_DATA_DIR: join(dataDir, 'server'),
      QUARRY_LOG_LEVEL: 'silent',
      QUARRY_ADMIN_TOKEN: adminToken,
    },
  })
  let output = ''
  for (;;) {
    const [piece] = (await once(child.stdout, 'data')) as [Buffer]
    output += piece
    const found = /listening at (\S+)/.exec(output)?.[1]
    if (found !== undefined) return { server: child, address: found }
  }
}

async function createAccount(at: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(at + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { secret: string }
  }
  await post('/admin/accounts', {
    slug: 'soak',
    name: 'Soak',
    bonus_credits: 1_000_000_000,
    statistics_enabled: true,
    rate_limit: { per_second: null, per_minute: null },
  })
  return (await post('/admin/accounts/soak/keys', { alias: 'main' })).secret
}

async function sendAll(): Promise<void> {
  for (let n = 0; ; n += 1) {
    const dueAt = startedAt + (n * 1000) / perSecond
    if (dueAt >= endsAt) return
    const leftMs = dueAt - performance.now()
    if (leftMs > 0) await delay(leftMs)
    const call = sendRequest(callAt(n)).finally(() => open.delete(call))
    open.add(call)
  }
}

async function sendRequest({
  method,
  path,
  body,
  key: own = key,
  isFault,
  mayWait,
}: SoakRequest): Promise<void> {
  const since = performance.now()
  const headers = {
    'x-api-key': own,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  try {
    const response = await request(address + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher,
      signal: AbortSignal.timeout(callTimeoutMs),
    })
    const { statusCode: status } = response
    const text = await response.body.text()
    const reason = String(response.headers['x-error-reason'] ?? '')
    count(`${status}${reason === '' ? '' : ` ${reason}`}`)
    if (status >= 500 && (!isFault || reason === 'internal'))
      problem(`${path}: ${status} ${reason} ${text.slice(0, 200)}`)
  } catch (error) {
    problem(`${path}: ${String(error)}`)
  }
  // Calls that provoke faults may take long; only the other calls are measured.
  if (!isFault && !mayWait) times.push(performance.now() - since)
}

function count(what: string): void {
  statuses.set(what, (statuses.get(what) ?? 0) + 1)
}

function problem(what: string): void {
  problems += 1
  if (problems <= 20) console.log(`unexpected: ${what}`)
}

async function sample(): Promise<void> {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const { rows } = await database.pool.query<{ holds: number; partitions: number }>(
    `select (select count(*)::integer from holds) as holds,
       (select count(*)::integer from pg_inherits where inhparent = 'calls'::regclass) as partitions`,
  )
  samples.push({
    minute: (performance.now() - startedAt) / 60_000,
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    threads: Number(/Threads:\s+(\d+)/.exec(status)?.[1]),
    files: readdirSync(`/proc/${server.pid}/fd`).length,
    holds: rows[0]?.holds ?? Number.NaN,
    partitions: rows[0]?.partitions ?? Number.NaN,
  })
}

function tellMinute(): void {
  const sorted = times.sort((a, b) => a - b)
  times = []
  const minute = (performance.now() - startedAt) / 60_000
  const ms = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  p99s.push({ minute, ms })
  const last = samples.at(-1)
  if (!last) return
  const { rssMb, files, threads, holds, partitions } = last
  console.log(
    `minute ${minute.toFixed(0).padStart(3)}: ${sorted.length} calls, p99 ${ms.toFixed(0)} ms, ${rssMb.toFixed(0)} MB, ${files} files, ${threads} threads, ${holds} holds, ${partitions} partitions, ${open.size} open`,
  )
}

/** Waits until every job has ended and every hold is released. */
async function waitForEnd({ pool }: Database): Promise<boolean> {
  const query = `select (select count(*) from jobs where state in ('queued', 'running'))
    + (select count(*) from holds) as left`
  for (let tries = 0; tries < 120; tries += 1) {
    const { rows } = await pool.query<{ left: string }>(query)
    if (Number(rows[0]?.left) === 0) return true
    await delay(1000)
  }
  return false
}

/** The Theil–Sen slope per minute, which ignores short stalls of the machine. */
function computeSlope(points: readonly { minute: number; value: number }[]): number {
  const slopes = points.flatMap((point, n) =>
    points.slice(n + 1).map((other) => (other.value - point.value) / (other.minute - point.minute)),
  )
  return median(slopes)
}

function judge(): boolean {
  const isWarm = ({ minute }: { minute: number }) => minute >= minutes * warmUpShare
  const warm = samples.filter(isWarm)
  const warmP99s = p99s.filter(isWarm)
  const of = (part: keyof Sample) => warm.map((one) => ({ minute: one.minute, value: one[part] }))
  const p99 = warmP99s.map(({ ms }) => ms).sort((a, b) => a - b)[warmP99s.length >> 1] ?? 0
  const p99Slope = computeSlope(warmP99s.map(({ minute, ms }) => ({ minute, value: ms })))
  const most = Math.max(...warm.map(({ rssMb }) => rssMb))
  const rows: [string, string, boolean][] = [
    ['memory at most', `${most.toFixed(0)} MB (${bounds.rssMb})`, most <= bounds.rssMb],
    checkSlope('memory a minute', computeSlope(of('rssMb')), bounds.rssMbPerMinute, 'MB'),
    checkSlope(
      `p99 of ${p99.toFixed(0)} ms a minute`,
      p99Slope,
      Math.max(1, p99 * bounds.p99SharePerMinute),
      'ms',
    ),
    checkSlope('open files a minute', computeSlope(of('files')), bounds.filesPerMinute, ''),
    ['threads at most', String(Math.max(...warm.map(({ threads }) => threads))), true],
    ['partitions', `${samples[0]?.partitions} to ${samples.at(-1)?.partitions}`, isSteady()],
    ['jobs and holds at their end', String(ended), ended],
    ['holds left', String(samples.at(-1)?.holds), samples.at(-1)?.holds === 0],
    ['unexpected answers', String(problems), problems === 0],
    ['audit', (audit.stdout || audit.stderr).trim().split('\n').at(-1) ?? '', audit.status === 0],
  ]
  console.log([...statuses].map(([status, calls]) => `${calls} × ${status}`).join(', '))
  for (const [name, value, isKept] of rows)
    console.log(`${name.padEnd(28)} ${value.padEnd(24)} ${isKept ? '' : 'NOT KEPT'}`)
  return rows.every(([, , isKept]) => isKept)
}

/** At the end of a month one more partition is created. */
function isSteady(): boolean {
  return (samples.at(-1)?.partitions ?? 0) - (samples[0]?.partitions ?? 0) <= 1
}

function checkSlope(name: string, slope: number, most: number, unit: string): [string, string, boolean] {
  if (minutes < trendMinutes) return [name, `not judged in under ${trendMinutes} minutes`, true]
  return [name, `${slope.toFixed(2)} ${unit} (${most.toFixed(1)})`, slope <= most]
}
