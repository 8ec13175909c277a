// Listing the request log over some months of rows: filters, periods, cursors, visibility, and the cost of reading.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeys } from '../../src/accounts/keys.ts'
import { readHistogram } from '../../src/ledger/log/call-histogram.ts'
import { type CallsQuery, listCalls } from '../../src/ledger/log/list-calls.ts'
import { toCallsCsv } from '../../src/ledger/log/log-rows.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { fillLog, logDays, logStart, measureCost } from '../support/filled-log.ts'
import { addMember, type Member } from '../support/ledger.ts'

const count = 20_000
const rowMs = (logDays * 86_400_000) / count

let fresh: FreshDatabase
let members: Member[]
let own: Member

beforeAll(async () => {
  fresh = await freshDatabase({ max: 1, maxReads: 1 })
  members = []
  for (let n = 0; n < 3; n += 1) members.push(await addMember(fresh.database))
  own = members[1] as Member
  await fillLog(fresh.database, members, count)
})
afterAll(() => fresh.drop())

/** The row numbers, which are in the parameters of the rows. */
async function numbers(query: CallsQuery): Promise<number[]> {
  const found: number[] = []
  let cursor: string | undefined
  do {
    const page = await listCalls(fresh.database, { limit: 1000, ...query, ...(cursor ? { cursor } : {}) })
    found.push(...page.calls.map(({ params }) => Number(params?.replace(/\D/g, ''))))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

const all = Array.from({ length: count }, (_, n) => count - n)
const owned = all.filter((n) => n % 3 === 1)
const toTime = (n: number) => new Date(logStart + n * rowMs)
const iso = (n: number) => toTime(n).toISOString()

test('an account sees its own calls, newest first, page after page', async () => {
  expect(await numbers({ accountId: own.accountId, limit: 997 })).toEqual(owned)
  expect((await listCalls(fresh.database, { accountId: own.accountId })).calls).toHaveLength(50)
})

test('each filter returns only matching calls', async () => {
  const listOwn = (query: CallsQuery) => numbers({ accountId: own.accountId, ...query })
  expect(await listOwn({ endpoint: '/v2/test/2' })).toEqual(owned.filter((n) => n % 4 === 2))
  expect(await listOwn({ status: 404 })).toEqual(owned.filter((n) => n % 10 === 0))
  expect(await listOwn({ status: 200 })).toEqual(owned.filter((n) => n % 10 !== 0))
  expect(await listOwn({ reason: 'not_found', provider: 'site', endpoint: '/v2/test/0' })).toEqual(
    owned.filter((n) => n % 20 === 0),
  )
  expect(await listOwn({ provider: 'sandbox' })).toEqual(owned.filter((n) => n % 2 === 1))
  expect(await listOwn({ text: 'iTEM 1000' })).toEqual(owned.filter((n) => String(n).startsWith('1000')))
  expect(await listOwn({ text: '%' })).toEqual([])
  expect(await listOwn({ text: '\0' })).toEqual([])
  expect(await listOwn({ key: 'main' })).toEqual(owned)
  expect(await listOwn({ key: own.keyId.toUpperCase() })).toEqual(owned)
  expect(await listOwn({ key: members[0]?.keyId ?? '' })).toEqual([])
  // The operator's list, of all accounts.
  expect(await numbers({ endpoint: '/v2/test/3' })).toEqual(all.filter((n) => n % 4 === 3))
  expect(await numbers({ status: 404 })).toEqual(all.filter((n) => n % 10 === 0))
  expect(await numbers({ accountId: null, key: own.keyId })).toEqual(owned)
})

test('a key restricted to its own calls sees only those', async () => {
  const other = await createKeys(fresh.database).create(own.slug, { alias: 'second' }, 'test')
  const query = { accountId: own.accountId, limit: 1000 }
  expect(await numbers({ ...query, keyId: other.id })).toEqual([])
  expect(await numbers({ ...query, keyId: own.keyId })).toEqual(owned)
  expect(await numbers({ ...query, keyId: other.id, key: 'main' })).toEqual([])
})

test('a period includes its start and excludes its end', async () => {
  const [first, last] = [owned[4000] ?? 0, owned[1000] ?? 0]
  const ownedInRange = owned.filter((n) => n >= first && n < last)
  const period = { from: iso(first), to: iso(last) }
  expect(await numbers({ accountId: own.accountId, ...period })).toEqual(ownedInRange)
  expect(await numbers({ accountId: own.accountId, ...period, limit: 100, status: 404 })).toEqual(
    ownedInRange.filter((n) => n % 10 === 0),
  )
  expect(await numbers(period)).toEqual(all.filter((n) => n >= first && n < last))
  const day = owned.filter((n) => iso(n).startsWith('2031-03-05'))
  expect(day.length).toBeGreaterThan(10)
  expect(await numbers({ accountId: own.accountId, from: '2031-03-05', to: '2031-03-05' })).toEqual(day)
  expect(await numbers({ accountId: own.accountId, from: '2040-01-01' })).toEqual([])
  expect(await numbers({ accountId: own.accountId, to: '2020-01-01' })).toEqual([])
  expect(await numbers({ accountId: own.accountId, to: '9999-12-31', from: '0001-01-01' })).toEqual(owned)
})

test('one request is found by its id, in its own account only', async () => {
  const number = owned[5000] ?? 0
  const query = { text: `Item ${number}"`, accountId: own.accountId }
  const [call] = (await listCalls(fresh.database, query)).calls
  const requestId = call?.request_id ?? ''
  expect(await numbers({ accountId: own.accountId, requestId })).toEqual([number])
  expect(await numbers({ requestId })).toEqual([number])
  expect(await numbers({ accountId: own.accountId, requestId, status: 599 })).toEqual([])
  expect(await numbers({ accountId: members[0]?.accountId ?? 0, requestId })).toEqual([])
  // An id of version 7 with an impossible time, and one of version 4 without a time.
  for (const unknown of ['ffffffff-ffff-7fff-8fff-ffffffffffff', 'ffffffff-ffff-4fff-8fff-ffffffffffff'])
    expect(await numbers({ accountId: own.accountId, requestId: unknown })).toEqual([])
})

test('invalid values are refused with the name of the parameter', async () => {
  const accountId = own.accountId
  const refused: [CallsQuery, string][] = [
    [{ from: '2031-02-30' }, 'from'],
    [{ to: '2031-02-03T10:00' }, 'to'],
    [{ to: 'yesterday' }, 'to'],
    [{ requestId: 'x' }, 'request_id'],
    [{ status: 1.5 }, 'status'],
    [{ limit: 1001 }, 'limit'],
    // A sequence number would reveal how much other accounts do, so it is not a valid cursor for an account.
    [{ accountId, cursor: '17' }, 'cursor'],
    [{ cursor: 'x' }, 'cursor'],
  ]
  for (const [query, name] of refused)
    await expect(listCalls(fresh.database, query)).rejects.toMatchObject({
      reason: 'invalid_parameter',
      message: expect.stringContaining(name),
    })
})

test("an account's cursor does not contain the sequence number", async () => {
  const { calls, next_cursor } = await listCalls(fresh.database, { accountId: own.accountId, limit: 1 })
  expect(next_cursor).toBe(`${(Date.parse(calls[0]?.at ?? '') / 1000).toFixed(3)}000_${calls[0]?.request_id}`)
})

const filters: CallsQuery = {
  endpoint: '/v2/test/1',
  status: 404,
  reason: 'not_found',
  key: 'main',
  provider: 'site',
  text: 'item',
}

test('no combination of filters scans the whole log, or reads much more than it returns', async () => {
  const names = Object.keys(filters) as (keyof CallsQuery)[]
  const [from, to] = [iso(10_000), iso(10_300)]
  for (let choice = 0; choice < 2 ** names.length; choice += 1) {
    const chosen = names.filter((_, n) => choice & (1 << n))
    const some = Object.fromEntries(chosen.map((name) => [name, filters[name]]))
    const query = { accountId: own.accountId, ...some, from, to }
    const { scanned, wholeReads, rows } = await measureCost(fresh.database, 'calls', (pool) =>
      listCalls({ pool }, query),
    )
    expect({ chosen, scanned, wholeReads }).toEqual({ chosen, scanned: [], wholeReads: 0 })
    // A hundred rows of the account, some around them, and those that the search for the period reads.
    expect(rows).toBeLessThan(600)
  }
  for (const more of [
    {},
    { text: 'nowhere' },
    { status: 404 },
    { outcome: 'failed' as const },
    { keyId: own.keyId },
  ]) {
    const query = { accountId: own.accountId, ...more }
    const cost = await measureCost(fresh.database, 'calls', (pool) => listCalls({ pool }, query))
    expect(cost).toMatchObject({ scanned: [], wholeReads: 0 })
    expect(cost.rows).toBeLessThan(owned.length + 100)
  }
  const page = await listCalls(fresh.database, { accountId: own.accountId, limit: 200 })
  const cursor = page.next_cursor ?? ''
  const next = await measureCost(fresh.database, 'calls', (pool) =>
    listCalls({ pool }, { accountId: own.accountId, limit: 200, cursor }),
  )
  expect(next).toMatchObject({ scanned: [], wholeReads: 0 })
  expect(next.rows).toBeLessThan(700)
})

test('a histogram counts exactly the calls of its range, each in its step, and reads no other rows', async () => {
  const [from, to] = [iso(10_000), iso(10_300)]
  const ownedInRange = owned.filter((n) => n >= 10_000 && n < 10_300)
  const cost = await measureCost(fresh.database, 'calls', async (pool) => {
    const made = await readHistogram(pool, { accountId: own.accountId, text: 'ITEM', from, to })
    const inStep = (at: string, numbers: number[]) =>
      numbers.filter((n) => {
        const sinceMs = toTime(n).getTime() - Date.parse(at)
        return sinceMs >= 0 && sinceMs < made.step_seconds * 1000
      }).length
    const expected = made.steps.map(({ at }) => ({
      at,
      calls: inStep(at, ownedInRange),
      errors: inStep(
        at,
        ownedInRange.filter((n) => n % 10 === 0),
      ),
    }))
    expect(made).toMatchObject({ step_seconds: 3600, counted_from: null, steps: expected })
    expect(made.steps.reduce((sum, { calls }) => sum + calls, 0)).toBe(ownedInRange.length)
  })
  expect(cost).toMatchObject({ scanned: [], wholeReads: 0 })
  expect(cost.rows).toBeLessThan(600)
})

test('a histogram of all accounts counts their calls together, and reads no other rows', async () => {
  const [from, to] = [iso(10_000), iso(10_300)]
  for (const [filters, expected] of [
    [{ text: 'item' }, all],
    [{ text: 'item', endpoint: '/v2/test/2' }, all.filter((n) => n % 4 === 2)],
  ] as const) {
    const ownedInRange = expected.filter((n) => n >= 10_000 && n < 10_300)
    const cost = await measureCost(fresh.database, 'calls', async (pool) => {
      const { steps } = await readHistogram(pool, { ...filters, from, to })
      expect(steps.reduce((sum, { calls }) => sum + calls, 0)).toBe(ownedInRange.length)
      const failed = ownedInRange.filter((n) => n % 10 === 0).length
      expect(steps.reduce((sum, { errors }) => sum + errors, 0)).toBe(failed)
    })
    expect(cost).toMatchObject({ scanned: [], wholeReads: 0 })
    expect(cost.rows).toBeLessThan(ownedInRange.length + 500)
  }
  // The start of the range is read from the first row alone.
  const begin = await measureCost(fresh.database, 'calls', async (pool) => {
    const { from: first } = await readHistogram(pool, { endpoint: '/v2/test/2' })
    expect(first).toBe(iso(1))
  })
  expect(begin).toMatchObject({ scanned: [], wholeReads: 0 })
  expect(begin.rows).toBeLessThan(50)
})

test('a page as CSV contains no cell that a spreadsheet would run as a formula', async () => {
  const { calls } = await listCalls(fresh.database, { accountId: own.accountId, limit: 2 })
  const [first] = calls
  if (!first) throw new Error('no call')
  const lines = toCallsCsv([{ ...first, params: '=1+1', reason: null }]).split('\r\n')
  expect(lines).toEqual([
    'request_id,at,account,key_id,endpoint,params,recorded_status,sent_status,reason,credits,subscription_credits,' +
      'bonus_credits,ms,job_id,client_closed,cache_age_seconds,provider,record_fields,record_form,count,outcome',
    `${first.request_id},${first.at},${own.slug},${own.keyId},${first.endpoint},'=1+1,200,200,,1,1,0,10,,false,,` +
      `${first.provider},,,1,answered`,
    '',
  ])
  expect(toCallsCsv(calls).split('\r\n')).toHaveLength(4)
})

test('a short range with too many rows to scan is counted by hour', async () => {
  const crowd = await addMember(fresh.database)
  const { accountId, keyId } = crowd
  await fresh.database.pool.query(
    `insert into calls (at, request_id, account_id, key_id, endpoint, params, recorded_status, sent_status,
      subscription_credits, bonus_credits, ms, client_closed)
    select quarry_now() - n * interval '1 ms', gen_random_uuid(), $1, $2, '/v2/test/1', '{}', 200, 200, 1, 0, 10, false
    from generate_series(1, 50000) n`,
    [accountId, keyId],
  )
  await fresh.database.pool.query(
    `insert into rollups_hourly (account_id, hour, endpoint, key_id, provider, form, status, ms_at_most, calls, credits)
    select $1, date_trunc('hour', quarry_now(), 'UTC') - interval '1 hour', '/v2/test/1', $2, '', '', 200, 10, 50000, 50000`,
    [accountId, keyId],
  )
  const made = await readHistogram(fresh.database.pool, { accountId })
  expect([made.step_seconds, made.counted_from]).toEqual([3600, null])
  expect(made.steps.map(({ calls }) => calls)).toEqual([50_000, ...made.steps.slice(1).map(() => 0)])
  const some = await readHistogram(fresh.database.pool, { accountId, text: '{' })
  expect(some.step_seconds).toBeLessThan(3600)
  expect(some.counted_from).not.toBeNull()
})

test('a page scans a bounded number of rows, and its cursor continues from there', async () => {
  const busy = await addMember(fresh.database)
  await fillLog(fresh.database, [busy], 60_000)
  const query = { accountId: busy.accountId, text: 'Item 5"' }
  let next: string | null = null
  const cost = await measureCost(fresh.database, 'calls', async (pool) => {
    const page = await listCalls({ pool }, query)
    expect(page.calls).toEqual([])
    next = page.next_cursor
  })
  expect(cost).toMatchObject({ scanned: [], wholeReads: 0 })
  // Each step reads the next row of every monthly partition.
  expect(cost.rows).toBeGreaterThanOrEqual(50_000)
  expect(cost.rows).toBeLessThan(51_000)
  // A histogram that must scan rows is bounded, too, and reports from where on it has counted.
  const counting = await measureCost(fresh.database, 'calls', async (pool) => {
    const all = { accountId: busy.accountId, text: 'Item', from: new Date(logStart).toISOString() }
    const { steps, counted_from: since } = await readHistogram(pool, all)
    expect(steps.reduce((sum, { calls }) => sum + calls, 0)).toBe(50_000)
    expect(Date.parse(since ?? '')).toBeGreaterThan(logStart + (logDays - 126) * 86_400_000)
  })
  expect(counting).toMatchObject({ scanned: [], wholeReads: 0 })
  expect(counting.rows).toBeLessThan(51_000)
  const rest = await listCalls(fresh.database, { ...query, cursor: next ?? '' })
  expect(rest.calls.map(({ params }) => params)).toEqual(['{"query":"Item 5"}'])
  expect(rest.next_cursor).toBeNull()
})
