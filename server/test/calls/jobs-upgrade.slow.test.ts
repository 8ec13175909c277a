// Upgrades a database whose queue was in the pg-boss schema: no job and no hold is lost or duplicated.
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { startApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { describeSchema } from '../support/describe-schema.ts'
import { readBonus, readJobId, requestJob, waitUntil } from '../support/jobs.ts'
import { returnToOlderQueue } from '../support/older-queue.ts'

const queuedJobs = 1_000
const runningJobs = 50
const jobs = queuedJobs + runningJobs

let fresh: FreshDatabase
beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => fresh.drop())

const query = async <T extends object>(text: string) => (await fresh.database.pool.query<T>(text)).rows
const hasOlderQueue = async () =>
  (await query<{ exists: boolean }>(`select to_regclass('pgboss.job') is not null as exists`))[0]?.exists

/** Creates jobs through the real route, with their holds, and marks some of them as running. */
async function fillQueue(): Promise<string> {
  const api = await startApp({ database: fresh.database, config: { role: 'api' } })
  const { secret, slug } = await api.account({ bonus_credits: jobs, rate_limit: null })
  for (let created = 0; created < jobs; created += 50)
    await Promise.all(
      Array.from({ length: 50 }, async () =>
        readJobId(await requestJob(api, secret, undefined, '&max_age=86400')),
      ),
    )
  expect(await readBonus(api, slug)).toMatchObject({ available: 0, held: jobs })
  await api.close()
  await query(`update jobs set state = 'running', attempts = 1, started = now(), start_number = nextval('calls_id_seq')
    where id in (select id from jobs order by id limit ${runningJobs})`)
  return slug
}

test(`${queuedJobs} queued and ${runningJobs} running jobs of an older version all end, each charged once`, async () => {
  const schema = await describeSchema(fresh.database)
  const slug = await fillQueue()
  await returnToOlderQueue(fresh.database.pool)

  expect(await migrate(fresh.database)).toContain('0102-job-queue')
  expect(await describeSchema(fresh.database)).toBe(schema)
  expect(await hasOlderQueue()).toBe(false)
  expect(await audit(fresh.database)).toEqual([])

  const worker = await startApp({ database: fresh.database, config: { role: 'worker' } })
  const open = `select 1 from jobs where state in ('queued', 'running') limit 1`
  await waitUntil(async () => (await query(open)).length === 0)
  await worker.close()

  expect(await query('select state, credits, count(*) from jobs group by 1, 2')).toEqual([
    { state: 'completed', credits: 1, count: jobs },
  ])
  expect(await query('select attempts, count(*) from jobs group by 1 order by 1')).toEqual([
    { attempts: 1, count: queuedJobs },
    { attempts: 2, count: runningJobs },
  ])
  expect(
    await query(`select count(*), count(distinct job_id) as jobs from calls where recorded_status = 201`),
  ).toEqual([{ count: jobs, jobs }])
  expect(
    await query(`select count(*), sum(credits)::integer as credits from ledger where entry = 'charge'`),
  ).toEqual([{ count: jobs, credits: jobs }])
  expect(await query(`select bonus_held, bonus_charged from accounts where slug = '${slug}'`)).toEqual([
    { bonus_held: 0, bonus_charged: jobs },
  ])
  expect(await query('select 1 from holds')).toEqual([])
  expect(await audit(fresh.database)).toEqual([])
})

async function connectOlderServer(): Promise<pg.Client> {
  const older = new pg.Client({ connectionString: fresh.target.url, application_name: 'quarry' })
  await older.connect()
  return older
}

test('the upgrade is refused while an older server is connected, and changes nothing', async () => {
  await returnToOlderQueue(fresh.database.pool)
  const older = await connectOlderServer()
  await expect(migrate(fresh.database)).rejects.toThrow(
    'the database could not be migrated (0102-job-queue): an older version of Quarry is connected to this database ' +
      '(connections: 1): stop all its servers, workers and commands, then start this version again',
  )
  expect(await hasOlderQueue()).toBe(true)
  await older.end()
  expect(await migrate(fresh.database)).toContain('0102-job-queue')
})

test('the upgrade waits for an older server that is closing its connections', async () => {
  await returnToOlderQueue(fresh.database.pool)
  const older = await connectOlderServer()
  const migrated = migrate(fresh.database)
  const isWaiting = `select 1 from pg_stat_activity where query like '%pg_stat_clear_snapshot%' and wait_event = 'PgSleep'
    and datname = current_database()`
  await waitUntil(async () => (await query(isWaiting)).length === 1)
  await older.end()
  expect(await migrated).toContain('0102-job-queue')
})
