// The types of calls: `tsc` checks this file and fails if a line marked with `@ts-expect-error` compiles.
import { expect, test } from 'vitest'
import type { Quarry } from '../src/index.ts'

test('parameters and results of calls are typed', () => {
  expect([useCorrectly, wrong].map((calls) => typeof calls)).toEqual(['function', 'function'])
})

type State = 'queued' | 'running' | 'completed' | 'failed'

/** Never called; it only has to compile. */
async function useCorrectly(quarry: Quarry): Promise<unknown[]> {
  const event = await quarry.ticketing.event({ query: '1', domain: 'fr', max_age: 60 }, { timeoutMs: 5_000 })
  const name: string | null = event.data.name
  const credits: number = event.meta.creditsUsed
  const company: string = (await quarry.company({ query: 'a' })).data.name
  const domain: string | undefined = (await quarry.company.suggest({ query: 'a' })).data[0]?.domain
  const profile = await quarry.socialnet.company.info({ domain: 'a.example' })
  const all = await quarry.ticketing.search()
  const page: string = (await quarry.realestateFr.property({ query: 'a', return_page_source: true })).data
  const soft = await quarry.company({ query: 'a', soft_fail: true })
  const softly: string = 'error' in soft.data ? soft.data.error : soft.data.name
  const posted = await quarry.websearch.search({ query: 'a', page: 10, max_age: 5 })
  const job = await quarry.ticketing.event.async({ query: '1', webhook: 'https://a.example' })
  const later: string | null = (await job.wait({ timeoutMs: 1_000 })).data.name
  const cut = await quarry.ticketing.event({ query: '1', fields: 'name,venue.city' })
  const city: string | null | undefined = cut.data.venue?.city
  const rows: string = (await quarry.company({ query: 'a', format: 'csv' })).data
  const cutJob = await quarry.company.async({ query: 'a', fields: '-description' })
  const cutName: string | undefined = (await cutJob.wait()).data.name
  const state: State = (await job.state()).status
  for await (const { data } of quarry.supplierdir.search.pages({ query: 'a' })) void data.results
  for await (const call of quarry.list('/v2/calls', { status: 404 })) void (call.request_id satisfies string)
  for await (const one of quarry.list('/admin/accounts')) void (one.slug satisfies string)
  const batch = await quarry.batch('/v2/company', [{ query: 'a' }], { webhook: 'https://a.example' })
  for await (const { input, result } of batch.results())
    void [input?.query satisfies string | undefined, result?.name satisfies string | undefined]
  const remaining: number = (await quarry.request('GET', '/v2/usage')).data.remaining
  const polled = await quarry.request('GET', '/jobs/{id}', {
    path: { id: 'a' },
    query: { wait: 1 },
    timeoutMs: 5,
  })
  const slug: string = (await quarry.request('POST', '/admin/accounts', { body: { slug: 'a', name: 'A' } }))
    .data.slug
  const metrics: string = (await quarry.request('GET', '/metrics')).data
  const csv: string = (await quarry.request('GET', '/v2/calls', { query: { format: 'csv' }, as: 'text' }))
    .data
  for await (const { type, data } of quarry.events())
    void (type === 'job' ? data.job_id : type === 'gap' ? data.from : data)
  const byPath: string = (await quarry.lookup('/v2/company', { query: 'a' })).data.name
  const own: unknown = (await quarry.lookup('/v2/recipes/recipe', { query: 'a' })).data
  void [byPath, own]
  const resumed: string = (await quarry.resumeJob<'/v2/company'>('a').wait()).data.name
  return [name, credits, company, domain, profile, all, page, softly, posted, later, state, remaining].concat(
    [polled, slug, metrics, csv, resumed, city, rows, cutName].map(String),
  )
}

async function wrong(quarry: Quarry): Promise<void> {
  // @ts-expect-error a misspelt parameter
  await quarry.ticketing.event({ qery: '1' })
  // @ts-expect-error a misspelt parameter beside a right one
  await quarry.ticketing.event({ query: '1', domian: 'fr' })
  // @ts-expect-error a misspelt parameter of a body
  await quarry.websearch.search({ query: 'a', pge: 1 })
  // @ts-expect-error a parameter of another type
  await quarry.ticketing.event({ query: 1 })
  // @ts-expect-error a required parameter
  await quarry.ticketing.event()
  // @ts-expect-error a misspelt field
  void (await quarry.company({ query: 'a' })).data.nam
  // @ts-expect-error an unknown lookup
  await quarry.company.suggestions({ query: 'a' })
  // @ts-expect-error a job has its own method
  await quarry.company({ query: 'a', is_async: true })
  // @ts-expect-error what may come in place of a record has to be looked at
  void (await quarry.company({ query: 'a', soft_fail: true })).data.name
  // @ts-expect-error a field that was not selected may be absent
  void (await quarry.company({ query: 'a', fields: 'name' })).data.name.length
  // @ts-expect-error no pages
  quarry.company.pages({ query: 'a' })
  // @ts-expect-error a misspelt parameter of a known path
  await quarry.lookup('/v2/company', { qery: 'a' })
  // @ts-expect-error an unknown route
  await quarry.request('GET', '/v2/usages')
  // @ts-expect-error a part of the path is missing
  await quarry.request('GET', '/jobs/{id}')
  // @ts-expect-error a part of the body is missing
  await quarry.request('POST', '/admin/accounts', { body: { slug: 'a' } })
  // @ts-expect-error no list
  quarry.list('/v2/usage')
  // @ts-expect-error an input of another endpoint
  await quarry.batch('/v2/company', [{ quer: 'a' }])
}
