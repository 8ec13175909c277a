// Lists of the operator over all accounts and of an account over itself: accounts, changes, jobs, batches, and the
// overview.

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccountStore, listAccounts } from '../../src/accounts/account-store.ts'
import { listChanges } from '../../src/accounts/admin-log.ts'
import { createKeys } from '../../src/accounts/keys.ts'
import { listBatches } from '../../src/calls/batches/read-batches.ts'
import { listAllJobs } from '../../src/calls/jobs/read-jobs.ts'
import { createDeliveries } from '../../src/calls/webhooks/read-deliveries.ts'
import { readActivity, readOverview } from '../../src/ledger/log/overview.ts'
import { toProvenanceFields } from '../../src/lookups/lookup-result.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import {
  addMember,
  buildLog,
  buildRequest,
  endpointPath,
  type Member,
  openLedger,
  setNow,
} from '../support/ledger.ts'

let fresh: FreshDatabase
let time: number
beforeEach(async () => {
  fresh = await freshDatabase({ max: 1, maxReads: 1 })
  time = Date.parse('2031-05-10T10:00:00Z')
  await setNow(fresh.database, new Date(time))
})
afterEach(() => fresh.drop())

const move = (ms: number) => {
  time += ms
  return setNow(fresh.database, new Date(time))
}

/** Every page of a list, one after the other. */
async function pages<T>(
  read: (cursor?: string) => Promise<{ items: T[]; next_cursor: string | null }>,
): Promise<T[][]> {
  const all: T[][] = []
  let cursor: string | undefined
  do {
    const { items, next_cursor } = await read(cursor)
    all.push(items)
    cursor = next_cursor ?? undefined
  } while (cursor !== undefined)
  return all
}

const at = (cursor?: string) => (cursor === undefined ? {} : { cursor })

test('accounts are listed newest first with their balances, and found by a part of slug or name', async () => {
  const accounts = createAccountStore(fresh.database)
  for (const slug of ['acme', 'beta', 'gamma'])
    await accounts.create({ slug, name: `Firm ${slug === 'beta' ? '100% ACME' : slug}` }, 'test')
  await accounts.change('beta', { subscription_total: 10, period_days: 1 }, 'test')
  const list = (search?: string) =>
    pages(async (cursor) => {
      const query = { limit: 2, ...(search === undefined ? {} : { search }), ...at(cursor) }
      const page = await listAccounts(fresh.database.pool, query)
      return { items: page.accounts.map(({ slug }) => slug), next_cursor: page.next_cursor }
    })
  expect(await list()).toEqual([['gamma', 'beta'], ['acme']])
  expect(await list('Acme')).toEqual([['beta', 'acme']])
  expect(await list('0%')).toEqual([['beta']])
  expect(await list('%')).toEqual([['beta']])
  expect(await list('_\0')).toEqual([[]])
  // Equal to the view of one account, also after its period has ended.
  await move(36 * 3_600_000)
  const { accounts: shown } = await listAccounts(fresh.database.pool, { search: 'beta', defaultPerSecond: 7 })
  expect(shown).toEqual([await createAccountStore({ ...fresh.database, defaultPerSecond: 7 }).get('beta')])
  expect(shown[0]).toMatchObject({
    period: { start: '2031-05-11' },
    subscription: { granted: 20, expired: 10 },
  })
  for (const query of [{ limit: 0 }, { limit: 1001 }, { cursor: 'x' }])
    await expect(listAccounts(fresh.database.pool, query)).rejects.toMatchObject({
      reason: 'invalid_parameter',
    })
  expect((await listAccounts(fresh.database.pool, { cursor: '999999999999999' })).accounts).toHaveLength(3)
})

test('changes are listed newest first, all or those of one subject', async () => {
  const member = await addMember(fresh.database, { slug: 'acme' })
  await addMember(fresh.database, { slug: 'beta' })
  await createAccountStore(fresh.database).changeCredits('acme', { credits: 5, reason: 'gift' }, 'anna')
  await createKeys(fresh.database).change(member.keyId, { active: false }, 'anna')
  const list = (subject?: string) =>
    pages(async (cursor) => {
      const query = { limit: 2, ...(subject === undefined ? {} : { subject }), ...at(cursor) }
      const page = await listChanges(fresh.database.pool, query)
      return { items: page.changes.map(({ action }) => action), next_cursor: page.next_cursor }
    })
  expect(await list()).toEqual([
    ['change key', 'grant credits'],
    ['create key', 'create account'],
    ['create key', 'create account'],
  ])
  expect(await list('acme')).toEqual([['grant credits', 'create account']])
  expect(await list(member.keyId)).toEqual([['change key', 'create key']])
  expect(await list('nobody\0')).toEqual([[]])
  expect((await listChanges(fresh.database.pool, { subject: 'acme', limit: 1 })).changes).toEqual([
    {
      at: '2031-05-10T10:00:00.000Z',
      actor: 'anna',
      action: 'grant credits',
      subject: 'acme',
      detail: { credits: 5, reason: 'gift' },
    },
  ])
})

async function addJob(member: Member, state: string, batchId: string | null = null): Promise<string> {
  const id = randomUUID()
  await fresh.database.pool.query(
    `insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, state, created,
      finished, batch_id, item)
    values ($1, $2, $3, $4, '{}', false, 0, 2, $5::job_state, quarry_now(),
      case when $5::text in ('completed', 'failed') then quarry_now() end, $6::uuid, case when $6 is not null then 0 end)`,
    [id, member.accountId, member.keyId, endpointPath, state, batchId],
  )
  await move(1000)
  return id
}

test('the operator sees the jobs of all accounts, newest first', async () => {
  const members = [await addMember(fresh.database), await addMember(fresh.database)]
  const [one, two] = members as [Member, Member]
  const batchId = randomUUID()
  const ids = [
    await addJob(one, 'completed'),
    await addJob(two, 'queued'),
    await addJob(one, 'queued', batchId),
    await addJob(two, 'failed'),
    await addJob(one, 'running'),
  ].toReversed()
  const list = (query: object) =>
    pages(async (cursor) => {
      const page = await listAllJobs(fresh.database.pool, { limit: 2, ...query, ...at(cursor) })
      return { items: page.jobs.map(({ job_id }) => job_id), next_cursor: page.next_cursor }
    })
  expect(await list({})).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  expect(await list({ state: 'queued' })).toEqual([[ids[2], ids[3]]])
  expect(await list({ accountId: two.accountId })).toEqual([[ids[1], ids[3]]])
  const { jobs } = await listAllJobs(fresh.database.pool, { accountId: one.accountId, state: 'queued' })
  expect(jobs).toEqual([
    {
      job_id: ids[2],
      account: one.slug,
      key_id: one.keyId,
      batch_id: batchId,
      status: 'queued',
      endpoint: endpointPath,
      attempts: 0,
      price: 2,
      credits: 0,
      status_code: null,
      error: null,
      reason: null,
      ...toProvenanceFields(null),
      created_at: '2031-05-10T10:00:02.000Z',
      started_at: null,
      finished_at: null,
    },
  ])
  await fresh.database.pool.query(`update jobs set expires = quarry_now() where state = 'completed'`)
  // A finished job is listed for 30 days, longer than its result is stored.
  expect((await list({})).flat()).toEqual(ids)
  await move(30 * 24 * 3_600_000)
  expect((await list({})).flat()).toEqual(ids.slice(0, 4))
  for (const query of [{ limit: 101 }, { cursor: '5' }])
    await expect(listAllJobs(fresh.database.pool, query)).rejects.toMatchObject({
      reason: 'invalid_parameter',
    })
})

async function addBatch(member: Member, open: number, cancelled = false): Promise<string> {
  const id = randomUUID()
  await fresh.database.pool.query(
    `insert into batches (id, account_id, endpoint, total, open, cancelled, created, finished)
    values ($1, $2, $3, 3, $4::integer, $5, quarry_now(), case when $4 = 0 then quarry_now() end)`,
    [id, member.accountId, endpointPath, open, cancelled],
  )
  await move(1000)
  return id
}

test('an account sees its own batches, the operator those of all', async () => {
  const one = await addMember(fresh.database)
  const two = await addMember(fresh.database)
  const ids = [
    await addBatch(one, 2),
    await addBatch(two, 0),
    await addBatch(one, 0, true),
    await addBatch(one, 1, true),
    await addBatch(one, 0),
  ].toReversed()
  const list = (accountId: number | null, query: object = {}) =>
    pages(async (cursor) => {
      const viewer = accountId === null ? null : { accountId, keyId: null }
      const page = await listBatches(fresh.database.pool, viewer, { limit: 3, ...query, ...at(cursor) })
      return { items: page.batches.map(({ batch_id }) => batch_id), next_cursor: page.next_cursor }
    })
  expect(await list(null)).toEqual([ids.slice(0, 3), ids.slice(3)])
  expect(await list(one.accountId)).toEqual([[ids[0], ids[1], ids[2]], [ids[4]]])
  expect(await list(two.accountId)).toEqual([[ids[3]]])
  expect(await list(one.accountId, { state: 'running', limit: 1 })).toEqual([[ids[1]], [ids[4]]])
  expect(await list(one.accountId, { state: 'cancelled' })).toEqual([[ids[2]]])
  expect(await list(null, { state: 'completed' })).toEqual([[ids[0], ids[3]]])
  expect(
    (await listBatches(fresh.database.pool, { accountId: two.accountId, keyId: null }, {})).batches,
  ).toEqual([
    {
      batch_id: ids[3],
      account: two.slug,
      status: 'completed',
      endpoint: endpointPath,
      total: 3,
      open: 0,
      created_at: '2031-05-10T10:00:01.000Z',
      finished_at: '2031-05-10T10:00:01.000Z',
      url: `/v2/batches/${ids[3]}`,
      results_url: `/v2/batches/${ids[3]}/results`,
    },
  ])
  await fresh.database.pool.query('update batches set expires = quarry_now() where id = $1', [ids[0]])
  expect((await list(one.accountId)).flat()).toEqual([ids[1], ids[2], ids[4]])
})

test('the overview counts accounts, keys and jobs, and the calls of the last day', async () => {
  const ledger = openLedger(fresh.database)
  const { credits } = ledger
  const member = await addMember(fresh.database, { bonus_credits: 100 })
  const off = await addMember(fresh.database)
  await createAccountStore(fresh.database).change(off.slug, { active: false }, 'test')
  const keys = createKeys(fresh.database)
  await keys.create(member.slug, { alias: 'over', expires: '2031-05-01' }, 'test')
  await credits.charge(buildLog(buildRequest(member)), 5)
  await move(24 * 3_600_000)
  await credits.charge(buildLog(buildRequest(member)), 3)
  await ledger.requestLog.record(buildLog(buildRequest(member), 404))
  await addJob(member, 'queued')
  await addJob(member, 'running')
  await addJob(member, 'completed')
  await fresh.database.pool.query(
    `insert into webhook_deliveries (account_id, job_id, url, state, created, next_at, give_up_at, finished)
    select $1, gen_random_uuid(), 'https://a.example/', s, quarry_now(), case when s = 'pending' then quarry_now() end,
      quarry_now(), case when s <> 'pending' then quarry_now() end
    from unnest(enum_range(null::delivery_state)) s`,
    [member.accountId],
  )
  expect(await readOverview(fresh.database.pool)).toEqual({
    accounts: { total: 2, active: 1 },
    active_keys: 1,
    last_24_hours: { calls: 2, credits: 3, errors: 1, answered: 1, no_match: 1, refused: 0, failed: 0 },
    open_jobs: { queued: 1, running: 1 },
    pending_deliveries: 1,
  })
  const last = { calls: 2, credits: 3, answered: 1, no_match: 1, refused: 0, failed: 0 }
  const { steps, accounts, ...head } = await readActivity(fresh.database.pool, 1)
  expect(head).toEqual({ from: steps[0]?.at, step_seconds: 3600 })
  expect(steps).toHaveLength(24)
  expect(steps.at(-1)).toMatchObject({ ...last, p50_ms: expect.any(Number), p95_ms: expect.any(Number) })
  expect(steps[0]).toMatchObject({ calls: 0, credits: 0, p50_ms: null })
  expect(accounts).toEqual([{ account: member.slug, name: expect.any(String), ...last }])
  const week = await readActivity(fresh.database.pool, 7)
  expect([week.step_seconds, week.steps.length]).toEqual([86_400, 7])
  expect(week.steps.slice(-2)).toMatchObject([{ calls: 1, credits: 5 }, last])
  expect(week.accounts).toMatchObject([{ calls: 3, credits: 8 }])
  await ledger.close()
})

test('the operator sees the webhook deliveries of all accounts, newest first', async () => {
  const [one, two] = [await addMember(fresh.database), await addMember(fresh.database)]
  const ids: string[] = []
  for (const [member, state] of [
    [one, 'pending'],
    [two, 'delivered'],
    [two, 'pending'],
  ] as const) {
    const { rows } = await fresh.database.pool.query<{ id: string }>(
      `insert into webhook_deliveries (account_id, job_id, url, state, created, next_at, give_up_at, finished)
      values ($1, gen_random_uuid(), 'https://a.example/', $2::delivery_state, quarry_now(),
        case when $2 = 'pending' then quarry_now() end, quarry_now(), case when $2 <> 'pending' then quarry_now() end)
      returning id`,
      [member.accountId, state],
    )
    ids.unshift(rows[0]?.id ?? '')
    await move(1000)
  }
  const deliveries = createDeliveries(fresh.database)
  const list = (accountId: number | null, state: 'pending' | null = null) =>
    pages(async (cursor) => {
      const page = await deliveries.listAll(accountId, { state, limit: 2, cursor: cursor ?? null })
      return {
        items: page.deliveries.map(({ delivery_id: id, account }) => [id, account]),
        next_cursor: page.next_cursor,
      }
    })
  const [newest, middle, oldest] = [
    [ids[0], two.slug],
    [ids[1], two.slug],
    [ids[2], one.slug],
  ]
  expect(await list(null)).toEqual([[newest, middle], [oldest]])
  expect(await list(null, 'pending')).toEqual([[newest, oldest]])
  expect(await list(one.accountId)).toEqual([[oldest]])
})
