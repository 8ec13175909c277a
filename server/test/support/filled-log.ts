// Fills the request log directly with some months of rows for several accounts, and measures the cost of reading it:
// the query plans and the number of rows read.
import type { Database } from '../../src/platform/db/connect.ts'
import { inTransaction } from '../../src/platform/db/connection.ts'
import type { Queryable } from '../../src/platform/db/statement.ts'
import { type Member, setNow } from './ledger.ts'

export const logStart = Date.parse('2031-01-10T00:00:00Z')
export const logDays = 150

/** `count` rows, alternating between the members, evenly over 150 days; every field is derived from the row number. */
export async function fillLog(database: Database, members: readonly Member[], count: number): Promise<void> {
  await setNow(database, new Date(logStart))
  await database.pool.query('select quarry_make_months(5)')
  await setNow(database, new Date(logStart + logDays * 86_400_000))
  await database.pool.query(
    `insert into calls (at, request_id, account_id, key_id, endpoint, params, recorded_status, sent_status, reason,
      subscription_credits, bonus_credits, ms, client_closed, provider)
    select t.at, (substr(t.ms, 1, 8) || '-' || substr(t.ms, 9, 4) || '-7' || substr(md5(n::text), 1, 3) || '-8'
        || substr(md5(n::text), 4, 3) || '-' || substr(md5(n::text), 7, 12))::uuid,
      ($1::integer[])[1 + n % $3], ($2::uuid[])[1 + n % $3], '/v2/test/' || n % 4, '{"query":"Item ' || n || '"}',
      case when n % 10 = 0 then 404 else 200 end, 200, case when n % 10 = 0 then 'not_found' end,
      1, 0, 10, false, case when n % 2 = 0 then 'site' else 'sandbox' end
    from generate_series(1, $4::integer) n cross join lateral (
      select to_timestamp($5::float8 + n * $6::float8) as at,
        lpad(to_hex(floor(($5::float8 + n * $6::float8) * 1000)::bigint), 12, '0') as ms
    ) t order by n`,
    [
      members.map(({ accountId }) => accountId),
      members.map(({ keyId }) => keyId),
      members.length,
      count,
      logStart / 1000,
      (logDays * 86_400) / count,
    ],
  )
  await database.pool.query('analyze calls')
}

type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] }

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

export type Cost = {
  /** Tables that a plan would scan completely. */
  scanned: string[]
  /** Sequential scans that happened, also inside functions. */
  wholeReads: number
  rows: number
}

/** What `work` costs in tables whose names start with `tables`. */
export async function measureCost(
  database: Database,
  tables: string,
  work: (pool: Queryable) => Promise<unknown>,
): Promise<Cost> {
  const scanned: string[] = []
  return inTransaction(database.pool, async (client) => {
    const explain = async (query: { text: string; values?: unknown[] }) => {
      const text = `explain (format json) ${query.text}`
      const { rows } = await client.query({ text, values: query.values ?? [] })
      for (const node of listNodes(rows[0]['QUERY PLAN'][0].Plan))
        if (node['Node Type'] === 'Seq Scan' && node['Relation Name']?.startsWith(tables))
          scanned.push(node['Relation Name'])
    }
    const before = await readCounts(client, tables)
    await work({
      query: (async (query: { text: string; values?: unknown[] }) => {
        await explain(query)
        return client.query(query)
      }) as Queryable['query'],
    })
    const after = await readCounts(client, tables)
    return { scanned, wholeReads: after.wholeReads - before.wholeReads, rows: after.rows - before.rows }
  })
}

/** What the session has read; may include earlier transactions. */
async function readCounts(client: Queryable, tables: string): Promise<Omit<Cost, 'scanned'>> {
  const { rows } = await client.query<Omit<Cost, 'scanned'>>(
    `select coalesce(sum(seq_scan), 0)::integer as "wholeReads",
      coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as rows
    from pg_stat_xact_user_tables where relname like $1`,
    [`${tables}%`],
  )
  return rows[0] ?? { wholeReads: 0, rows: 0 }
}
