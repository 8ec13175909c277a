// Generates a client from the API reference: openapi-typescript makes the types, and calls are compiled against them
// without a cast.
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
let types: string
beforeAll(async () => {
  app = await startApp()
  types = astToString(await openapiTS(await (await fetch(`${app.url}/openapi.json`)).text()))
})
afterAll(() => app.close())

/** A client in a few lines, whose requests and responses have the types of the operation. */
const client = `
type Sent<O> = O extends { requestBody?: infer B } ? { body?: NonNullable<B> extends { content: { 'application/json': infer J } } ? J : never } : unknown
type RequestParams<O> = O extends { parameters: infer P } ? { [K in 'query' | 'path' | 'header' as K extends keyof P ? K : never]?: K extends keyof P ? P[K] : never } : unknown
type Json<R> = R extends { content: { 'application/json': infer J } } ? J : never
type ResponseTo<O> = O extends { responses: infer R } ? { [S in keyof R]: { status: S; body: Json<R[S]>; headers: R[S] extends { headers: infer H } ? H : never } }[keyof R] : never
declare function call<N extends keyof operations>(name: N, given: RequestParams<operations[N]> & Sent<operations[N]>): Promise<ResponseTo<operations[N]>>
`

const calls = `
export async function calls(): Promise<void> {
  const event = await call('ticketing_event', { query: { query: '1000000000017', max_age: 60 } })
  if (event.status === 200) { const name: string | null = event.body.name; void name }
  if (event.status === 202) { const id: string = event.body.job_id; void id }
  if (event.status === 404) { const error: string = event.body.error; void error }
  const accepted = await call('ticketing_event', { query: { query: '1', is_async: true }, header: { 'Idempotency-Key': 'a' } })
  if (accepted.status === 202) { const status: 'queued' = accepted.body.status; void status }
  const company = await call('company', { query: { query: 'example.com' } })
  if (company.status === 200) { const record: components['schemas']['Company'] = company.body; void record }
  const usage = await call('usage', {})
  if (usage.status === 200) {
    const remaining: number = usage.body.remaining
    const daily: number | null = usage.body.api_key.quotas.daily
    const used: number | undefined = usage.headers['x-credits-used']
    void [remaining, daily, used]
  }
  const statistics = await call('statistics', { query: { from: '2026-01-01', group_by: 'endpoint' } })
  if (statistics.status === 200) { const counts: number[] = statistics.body.series.map((one) => one.calls); void counts }
  const jobs = await call('jobs', { query: { state: 'failed', limit: 5 } })
  if (jobs.status === 200) { const cursor: string | null = jobs.body.next_cursor; void cursor }
  const job = await call('job', { path: { id: 'a' }, query: { wait: 30 } })
  if (job.status === 200) {
    const record: components['schemas']['Job'] = job.body
    const state: 'queued' | 'running' | 'completed' | 'failed' = record.status
    void state
  }
  const batch = await call('create_batch', { body: { endpoint: '/v2/company', inputs: [{ query: 'example.com' }] }, header: { 'Idempotency-Key': 'b' } })
  if (batch.status === 202) { const url: string = batch.body.results_url; void url }
  const results = await call('batch_results', { path: { id: 'a' }, query: { format: 'json', from: 0 } })
  if (results.status === 200) { const items: components['schemas']['BatchItem'][] = results.body.items; void items }
  const deliveries = await call('deliveries', { query: { status: 'failed' } })
  if (deliveries.status === 200) { const tries: number[] = deliveries.body.deliveries.map(({ tries }) => tries.length); void tries }
}
`

const wrong = `
export async function calls(): Promise<void> {
  await call('jobs', { query: { state: 'gone' } })
  const usage = await call('usage', {})
  if (usage.status === 200) { const remaining: string = usage.body.remaining; void remaining }
}
`

test('a generated client compiles ten calls without a cast', () => {
  expect(findProblems(client + calls)).toEqual([])
})

test('a generated client reports wrong calls', () => {
  expect(findProblems(client + wrong)).toHaveLength(2)
})

/** The compiler errors for the generated types with the source below them. */
function findProblems(source: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    types: [],
  }
  const name = '/client.ts'
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (fileName, ...rest) =>
    fileName === name
      ? ts.createSourceFile(name, types + source, ts.ScriptTarget.ES2022)
      : getSourceFile(fileName, ...rest)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([name], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
