// The last steps of a restore, after the rows: identity columns continue after the saved ids, holds of calls are
// released, and leases of servers that no longer run are ended.
import type { ClientBase } from 'pg'
import { statement } from '../../platform/db/statement.ts'
import type { Manifest, Totals } from './manifest.ts'

const callHoldsStatement = statement(`
select array_agg(distinct account_id) as accounts, array_agg(id) as ids from holds where kind = 'call'`)
const releaseStatement = statement(`
select count(*)::integer as count from quarry_settle($1::integer[], $2::uuid[], $3::integer[], false)`)
// A key without an answer belongs to a call that ended with its server.
const markersStatement = statement('delete from idempotency_keys where status is null')
const jobsStatement = statement(`
update jobs set state = 'queued', handed_back = handed_back + 1, lease_until = null where state = 'running'`)
const openJobsStatement = statement(`
select count(*)::integer as count from jobs where state in ('queued', 'running')`)
const deliveriesStatement = statement(`
update webhook_deliveries set lease_until = null, next_at = quarry_now() where state = 'pending' and lease_until is not null`)

export type RestoreSummary = { releasedHolds: number; openJobs: number }

export async function finishRestore(client: ClientBase, totals: Totals): Promise<RestoreSummary> {
  for (const [name, last] of Object.entries(totals.last_ids)) await continueIds(client, name, last)
  const { rows } = await client.query<{ accounts: number[] | null; ids: string[] | null }>(callHoldsStatement)
  const { accounts, ids } = rows[0] ?? {}
  if (accounts && ids) await client.query({ ...releaseStatement, values: [accounts, ids, ids.map(() => 0)] })
  await client.query(markersStatement)
  await client.query(jobsStatement)
  await client.query(deliveriesStatement)
  const open = await client.query<{ count: number }>(openJobsStatement)
  return { releasedHolds: ids?.length ?? 0, openJobs: open.rows[0]?.count ?? 0 }
}

async function continueIds(client: ClientBase, name: string, last: number): Promise<void> {
  const [table = '', column = ''] = name.split('.')
  const found = await client.query<{ max: string | null }>(`select max(${column}) as max from ${table}`)
  const highest = Math.max(last, Number(found.rows[0]?.max ?? 0))
  if (highest > 0)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [table, column, highest])
}

const monthPattern = /^(\d{4})_(\d{2})$/

/** Creates the partitions of the log that the saved database had: without them old months could not be dropped. */
export async function createMonths(client: ClientBase, { months }: Manifest): Promise<void> {
  for (const name of months) {
    const [, year, month] = monthPattern.exec(name) ?? []
    const [first, next] = [0, 1].map((ahead) =>
      new Date(Date.UTC(Number(year), Number(month) - 1 + ahead, 1)).toISOString(),
    )
    await client.query(
      `create table if not exists calls_${name} partition of calls for values from ('${first}') to ('${next}')`,
    )
  }
}
