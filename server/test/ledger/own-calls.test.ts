// What an account sees of its own calls: its log with filters and as CSV, the receipt of each call, and nothing of
// other accounts; a key with scopes sees only its own calls.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { eventPath, readJobId, requestJob, waitForEnd } from '../support/jobs.ts'

type Call = { request_id: string; recorded_status: number; credits: number; params: string; key_id: string }
type Page = { calls: Call[]; next_cursor: string | null }
type Receipt = {
  price: number
  hold: unknown
  settlement: { credits: number; bonus: number }
  ledger: { fund: string; entry: string; credits: number }[]
  calls: Call[]
}

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const read = async <T>(secret: string, path: string): Promise<T> =>
  (await (await app.call(secret, path)).json()) as T
const event = (secret: string, id: string) => app.call(secret, `${eventPath}?query=${id}`)
const lookupsOnly = `endpoint=${encodeURIComponent(eventPath)}`

test('calls are listed newest first, filtered, by page and as CSV', async () => {
  const { secret } = await app.account()
  for (const id of ['1000000000017', '1000000007936', '999']) await event(secret, id)
  const { calls } = await read<Page>(secret, `/v2/calls?${lookupsOnly}`)
  expect(calls.map(({ recorded_status: status }) => status)).toEqual([404, 200, 200])
  const missing = await read<Page>(secret, '/v2/calls?status=404')
  expect(missing.calls.map(({ params }) => JSON.parse(params))).toEqual([{ query: '999' }])
  const found = await read<Page>(secret, `/v2/calls?text=7936`)
  expect(found.calls).toHaveLength(1)
  const first = await read<Page>(secret, `/v2/calls?${lookupsOnly}&limit=2`)
  const rest = await read<Page>(secret, `/v2/calls?${lookupsOnly}&limit=2&cursor=${first.next_cursor}`)
  expect([...first.calls, ...rest.calls]).toEqual(calls)
  const csv = await app.call(secret, `/v2/calls?${lookupsOnly}&limit=2&format=csv`)
  expect(csv.headers.get('content-type')).toContain('text/csv')
  expect(csv.headers.get('x-next-cursor')).toBe(first.next_cursor)
  expect((await csv.text()).trim().split('\r\n')).toHaveLength(3)
  const refused = await app.call(secret, '/v2/calls?status=many')
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: expect.stringContaining('Bad Request: status') },
  ])
})

type Histogram = {
  step_seconds: number
  counted_from: string | null
  steps: { at: string; calls: number; errors: number }[]
}
const counted = ({ steps }: Histogram) => [
  steps.reduce((sum, { calls }) => sum + calls, 0),
  steps.reduce((sum, { errors }) => sum + errors, 0),
]

test('a histogram counts all calls of a range under the filters of the list, from the log and from the counters', async () => {
  const { secret, slug } = await app.account()
  for (const id of ['1000000000017', '1000000007936', '999']) await event(secret, id)
  const readHistogram = (query: string) => read<Histogram>(secret, `/v2/calls/histogram?${query}`)
  const fine = await readHistogram('')
  expect([fine.step_seconds < 3600, fine.counted_from, counted(fine)]).toEqual([true, null, [3, 1]])
  expect(fine.steps.length).toBeLessThanOrEqual(61)
  const week = `from=${new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)}`
  const month = `from=${new Date(Date.now() - 28 * 86_400_000).toISOString().slice(0, 10)}`
  expect((await readHistogram(week)).step_seconds).toBeGreaterThanOrEqual(3600)
  expect((await readHistogram(month)).step_seconds).toBe(86_400)
  // For the operator, over all accounts: filtered by slug or by key.
  const [{ key_id: id } = { key_id: '' }] = (await read<Page>(secret, '/v2/calls')).calls
  const asOperator = async (query: string) =>
    (await (await app.admin(`/admin/calls/histogram?${query}`)).json()) as Histogram
  for (const range of ['', week, month])
    for (const [filter, expected] of [
      ['', [3, 1]],
      [lookupsOnly, [3, 1]],
      ['endpoint=/v2/other', [0, 0]],
      ['status=404', [1, 1]],
      ['status=200', [2, 0]],
      ['key=main', [3, 1]],
      ['key=nobody', [0, 0]],
      ['provider=sandbox', [3, 1]],
      ['reason=not_found', [1, 1]],
      ['text=7936', [1, 0]],
    ] as const) {
      const query = `${range}&${filter}`
      const all = [await readHistogram(query), await asOperator(`${query}&account=${slug}`)]
      if (!filter.startsWith('key=')) all.push(await asOperator(`${query}&key=${id}`))
      for (const one of all) expect([range, filter, counted(one)]).toEqual([range, filter, expected])
    }
  const [calls = 0] = counted(await asOperator(month))
  await event((await app.account()).secret, '1000000000017')
  expect(counted(await asOperator(month))[0]).toBe(calls + 1)
  expect((await app.admin('/admin/calls/histogram?account=nobody')).status).toBe(404)
  const made = await app.admin(`/admin/accounts/${slug}/keys`, {
    method: 'POST',
    body: JSON.stringify({ alias: 'narrow', scopes: [eventPath] }),
  })
  const { secret: narrow } = (await made.json()) as { secret: string }
  expect(counted(await read<Histogram>(narrow, '/v2/calls/histogram'))).toEqual([0, 0])
  const refused = await app.call(secret, '/v2/calls/histogram?from=2031-01-03&to=2031-01-01')
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: expect.stringContaining('Bad Request: from') },
  ])
})

test('the sums of a receipt match, for a direct call and for a job', async () => {
  const { secret } = await app.account()
  const response = await event(secret, '1000000000017')
  const receipt = await read<Receipt>(secret, `/v2/calls/${response.headers.get('x-request-id')}`)
  expect(receipt).toMatchObject({ price: 1, hold: null, settlement: { credits: 1, bonus: 1 } })
  expect(receipt.ledger).toMatchObject([{ fund: 'bonus', entry: 'charge', credits: 1 }])
  const id = await readJobId(await requestJob(app, secret))
  await waitForEnd(app, secret, id)
  const ofJob = await read<Receipt>(secret, `/v2/calls/${id}`)
  expect(ofJob.calls.map(({ recorded_status: status }) => status)).toEqual([202, 201])
  expect(ofJob.settlement.credits).toBe(1)
})

test("an account cannot see another account's calls, and a key with scopes sees only its own", async () => {
  const one = await app.account()
  const other = await app.account()
  const response = await event(one.secret, '1000000000017')
  const id = response.headers.get('x-request-id')
  expect((await app.call(other.secret, `/v2/calls/${id}`)).status).toBe(404)
  expect((await read<Page>(other.secret, `/v2/calls?${lookupsOnly}`)).calls).toEqual([])
  const made = await app.admin(`/admin/accounts/${one.slug}/keys`, {
    method: 'POST',
    body: JSON.stringify({ alias: 'narrow', scopes: [eventPath] }),
  })
  const { secret: narrow } = (await made.json()) as { secret: string }
  const own = await event(narrow, '1000000007936')
  const seen = await read<Page>(narrow, `/v2/calls?${lookupsOnly}`)
  expect(seen.calls.map((call) => call.request_id)).toEqual([own.headers.get('x-request-id')])
  expect((await app.call(narrow, `/v2/calls/${id}`)).status).toBe(404)
  expect((await read<Page>(one.secret, `/v2/calls?${lookupsOnly}`)).calls).toHaveLength(2)
})
