// Workers that are killed at any moment: every job still ends exactly once, and the ledger balances. The long form
// (2,000 jobs, 50 kills) is part of `npm run test:long -- kills`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { faultQuery, readBonus, readJobId, requestJob, waitUntil } from '../support/jobs.ts'
import { isLong, longOrShort } from '../support/long.ts'

const jobs = longOrShort('jobs', { short: 80, long: 2000 })
const kills = longOrShort('kills', { short: 3, long: 50 })
const leaseSeconds = 2
const timeoutMs = isLong ? 7_200_000 : 600_000
const script = fileURLToPath(new URL('../support/job-worker.mjs', import.meta.url))

let fresh: FreshDatabase
let folder: string
let app: TestApp
const workers = new Set<ChildProcess>()
beforeAll(async () => {
  fresh = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'quarry-kills-'))
  app = await startApp({ database: fresh.database, config: { role: 'api' } })
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app.close()
  await fresh.drop()
  await rm(folder, { recursive: true, force: true })
})

async function startWorker(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [script, fresh.target.url, String(leaseSeconds)], {
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
const ended = () => countRows(`jobs where state in ('completed', 'failed')`)

/** Some jobs are found, some missing, some slow enough to be running when the worker is killed, some fail. */
const buildQuery = (n: number): string => {
  if (n % 10 === 3) return faultQuery('missing', String(1000000000000 + n))
  if (n % 10 === 6) return faultQuery('slow', '1000000000017')
  if (n % 25 === 9) return faultQuery('garbage', String(1000000000000 + n))
  return n % 2 === 0 ? '1000000000017' : '1000000007936'
}

test(
  `${jobs} jobs and ${kills} kills: each job ends once, only completed ones are charged, no hold is left`,
  async () => {
    const { secret, slug } = await app.account({ bonus_credits: jobs })
    const ids: string[] = []
    while (ids.length < jobs)
      ids.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, jobs - ids.length) }, async (_, n) =>
            readJobId(await requestJob(app, secret, buildQuery(ids.length + n))),
          ),
        )),
      )
    expect(await readBonus(app, slug)).toMatchObject({ available: 0, held: jobs })
    for (let kill = 0; kill < kills; kill++) {
      const worker = await startWorker()
      // Each worker finishes its share and is killed during the next one, when some slow jobs are running.
      const enough = Math.min(jobs, (await ended()) + Math.floor((jobs * 0.8) / kills))
      await waitUntil(async () => (await ended()) >= enough)
      const died = once(worker, 'exit')
      worker.kill('SIGKILL')
      await died
    }
    const last = await startWorker()
    await waitUntil(async () => (await ended()) === jobs)
    const stopped = once(last, 'exit')
    last.kill('SIGTERM')
    expect(await stopped).toEqual([0, null])

    const { rows } = await fresh.database.pool.query<{
      state: string
      n: number
      credits: number
      again: number
    }>(
      `select state, count(*)::integer as n, sum(credits)::integer as credits,
      count(*) filter (where attempts > 1)::integer as again from jobs group by state order by state`,
    )
    const [completed, failed] = rows
    if (isLong) console.log(JSON.stringify(rows))
    expect((completed?.n ?? 0) + (failed?.n ?? 0)).toBe(jobs)
    expect(rows.reduce((sum, { again }) => sum + again, 0)).toBeGreaterThan(0)
    expect(completed?.credits).toBe(completed?.n)
    expect(failed?.credits).toBe(0)
    expect(await readBonus(app, slug)).toMatchObject({
      available: jobs - (completed?.n ?? 0),
      held: 0,
      charged: completed?.n,
    })
    expect(await countRows('holds')).toBe(0)
    expect(await countRows(`calls where job_id is not null and recorded_status in (201, 404, 500)`)).toBe(
      jobs,
    )
    expect(
      await countRows(
        `(select job_id from calls where recorded_status <> 202 and job_id is not null group by 1) x`,
      ),
    ).toBe(jobs)
    expect(await audit(fresh.database)).toEqual([])
  },
  timeoutMs,
)
