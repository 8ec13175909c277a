// Watches over hours of moved time, on servers that are killed during their runs: each run happened once or was
// reported missed, changes are complete and in order, and the charges match the runs. The long form (1,000 watches
// over a day, 20 kills) is `npm run test:long -- watches`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createMovedClock, type MovedClock } from '../support/clocks.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { readBonus, waitUntil } from '../support/jobs.ts'
import { longOrShort } from '../support/long.ts'
import { type Replica, sends, shop, startReplica } from '../support/two-providers.ts'

const watches = longOrShort('watches', { short: 30, long: 1000 })
const hours = longOrShort('hours', { short: 2, long: 24 })
const kills = longOrShort('kills', { short: 2, long: 20 })
const everySeconds = 300
/** How long no server runs after a kill. */
const stopSeconds = 900
const price = 3
const script = fileURLToPath(new URL('../support/watch-worker.mjs', import.meta.url))

let fresh: FreshDatabase
let folder: string
let file: string
let site: Replica
let clock: MovedClock
let app: TestApp
const workers = new Set<ChildProcess>()
beforeAll(async () => {
  fresh = await freshDatabase()
  clock = await createMovedClock(fresh.database)
  folder = await mkdtemp(join(tmpdir(), 'quarry-watches-'))
  file = join(folder, 'config.json')
  site = await startReplica()
  const config = { sources: { shop: { site: site.origin, allow_private: true, robots: false } } }
  await writeFile(file, JSON.stringify(config))
  app = await startApp({ database: fresh.database, sources: [shop], file: config, config: { role: 'api' } })
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app.close()
  await fresh.drop()
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

async function startWorker(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [script, fresh.target.url, file], {
    // Files that a killed worker leaves behind are deleted with this folder.
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.add(worker)
  worker.once('exit', () => workers.delete(worker))
  await once(worker.stdout as NodeJS.ReadableStream, 'data')
  return worker
}

const countRows = async (from: string): Promise<number> => {
  const { rows } = await fresh.database.pool.query<{ n: number }>(
    `select count(*)::integer as n from ${from}`,
  )
  return rows[0]?.n ?? 0
}
const open = () =>
  countRows(`watches where state = 'active' and (job_id is not null or next_at <= quarry_now())`)

/** Reproducible random numbers between 0 and 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

type Watch = {
  watch_id: string
  params: { query: string }
  created_at: string
  next_at: string
  runs: number
  missed: number
  changes: number
}
type History = {
  events: {
    number: number
    type: string
    missed: number | null
    after: { colour: string }
    before: { colour: string }
  }[]
  next_from: number | null
}

const wholeHistory = async (secret: string, id: string): Promise<History['events']> => {
  const events: History['events'] = []
  for (let from: number | null = 1; from !== null; ) {
    const page = (await (await app.call(secret, `/v2/watches/${id}/history?from=${from}`)).json()) as History
    events.push(...page.events)
    from = page.next_from
  }
  return events
}

test(`${watches} watches over ${hours} hours with ${kills} kills`, {
  timeout: Math.max(240_000, watches * hours * 1_000),
}, async () => {
  const { secret, slug } = await app.account({ bonus_credits: 100_000_000, rate_limit: null })
  const random = createRandom(14)
  const versions = new Map<string, number>()
  const served = new Map<string, string[]>()
  site.respondWith((request, response) => {
    const name = request.url?.split('/').at(-1) ?? ''
    const colour = `colour ${versions.get(name) ?? 0}`
    const before = served.get(name) ?? []
    if (before.at(-1) !== colour) served.set(name, [...before, colour])
    sends({ name, colour })(request, response)
  })
  const created: Watch[] = []
  for (let index = 0; index < watches; index += 1) {
    const response = await app.call(secret, '/v2/watches', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        endpoint: '/v2/shop/item',
        params: { query: `item${index}` },
        every: everySeconds,
        ...(index % 2 === 0 ? { fields: ['colour'] } : {}),
      }),
    })
    expect(response.status).toBe(201)
    created.push((await response.json()) as Watch)
  }
  const slots = (hours * 3600) / everySeconds
  const steps = slots - (kills * stopSeconds) / everySeconds
  const killEvery = Math.floor(steps / (kills + 1))
  let worker = await startWorker()
  for (let step = 1; step <= steps; step += 1) {
    for (const { params } of created)
      if (random() < 0.3) versions.set(params.query, (versions.get(params.query) ?? 0) + 1)
    const before = await countRows('jobs')
    await clock.move(everySeconds)
    if (step % killEvery === 0 && step / killEvery <= kills) {
      // In the middle: some runs have started, and few have ended.
      await waitUntil(async () => (await countRows('jobs')) > before)
      worker.kill('SIGKILL')
      await clock.move(stopSeconds)
      worker = await startWorker()
    }
    await waitUntil(async () => (await open()) === 0)
  }
  // Everything due by now is run, and the stopped clock lets nothing else become due.
  await clock.stop()
  await waitUntil(async () => (await open()) === 0)
  const now = await clock.now()
  let runs = 0
  for (const first of created) {
    const watch = (await (await app.call(secret, `/v2/watches/${first.watch_id}`)).json()) as Watch
    const sinceMs = now.getTime() - new Date(first.next_at).getTime()
    expect(watch.runs + watch.missed).toBe(Math.floor(sinceMs / (everySeconds * 1000)) + 1)
    const events = await wholeHistory(secret, watch.watch_id)
    expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1))
    const missed = events.reduce((sum, event) => sum + (event.missed ?? 0), 0)
    expect(missed).toBe(watch.missed)
    const colours = served.get(watch.params.query) ?? []
    const changes = events.filter(({ type }) => type === 'changed')
    expect(changes.map(({ after }) => after.colour)).toEqual(colours.slice(1))
    expect(changes.map(({ before }) => before.colour)).toEqual(colours.slice(0, -1))
    runs += watch.runs
  }
  const { charged, held } = await readBonus(app, slug)
  expect({ charged, held }).toEqual({ charged: runs * price, held: 0 })
  expect(await countRows('calls where recorded_status = 201 and job_id is not null')).toBe(runs)
  const { rows } = await fresh.database.pool.query('select sum(missed)::integer as missed from watches')
  expect(rows[0].missed).toBeGreaterThan(watches * kills)
  expect(await audit(fresh.database)).toEqual([])
})
