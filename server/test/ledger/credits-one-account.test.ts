// All work for an account uses only the rows of that account, so that accounts can be spread over several clusters:
// while all rows of another account are locked, no statement waits for them, and they stay unchanged.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { createCredits } from '../../src/ledger/credits.ts'
import { addUpCounters } from '../../src/ledger/log/counters.ts'
import { holdMany } from '../../src/ledger/reserve.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { isRefusal } from '../../src/platform/errors.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventPath, readJobId, requestJob, waitForEnd, waitUntil } from '../support/jobs.ts'
import { addMember, buildRequest, type Member, readFunds } from '../support/ledger.ts'

let fresh: FreshDatabase
let app: TestApp
beforeAll(async () => {
  fresh = await freshDatabase()
  // New sessions fail instead of waiting for a locked row.
  const name = new URL(fresh.target.url).pathname.slice(1)
  await fresh.database.pool.query(`alter database ${name} set lock_timeout = '3s'`)
  app = await startApp({ database: connect(fresh.target) })
})
afterAll(async () => {
  await app.close()
  await app.database.close()
  await fresh.drop()
})

/** Tables with data of accounts, with the condition that selects the rows of one account. */
async function readTables({ accountId, keyId }: Member): Promise<Map<string, string>> {
  const { rows } = await app.database.pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
    group by c.relname`,
  )
  const conditions = rows.flatMap(({ name, columns }): [string, string][] => {
    if (name === 'accounts') return [[name, `id = ${accountId}`]]
    if (columns.includes('account_id')) return [[name, `account_id = ${accountId}`]]
    return columns.includes('key_id') ? [[name, `key_id = '${keyId}'`]] : []
  })
  return new Map(conditions)
}

const fingerprint = async (member: Member): Promise<Record<string, string>> => {
  const print: Record<string, string> = {}
  for (const [name, condition] of await readTables(member)) {
    // Counts of stored bytes are folded from time to time, so only their sum is compared.
    const summary =
      name === 'stored_bytes'
        ? `coalesce(sum(bytes), 0)::text`
        : `count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')`
    const { rows } = await app.database.pool.query<{ print: string }>(
      `select ${summary} as print from ${name} t where ${condition}`,
    )
    print[name] = rows[0]?.print ?? ''
  }
  return print
}

const readStatus = async (response: Promise<Response>): Promise<number> => {
  const { status } = await response.then(async (received) => {
    await received.arrayBuffer()
    return received
  })
  return status
}

/** Makes each kind of call, and every other change of credits. */
async function doEverything({ secret, slug, accountId, keyId }: Member): Promise<void> {
  const get = (query: string, init?: RequestInit) =>
    readStatus(app.call(secret, `${eventPath}?${query}`, init))
  expect(await get('query=1000000000017')).toBe(200)
  expect(await get('query=1000000000017&max_age=3600')).toBe(200)
  expect(await get('query=1000000000017', { headers: { 'idempotency-key': randomUUID() } })).toBe(200)
  expect(await get('query=1')).toBe(404)
  expect(await get('')).toBe(400)
  for (const path of ['/v2/usage', '/v2/statistics', '/v2/calls', '/jobs'])
    expect([path, await readStatus(app.call(secret, path))]).toEqual([path, 200])
  const job = await readJobId(await requestJob(app, secret))
  expect((await waitForEnd(app, secret, job)).status).toBe('completed')
  const batch = await app.call(secret, '/v2/batches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: eventPath, inputs: [{ query: '1000000000017' }] }),
  })
  expect([batch.status, await batch.text()]).toEqual([202, expect.anything()])
  await waitUntil(async () => {
    const open = `select 1 from jobs where account_id = $1 and state in ('queued', 'running')`
    return (await app.database.pool.query(open, [accountId])).rowCount === 0
  })
  const grant = { method: 'POST', body: JSON.stringify({ credits: 5, reason: 'more' }) }
  expect(await readStatus(app.admin(`/admin/accounts/${slug}/credits`, grant))).toBe(201)
  const change = { method: 'PATCH', body: JSON.stringify({ quotas: { daily: 1000 } }) }
  expect(await readStatus(app.admin(`/admin/keys/${keyId}`, change))).toBe(200)
  const credits = createCredits({ database: app.database, owner: 'one that dies' })
  await credits.hold(buildRequest({ accountId, keyId }))
  await app.database.pool.query(`update holds set lease_until = '-infinity' where account_id = $1`, [
    accountId,
  ])
  expect(await credits.sweepOrphans()).toBe(1)
  await credits.close()
}

test('no row of another account is read, waited for or changed', async () => {
  const [mine, other] = [
    await addMember(app.database, { bonus_credits: 1000, statistics_enabled: true }),
    await addMember(app.database, { bonus_credits: 1000, statistics_enabled: true }),
  ]
  await doEverything(other)
  // Any server may add pending counters of calls at any time, so all are added up first.
  await waitUntil(async () => {
    await addUpCounters(app.database.pool)
    return (await app.database.pool.query('select from rollups_pending')).rowCount === 0
  })
  const before = await fingerprint(other)
  expect(Number.parseInt(String(before.ledger), 10)).toBeGreaterThan(4)
  const locking = await fresh.database.pool.connect()
  try {
    await locking.query('begin')
    for (const [name, condition] of await readTables(other))
      await locking.query(`select from ${name} where ${condition} for update`)
    await doEverything(mine)
  } finally {
    await locking.query('rollback')
    locking.release()
  }
  expect(await fingerprint(other)).toEqual(before)
  expect(await audit(app.database)).toEqual([])
})

test('calls of several accounts in one statement are each decided by their own account', async () => {
  const rich = await addMember(app.database, { bonus_credits: 10 })
  const poor = await addMember(app.database, { bonus_credits: 1 })
  const calls = [rich, poor, rich, poor, rich].map((member) => buildRequest(member))
  const decided = await holdMany(app.database.pool, 'server', calls)
  expect(decided.map((one) => (isRefusal(one) ? one.reason : one.remaining))).toEqual([
    9,
    0,
    8,
    'credits_exhausted',
    7,
  ])
  expect([
    await readFunds(app.database, rich.accountId),
    await readFunds(app.database, poor.accountId),
  ]).toMatchObject([
    { bonus_held: 3, bonus_available: 7 },
    { bonus_held: 1, bonus_available: 0 },
  ])
})
