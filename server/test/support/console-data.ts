// Data for every view of the console, created through the API: calls, a job, a batch, keys, a watch with history, an
// alarm and a diagnostic page.
import { recordEvent } from '../../src/calls/watches/watch-events.ts'
import type { TestApp } from './app.ts'
import { createProblem } from './broken-source.ts'

export type ConsoleData = {
  manager: Awaited<ReturnType<TestApp['account']>>
  /** The request id of a call that an alarm refers to. */
  exampleId: string
  jobId: string
  batchId: string
  watchId: string
}

export async function fillConsole(app: TestApp): Promise<ConsoleData> {
  const manager = await app.account(
    { name: 'Fenmont', statistics_enabled: true },
    { permissions: ['manage'] },
  )
  const post = async (path: string, body: object, secret = manager.secret) => {
    const headers = { 'content-type': 'application/json' }
    const response = await app.call(secret, path, { method: 'POST', body: JSON.stringify(body), headers })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  const requestIds: string[] = []
  for (const query of ['fenmont.example', 'nobody.example', '']) {
    const { headers } = await app.call(manager.secret, `/v2/company?query=${query}`)
    requestIds.push(headers.get('x-request-id') ?? '')
  }
  const exampleId = requestIds[0] ?? ''
  await createProblem(app, {
    path: '/v2/company',
    field: 'headquarter.city',
    examples: [exampleId],
    why: 'the page has no company',
    page: '<!doctype html><title>Nothing to read</title>',
  })
  const job = await app.call(manager.secret, '/v2/company?query=fenmont.example&is_async=true')
  const { job_id: jobId } = (await job.json()) as { job_id: string }
  const inputs = [{ query: 'fenmont.example' }, { query: 'nobody.example' }]
  const batch = await post('/v2/batches', { endpoint: '/v2/company', inputs })
  await post('/v2/webhooks/secret', {})
  const key = await post('/v2/keys', { alias: 'reports', scopes: ['company'], quotas: { daily: 4 } })
  const spent = await app.call(key.secret ?? '', '/v2/company?query=fenmont.example')
  if (spent.status !== 200) throw new Error(`a call with the new key answered ${spent.status}`)
  const params = { query: 'fenmont.example' }
  const watch = await post('/v2/watches', { endpoint: '/v2/company', params, every: 3600 })
  const watchId = watch.watch_id ?? ''
  // Sandbox records never change, so the events of a changed record are written here.
  const record = (staff: number) => JSON.stringify({ name: 'Fenmont', staff })
  const patch = JSON.stringify([{ op: 'replace', path: '/staff', value: 42 }])
  const change = { patch, before: record(40), after: record(42) }
  await recordEvent(app.database.pool, { watchId, type: 'changed', ...change })
  await recordEvent(app.database.pool, { watchId, type: 'missed', missed: 3 })
  return { manager, exampleId, jobId, batchId: batch.batch_id ?? '', watchId }
}
