// Three servers on one database and one Redis, 64 callers, and all of them killed at random: each delivered response
// is charged exactly once, every job ends, and the ledger balances. The short form has 16 callers and kills one of
// each; the long one (`npm run test:long -- kills`) has all of them and kills a hundred times.
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountStore } from '../../../src/accounts/account-store.ts'
import { createKeys } from '../../../src/accounts/keys.ts'
import { connect, type Database } from '../../../src/platform/db/connect.ts'
import { type Embedded, startEmbedded } from '../../../src/platform/db/embedded.ts'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { startApp } from '../../support/app.ts'
import { isDoneWithin } from '../../support/eventually.ts'
import { eventPath } from '../../support/jobs.ts'
import { isLong, longOrShort } from '../../support/long.ts'
import { hasRedis, startRedis, type TestRedis } from '../../support/redis.ts'
import { type ServerProcess, startServer } from '../../support/server-process.ts'
import { type CallResult, findLedgerProblems } from './rig.ts'

const kills = longOrShort('kills', { short: 2, long: 100 })
const callers = isLong ? 64 : 16
const serverCount = 3
/** Minimum number of responses between two kills, so that callers notice each fault. */
const answersBetween = 60

let folder: string
let embedded: Embedded
let database: Database
let redis: TestRedis | null
let secret: string
const ports: number[] = []
const servers: (ServerProcess | null)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-kills-'))
  await chmod(folder, 0o711)
  redis = hasRedis ? await startRedis() : null
  embedded = await startEmbedded({ dataDir: join(folder, 'data'), settings: { max_connections: '120' } })
  database = connect(embedded.target)
  await migrate(database)
  await createAccountStore(database).create(
    {
      slug: 'caller',
      name: 'Caller',
      bonus_credits: 10_000_000,
      rate_limit: { per_second: null, per_minute: null },
    },
    'test',
  )
  secret = (await createKeys(database).create('caller', { alias: 'main' }, 'test')).secret
  for (let n = 0; n < serverCount; n++) ports.push(await freePort())
  await Promise.all(ports.map((_, n) => start(n)))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server?.stop('SIGKILL')))
  await database.close()
  await embedded.stop()
  await redis?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Retries like a process manager, because no server starts while its database is down. */
async function start(n: number): Promise<void> {
  for (;;) {
    try {
      servers[n] = await startServer({
        DATABASE_URL: embedded.target.url,
        QUARRY_DATA_DIR: join(folder, `server-${n}`),
        QUARRY_ADMIN_TOKEN: 'a-token-for-all-of-them-0123',
        QUARRY_PORT: String(ports[n]),
        ...(redis ? { REDIS_URL: redis.url } : {}),
      })
      return
    } catch {
      await delay(200)
    }
  }
}

async function killDatabase(): Promise<void> {
  const { rows } = await database.pool.query<{ data_directory: string }>('show data_directory')
  const lock = readFileSync(join(String(rows[0]?.data_directory), 'postmaster.pid'), 'utf8')
  process.kill(Number(lock.split('\n', 1)[0]), 'SIGKILL')
}

type CallRecord = { callResults: CallResult[]; jobs: string[]; answers: Map<number, number>; isOver: boolean }

async function call(n: number, round: number, record: CallRecord): Promise<void> {
  const port = ports[Math.floor(Math.random() * ports.length)]
  const fresh = `query=${1_000_000_000_017 + ((n * 37 + round) % 900) * 7919}`
  const kind = round % 8
  // Most calls hold, look up and settle; some are charged in one step, some are jobs, some have an idempotency key.
  const query = kind < 3 ? 'query=1000000000017&max_age=3600' : kind === 3 ? `${fresh}&is_async=true` : fresh
  const headers = {
    'x-api-key': secret,
    ...(kind === 4 ? { 'idempotency-key': `${n}-${round}-${Math.random()}` } : {}),
  }
  const response = await fetch(`http://127.0.0.1:${port}${eventPath}?${query}`, { headers }).catch(() => null)
  const body = await response?.text().catch(() => null)
  if (!response || typeof body !== 'string') return delay(20)
  const { status } = response
  record.answers.set(status, (record.answers.get(status) ?? 0) + 1)
  if (status === 202) record.jobs.push(JSON.parse(body).job_id)
  else record.callResults.push({ id: String(response.headers.get('x-request-id')), status })
  // Waits a little, so that a lost database is not flooded with requests.
  if (status >= 500) await delay(20)
}

const countDelivered = ({ answers }: CallRecord) => answers.get(200) ?? 0

async function killAtRandom(record: CallRecord): Promise<Record<'servers' | 'databases', number>> {
  const killed = { servers: 0, databases: 0 }
  const starting = new Map<number, Promise<void>>()
  for (let kill = 0; kill < kills; kill++) {
    const enough = countDelivered(record) + answersBetween
    while (countDelivered(record) < enough) await delay(20)
    if (isLong && kill % 10 === 0)
      process.stderr.write(`${kill} kills, ${countDelivered(record)} delivered\n`)
    const victim = Math.floor(Math.random() * serverCount)
    if (kill % 4 === 1) {
      await killDatabase().then(
        () => (killed.databases += 1),
        // The database is still restarting from the last kill, so this one does not count.
        () => (kill -= 1),
      )
      continue
    }
    // A server that is still starting is killed after its start; the others serve meanwhile.
    await starting.get(victim)
    await servers[victim]?.stop('SIGKILL')
    killed.servers += 1
    starting.set(victim, start(victim))
    // Sometimes not awaited, so that two are down at once.
    if (kill % 3 !== 0) await starting.get(victim)
  }
  await Promise.all(starting.values())
  return killed
}

const countRows = async (from: string): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*)::int as n from ${from}`)
  return rows[0]?.n ?? 0
}
const isDone = async () =>
  (await countRows(`jobs where state in ('queued', 'running')`)) + (await countRows('holds')) === 0

test(`${kills} kills of ${serverCount} servers and their database lose no delivered call`, async () => {
  const record: CallRecord = { callResults: [], jobs: [], answers: new Map(), isOver: false }
  const calling = Array.from({ length: callers }, async (_, n) => {
    for (let round = 0; !record.isOver; round++) await call(n, round, record)
  })
  const killed = await killAtRandom(record)
  record.isOver = true
  await Promise.all(calling)

  if (isLong) expect(await isDoneWithin(180_000, isDone)).toBe(true)
  else {
    // A single server takes over the work of the killed ones without waiting for their leases.
    await Promise.all(servers.map((server) => server?.stop('SIGKILL')))
    const last = await startApp({ database, alone: true })
    expect(await isDoneWithin(40_000, isDone)).toBe(true)
    await last.close()
  }
  const delivered = record.callResults.filter(({ status }) => status === 200)
  expect(await findLedgerProblems(database, 'caller', delivered)).toEqual([])
  const ended = await countRows(`jobs where state in ('completed', 'failed')`)
  expect(ended).toBeGreaterThanOrEqual(record.jobs.length)
  expect([...record.answers.keys()].filter((status) => ![200, 202, 404, 500].includes(status))).toEqual([])
  const refused = record.callResults.filter(({ status }) => status === 500)
  const wrongly = (await findLedgerProblems(database, 'caller', refused)).length
  console.log(
    JSON.stringify({ ...killed, answers: [...record.answers], jobs: record.jobs.length, ended, wrongly }),
  )
}, 3_600_000)

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
