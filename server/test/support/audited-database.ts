// A small database with a row in every table that the audit compares: charges, holds, open and ended jobs, batches, a
// file that is still read, old and new quota usage, counters that are added up and counters that are pending.
import { randomUUID } from 'node:crypto'
import { createAccountStore } from '../../src/accounts/account-store.ts'
import type { Credits } from '../../src/ledger/credits.ts'
import type { Database } from '../../src/platform/db/connect.ts'
import { addMember, buildLog, buildRequest, endpointPath, type Member, openLedger } from './ledger.ts'

/** Holds the price of a job and stores it as queued. */
async function addJob({ pool }: Database, credits: Credits, member: Member, price: number) {
  const request = buildRequest(member, price, 'job')
  const hold = await credits.hold(request)
  await pool.query(
    `insert into jobs (id, account_id, key_id, endpoint, params, soft_fail, max_age_seconds, price, created)
    values ($1, $2, $3, $4, '{}', false, 0, $5, quarry_now())`,
    [hold.id, member.accountId, member.keyId, endpointPath, price],
  )
  return { request, hold }
}

export async function fillAuditedDatabase(database: Database): Promise<void> {
  const { pool } = database
  const ledger = openLedger(database)
  const { credits } = ledger
  const member = await addMember(database, { subscription_total: 6, bonus_credits: 20 })
  const { accountId, slug } = member
  await createAccountStore(database).changeCredits(slug, { credits: -1, reason: 'test' }, 'test')
  const callHold = await credits.hold(buildRequest(member, 2))
  for (const price of [2, 2, 3]) {
    const request = buildRequest(member, price)
    const fields = { provider: 'site', recordFields: '3/4', recordForm: 'json' }
    await credits.charge(buildLog(request, 200, fields), request.credits)
  }
  const ended = await addJob(database, credits, member, 2)
  const endLog = buildLog(ended.request, 201, { jobId: ended.hold.id })
  await credits.settle(ended.hold, { credits: 1, log: endLog })
  await pool.query(
    `update jobs set state = 'completed', finished = quarry_now(), credits = 1 where id = $1`,
    [ended.hold.id],
  )
  const open = await addJob(database, credits, member, 1)
  const batches = [
    { id: randomUUID(), job: ended.hold.id, total: 1, open: 0 },
    { id: randomUUID(), job: open.hold.id, total: 3, open: 3 },
  ]
  for (const batch of batches) {
    await pool.query(
      `insert into batches (id, account_id, endpoint, total, open, created, finished)
      values ($1, $2, $3, $4, $5, quarry_now(), case when $5 = 0 then quarry_now() end)`,
      [batch.id, accountId, endpointPath, batch.total, batch.open],
    )
    await pool.query('update jobs set batch_id = $1, item = 0 where id = $2', [batch.id, batch.job])
  }
  await pool.query(
    `insert into batch_uploads (id, account_id, key_id, endpoint, seen, total, next_item)
    values ($1, $2, $3, $4, now(), 3, 1)`,
    [batches[1]?.id, accountId, member.keyId, endpointPath],
  )
  // As if the hour of the first hold were long past, and its bucket deleted.
  await pool.query(
    `insert into quota_buckets (key_id, grain_seconds, start, credits) values ($1, 0, '-infinity', $2)`,
    [member.keyId, callHold.credits],
  )
  await pool.query('update quota_buckets set credits = credits - $1 where grain_seconds > 0', [
    callHold.credits,
  ])
  await ledger.requestLog.record(buildLog(buildRequest(member), 400))
  await ledger.requestLog.addUp()
  await ledger.requestLog.record(buildLog(buildRequest(member), 404))
  await ledger.close()
}
