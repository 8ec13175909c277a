// Shared by tests of jobs: creating one, waiting for its end, and reading the credits behind it.
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/platform/db/connect.ts'
import type { TestApp } from './app.ts'

export type JobView = {
  job_id: string
  status: string
  endpoint: string
  created_at: string
  started_at: string | null
  finished_at: string | null
  status_code: number | null
  credits: number
  result: unknown
  error: string | null
}

export const eventPath = '/v2/ticketing/event'
/** The query of an event page with this fault. */
export const faultQuery = (kind: string, id = '1000000000017') =>
  encodeURIComponent(`https://com.ticketing.example/e/fault-${kind}-${id}`)

export const requestJob = (app: TestApp, secret: string, query = '1000000000017', more = '') =>
  app.call(secret, `${eventPath}?query=${query}&is_async=true${more}`)

export async function readJobId(response: Response): Promise<string> {
  const body = (await response.json()) as { job_id: string }
  if (response.status !== 202) throw new Error(`${response.status} ${JSON.stringify(body)}`)
  return body.job_id
}

export async function waitForEnd(app: TestApp, secret: string, id: string): Promise<JobView> {
  for (let tries = 0; tries < 4; tries++) {
    const job = (await (await app.call(secret, `/jobs/${id}?wait=30`)).json()) as JobView
    if (job.status === 'completed' || job.status === 'failed') return job
  }
  throw new Error(`job ${id} did not end`)
}

export async function readBonus(app: TestApp, slug: string) {
  const account = (await (await app.admin(`/admin/accounts/${slug}`)).json()) as {
    bonus: { available: number; held: number; charged: number }
  }
  return account.bonus
}

export type JobLogRow = {
  recorded_status: number
  sent_status: number | null
  credits: number
  job_id: string
}

export async function readJobLog(database: Database, id: string): Promise<JobLogRow[]> {
  const { rows } = await database.pool.query<JobLogRow>(
    `select recorded_status, sent_status, subscription_credits + bonus_credits as credits, job_id
    from calls where job_id = $1 order by id`,
    [id],
  )
  return rows
}

/** Polls until the condition is true, bounded by the time limit of the test. */
export async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await delay(20)
}

export const requestBatch = (app: TestApp, secret: string, endpoint: string, inputs: object[]) =>
  app.call(secret, '/v2/batches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, inputs }),
  })

export const readBatchId = async (response: Response): Promise<string> =>
  ((await response.json()) as { batch_id: string }).batch_id

export async function postBatch(
  app: TestApp,
  secret: string,
  endpoint: string,
  inputs: object[],
): Promise<string> {
  const response = await requestBatch(app, secret, endpoint, inputs)
  if (response.status !== 202) throw new Error(`batch: ${response.status} ${await response.text()}`)
  return readBatchId(response)
}

type BatchView = {
  status: string
  completed: number
  failed: number
  open: number
  finished_at: string | null
}

export async function waitForBatch(app: TestApp, secret: string, id: string): Promise<BatchView> {
  for (;;) {
    const batch = (await (await app.call(secret, `/v2/batches/${id}?wait=30`)).json()) as BatchView
    if (batch.finished_at !== null) return batch
  }
}
