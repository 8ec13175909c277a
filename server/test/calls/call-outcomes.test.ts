// Statistics, histogram, call list and overview distinguish the four outcomes of calls: a 404 is a result, not an
// error.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Replica, sends, shop, startReplica } from '../support/two-providers.ts'

let site: Replica
let app: TestApp
let secret: string
beforeAll(async () => {
  site = await startReplica()
  app = await startApp({
    sources: [shop],
    file: { sources: { shop: { site: site.origin, allow_private: true, robots: false } } },
  })
  ;({ secret } = await app.account({ statistics_enabled: true, rate_limit: null }))
  const lookUp = (more = '') => app.call(secret, `/v2/shop/item?query=lamp${more}`)
  site.respondWith(sends({ name: 'lamp' }))
  await lookUp()
  await lookUp('&require=colour')
  site.respondWith(sends('', 404))
  for (const more of ['', '&soft_fail=true', '']) await lookUp(more)
  site.respondWith(sends('no item'))
  await lookUp()
  await lookUp('&provider=nobody')
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const counts = { calls: 7, answered: 1, no_match: 3, refused: 2, failed: 1, errors: 6 }
const read = async (path: string) => (await (await app.call(secret, path)).json()) as never

test('statistics count calls by outcome, in total and in each group', async () => {
  const { totals, series }: { totals: object; series: object[] } = await read(
    '/v2/statistics?group_by=endpoint',
  )
  expect(totals).toMatchObject(counts)
  expect(series).toMatchObject([{ endpoint: '/v2/shop/item', ...counts }])
  const hourly: { series: object[] } = await read('/v2/statistics?group_by=hour,status')
  expect(hourly.series).toMatchObject([
    { status: 200, calls: 1, answered: 1, no_match: 0, refused: 0, failed: 0 },
    { status: 400, calls: 1, answered: 0, no_match: 0, refused: 1, failed: 0 },
    { status: 404, calls: 3, answered: 0, no_match: 3, refused: 0, failed: 0 },
    { status: 422, calls: 1, answered: 0, no_match: 0, refused: 1, failed: 0 },
    { status: 500, calls: 1, answered: 0, no_match: 0, refused: 0, failed: 1 },
  ])
})

test.each([
  ['of the log', '/v2/calls/histogram?text=lamp', { ...counts, calls: 6, refused: 1, errors: 5 }],
  ['of the counters', `/v2/calls/histogram?from=2020-06-01&to=2021-05-31`, null],
])('the histogram %s counts outcomes too', async (_name, path, expected) => {
  const { steps }: { steps: Record<string, number>[] } = await read(path)
  const names = ['calls', 'answered', 'no_match', 'refused', 'failed', 'errors']
  const sums = Object.fromEntries(
    names.map((name) => [name, steps.reduce((sum, step) => sum + (step[name] ?? Number.NaN), 0)]),
  )
  expect(sums).toEqual(expected ?? Object.fromEntries(names.map((name) => [name, 0])))
})

test('each call of the list has its outcome, in JSON and in the last column of CSV', async () => {
  const { calls }: { calls: { outcome: string }[] } = await read('/v2/calls')
  expect(calls.map(({ outcome }) => outcome)).toEqual([
    'refused',
    'failed',
    'no_match',
    'no_match',
    'no_match',
    'refused',
    'answered',
  ])
  const csv = await (await app.call(secret, '/v2/calls?format=csv&limit=1')).text()
  expect(csv.split('\r\n').map((line) => line.split(',').at(-1))).toEqual(['outcome', 'refused', ''])
})

test('the operator overview counts outcomes over all accounts', async () => {
  const { last_24_hours: day } = (await (await app.admin('/admin/overview')).json()) as {
    last_24_hours: object
  }
  expect(day).toMatchObject(counts)
})

test.each([
  ['answered', 1],
  ['no_match', 3],
  ['refused', 2],
  ['failed', 1],
])(
  'the filter outcome=%s selects %d calls in the lists and in both histograms',
  async (outcome, expected) => {
    const query = `outcome=${outcome}`
    const admin = async (path: string) => (await (await app.admin(path)).json()) as never
    for (const list of [read(`/v2/calls?${query}`), admin(`/admin/calls?${query}`)]) {
      const { calls }: { calls: { outcome: string }[] } = await list
      expect(calls.map((call) => call.outcome)).toEqual(Array(expected).fill(outcome))
    }
    const day = new Date(Date.now() - 86_400_000 * 200).toISOString().slice(0, 10)
    // From the log and, over many days, from the counters.
    for (const path of [`/v2/calls/histogram?${query}`, `/v2/calls/histogram?${query}&from=${day}`]) {
      const { steps }: { steps: { calls: number }[] } = await read(path)
      expect(steps.reduce((sum, { calls }) => sum + calls, 0)).toBe(expected)
    }
    const both: { calls: object[] } = await read(`/v2/calls?${query}&status=404`)
    expect(both.calls).toHaveLength(outcome === 'no_match' ? 3 : 0)
  },
)

test('an unknown outcome is 400 and the message lists the outcomes', async () => {
  for (const path of ['/v2/calls', '/v2/calls/histogram']) {
    const refused = await app.call(secret, `${path}?outcome=lost`)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: 'Bad Request: outcome must be one of answered, no_match, refused, failed' },
    ])
  }
})
