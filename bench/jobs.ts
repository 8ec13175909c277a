// Jobs created and completed per second (key, hold, queue, lookup of a cached record, settlement, log; fsync on), and
// the time from creation to result at low load, compared with bare pg-boss with an empty handler. Both alternate in
// one run; the first round is a warm-up. Figures and ratios are medians over the rounds. The floor completes the same jobs
// with the statements of a worker alone: it takes them, and writes state, result, charge, log row and message. Then the
// cost of a worker's poll with few and with many jobs that wait for the rate limits of 20 accounts.
// Usage: npm ci --ignore-scripts --prefix bench/rivals && npx tsx bench/jobs.ts [jobs per round] [rounds]
import { existsSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { Agent, request } from 'undici'
import type { JobEnd } from '../server/src/calls/jobs/finish-jobs.ts'
import type { TakenJob } from '../server/src/calls/jobs/queue.ts'
import { connect } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { build } from './measured-server.ts'
import { median, note } from './results.ts'

const jobs = Number(process.argv[2] ?? 3000)
const rounds = Number(process.argv[3] ?? 5)
const callers = 64
const lowLoadJobs = 100

if (!existsSync(new URL('./rivals/node_modules/pg-boss', import.meta.url)))
  throw new Error('pg-boss is not installed: run npm ci --ignore-scripts --prefix bench/rivals')

// From the build, as a server runs: the loader of this program slows down functions that create functions.
build()
const fromBuild = <T>(path: string): Promise<T> =>
  import(new URL(`../server/dist/${path}.js`, import.meta.url).href)
const [{ createAccountStore }, { createKeys }, { createApp }, { loadConfig }, { sources }, jobModules] =
  await Promise.all([
    fromBuild<typeof import('../server/src/accounts/account-store.ts')>('accounts/account-store'),
    fromBuild<typeof import('../server/src/accounts/keys.ts')>('accounts/keys'),
    fromBuild<typeof import('../server/src/app/app.ts')>('app/app'),
    fromBuild<typeof import('../server/src/platform/config/config.ts')>('platform/config/config'),
    fromBuild<typeof import('@quarry/sources')>('sources/index'),
    Promise.all([
      fromBuild<typeof import('../server/src/calls/jobs/choose-jobs.ts')>('calls/jobs/choose-jobs'),
      fromBuild<typeof import('../server/src/calls/jobs/finish-jobs.ts')>('calls/jobs/finish-jobs'),
      fromBuild<typeof import('../server/src/calls/jobs/queue.ts')>('calls/jobs/queue'),
    ]),
  ])
const [{ createChooseJobs }, { createFinishJobs }, { createQueue }] = jobModules

const dataDir = createTempFolder()
const embedded = await startEmbedded({ dataDir, purpose: 'serve' })
const database = connect(embedded.target, { max: 20 })
await migrate(database)

type Rates = { enqueue: number; complete: number }
type Floor = { floor: number }

type PgBoss = {
  send: () => Promise<unknown>
  completeBatch: () => Promise<number>
  stop: () => Promise<void>
}

async function startBare() {
  // Installed separately, so without types.
  const { startPgBoss } = await import(new URL('./rivals/pg-boss.mjs', import.meta.url).href)
  const executeSql = (text: string, values: unknown[]) => database.pool.query(text, values)
  const boss: PgBoss = await startPgBoss(executeSql)

  async function round(): Promise<Rates> {
    const enqueue = await measureRate(() => sideBySide(jobs, async () => void (await boss.send())))
    const complete = await measureRate(async () => {
      const work = async () => {
        while ((await boss.completeBatch()) > 0);
      }
      await Promise.all([work(), work()])
    })
    return { enqueue, complete }
  }
  return { round, stop: boss.stop }
}

async function startQuarry() {
  const config = { ...loadConfig({}), port: 0, dataDir }
  const start = async (role: 'all' | 'api' | 'worker') => {
    const log = pino({ level: 'silent' })
    const app = await createApp({ config: { ...config, role }, database, sources, adminToken: 'bench', log })
    return { ...app, address: await app.server.listen({ port: 0, host: '127.0.0.1' }) }
  }
  const account = { slug: 'bench', name: 'Bench', bonus_credits: 1_000_000_000, rate_limit: null }
  await createAccountStore(database).create(account, 'bench')
  const { secret } = await createKeys(database).create('bench', { alias: 'bench' }, 'bench')
  const dispatcher = new Agent({ connections: callers })
  const getJson = async (address: string, path: string): Promise<Record<string, string>> => {
    const { body } = await request(address + path, { headers: { 'x-api-key': secret }, dispatcher })
    return (await body.json()) as Record<string, string>
  }
  const lookup = '/v2/ticketing/event?query=1000000000017&is_async=true'

  let result = ''

  async function timesAtLowLoad(): Promise<number[]> {
    const all = await start('all')
    const times: number[] = []
    for (let n = 0; n < lowLoadJobs + 10; n++) {
      const startedAt = performance.now()
      const { job_id: id } = await getJson(all.address, lookup)
      const job = await getJson(all.address, `/jobs/${id}?wait=30`)
      if (job.status !== 'completed') throw new Error(`a job is ${job.status}`)
      result = JSON.stringify(job.result)
      if (n >= 10) times.push(performance.now() - startedAt)
      await delay(20)
    }
    await all.close()
    return times.sort((a, b) => a - b)
  }

  async function enqueueJobs(): Promise<number> {
    const api = await start('api')
    const rate = await measureRate(async () => {
      await sideBySide(jobs, async () => {
        const { job_id: id } = await getJson(api.address, `${lookup}&max_age=86400`)
        if (!id) throw new Error('a job was refused')
      })
    })
    await api.close()
    return rate
  }

  async function round(): Promise<Rates & Floor> {
    await enqueueJobs()
    const floor = await measureRate(() => completeWithStatements(result))
    const enqueue = await enqueueJobs()
    const worker = await start('worker')
    const complete = await measureRate(async () => {
      // In index order, so that polling is cheap.
      const open = `select 1 from jobs where state in ('queued', 'running') order by account_id, key_id limit 1`
      while ((await database.pool.query(open)).rows.length > 0) await delay(20)
    })
    await worker.close()
    return { enqueue, complete, floor }
  }
  return { timesAtLowLoad, round, stop: () => dispatcher.close() }
}

/** As many as a worker runs of one account. */
const takenAtATime = 48

async function completeWithStatements(result: string): Promise<void> {
  const { pool } = database
  const queue = createQueue({ pool, leaseSeconds: 15, defaultPerSecond: null })
  const finishJobs = createFinishJobs({ pool, resultHours: 24 })
  const toEnd = (job: TakenJob): JobEnd => ({
    job,
    from: ['running'],
    state: 'completed',
    statusCode: 200,
    recordedStatus: 201,
    credits: job.price,
    result,
    retentionSeconds: null,
    error: null,
    reason: null,
    ms: 1,
    cacheAgeSeconds: 1,
    provenance: null,
  })
  const work = async () => {
    for (;;) {
      const groups = await queue.listGroups(0)
      const taken = await queue.take(groups.map((group) => ({ group, count: takenAtATime })))
      if (taken.length === 0) return
      await finishJobs(taken.map(toEnd))
    }
  }
  await Promise.all([work(), work()])
}

type PollCost = { rows: number; ms: number }

const waitingAccounts = 20
const polls = 400

/** What a poll reads and how long it takes while so many jobs of accounts at their rate limit wait. */
async function measurePolls(waiting: number): Promise<PollCost> {
  await database.pool.query(
    `insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created)
    select gen_random_uuid(), k.account_id, k.id, '/v2/ticketing/event', '{"query":"1000000000017"}', false, 0, 0, now()
    from generate_series(1, $1::integer / ${waitingAccounts}) n, keys k where k.alias = 'waiting'`,
    [waiting],
  )
  await database.pool.query('vacuum analyze jobs')
  const client = await database.pool.connect()
  const queue = createQueue({ pool: client as unknown as Pool, leaseSeconds: 15, defaultPerSecond: null })
  const chooseJobs = createChooseJobs({ findSite: (endpoint) => endpoint, countStart: async () => 1 })
  const poll = async () => {
    await queue.requeueExpired()
    const { chosen } = await chooseJobs(await queue.listGroups(0), [])
    if (chosen.length > 0) throw new Error('a job may start')
  }
  const countRows = async () => {
    // Not yet reported rows of earlier transactions are included.
    const { rows } = await client.query<{ rows: number }>(
      `select sum(pg_stat_get_xact_tuples_returned(c.oid))::integer as rows from pg_class c
      where c.oid = 'jobs'::regclass or c.oid in (select indexrelid from pg_index where indrelid = 'jobs'::regclass)`,
    )
    return rows[0]?.rows ?? Number.NaN
  }
  await client.query('begin')
  const before = await countRows()
  await poll()
  const rows = (await countRows()) - before
  await client.query('rollback')
  const times: number[] = []
  for (let n = 0; n < polls; n += 1) {
    const startedAt = performance.now()
    await poll()
    times.push(performance.now() - startedAt)
  }
  client.release()
  await database.pool.query('truncate jobs cascade')
  return { rows, ms: median(times) }
}

async function comparePolls(): Promise<void> {
  for (let n = 0; n < waitingAccounts; n += 1) {
    await createAccountStore(database).create(
      { slug: `waiting-${n}`, name: 'Waiting', bonus_credits: 0 },
      'bench',
    )
    await createKeys(database).create(`waiting-${n}`, { alias: 'waiting' }, 'bench')
  }
  const costs: { few: PollCost; many: PollCost }[] = []
  for (let round = 0; round < 3; round += 1)
    costs.push({ few: await measurePolls(2_000), many: await measurePolls(200_000) })
  const show = (waiting: string, { rows, ms }: PollCost) =>
    console.log(
      `a poll with ${waiting} waiting jobs of ${waitingAccounts} accounts: ${rows} rows, ${ms.toFixed(2)} ms`,
    )
  const last = costs.at(-1)
  if (last) {
    show('2,000', last.few)
    show('200,000', last.many)
  }
  const title = 'Jobs: a poll with 200,000 waiting jobs against 2,000'
  const rowRatio = median(costs.map(({ few, many }) => many.rows / few.rows))
  const timeRatio = median(costs.map(({ few, many }) => many.ms / few.ms))
  note({ title, name: 'rows read', value: rowRatio, unit: 'times', atMost: 1.5 })
  note({ title, name: 'time', value: timeRatio, unit: 'times', atMost: 1.5 })
  console.log(`with 200,000: ${rowRatio.toFixed(2)} times the rows, ${timeRatio.toFixed(2)} times the time`)
}

async function measureRate(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (jobs * 1000) / (performance.now() - startedAt)
}

async function sideBySide(count: number, work: () => Promise<void>): Promise<void> {
  let left = count
  const one = async () => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: callers }, one))
}

const toCombinedRate = ({ enqueue, complete }: Rates) => 1 / (1 / enqueue + 1 / complete)
const line = (name: string, rates: Rates) =>
  console.log(
    `${name.padEnd(14)} ${rates.enqueue.toFixed(0).padStart(10)} ${rates.complete.toFixed(0).padStart(11)} ${toCombinedRate(rates).toFixed(0).padStart(9)}`,
  )

const bare = await startBare()
const quarry = await startQuarry()
const times = await quarry.timesAtLowLoad()
const pairs: { plain: Rates; ours: Rates & Floor }[] = []
for (let round = 0; round <= rounds; round += 1) {
  const pair = { plain: await bare.round(), ours: await quarry.round() }
  if (round > 0) pairs.push(pair)
}
await bare.stop()
await quarry.stop()

const medianRates = (who: 'plain' | 'ours'): Rates => ({
  enqueue: median(pairs.map((pair) => pair[who].enqueue)),
  complete: median(pairs.map((pair) => pair[who].complete)),
})
const toRatios = (of: (rates: Rates) => number) => pairs.map(({ plain, ours }) => of(ours) / of(plain))
const formatRatios = (ratios: number[]) =>
  `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
const enqueueing = toRatios(({ enqueue }) => enqueue)
const completing = toRatios(({ complete }) => complete)

console.log(
  `${jobs} jobs a round, ${rounds} rounds, ${callers} callers, fsync ${(await database.pool.query('show fsync')).rows[0].fsync}`,
)
console.log('               enqueued/s completed/s    both/s')
line('bare pg-boss', medianRates('plain'))
line('Quarry', medianRates('ours'))
console.log(
  `Quarry is ${formatRatios(enqueueing)} of bare pg-boss enqueueing, ${formatRatios(completing)} completing, ${formatRatios(toRatios(toCombinedRate))} in all`,
)
const title = 'Jobs: Quarry against bare pg-boss'
note({ title, name: 'enqueueing', value: median(enqueueing), unit: 'times' })
note({ title, name: 'completing', value: median(completing), unit: 'times', atLeast: 0.4 })
const ofFloor = pairs.map(({ ours }) => ours.complete / ours.floor)
console.log(
  `the floor completes ${median(pairs.map(({ ours }) => ours.floor)).toFixed(0)} a second; Quarry is ${formatRatios(ofFloor)} of it`,
)
note({ title, name: 'completing, of the floor', value: median(ofFloor), unit: 'times', atLeast: 1 / 1.3 })
const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1)
console.log(`enqueue to result at low load, fresh lookups: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
await comparePolls()

await database.close()
await embedded.stop()
rmSync(dataDir, { recursive: true, force: true })
