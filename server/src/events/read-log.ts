// The log onwards from where readers are: all of them in one statement, a bounded number of rows of each, along the
// indexes by which it is listed.
import { type CallView, viewColumns } from '../log/call-view.ts'
import { toIntegerArray } from '../db/array-literal.ts'
import { type Queryable, statement } from '../db/statement.ts'

/** Whose events, behind which number; null is everybody's. */
export type Span = { accountId: number | null; after: number }

export type LogRow = CallView & { number: number; account_id: number; seconds: number }

/** `reached`: everything up to this number was looked at. */
export type LogPage = { rows: LogRow[]; reached: number }

/** A connection that went dumb must not keep everybody waiting for ever. */
export const readTimeoutMs = 10_000
const maxRows = 1_000
const maxRowsOfOne = 200
const fewestRowsOfOne = 10

const shown = `c.id as number, c.account_id, extract(epoch from c.at)::float8 as seconds, ${viewColumns}`

// Pairs, and a limit that the planner does not see, for the same reasons as where the log is listed.
const ofAccounts = `
unnest($1::integer[], $2::bigint[]) with ordinality as f(account_id, after, n)
cross join lateral (
  select * from calls c
  where (c.account_id, c.id) > (f.account_id, f.after) and (c.account_id, c.id) <= (f.account_id, $3::bigint)
  order by c.account_id, c.id limit (select $4::integer)
) c`
const ofAll = `
(
  select * from calls c where c.id > $1::bigint and c.id <= $2::bigint order by c.id limit (select $3::integer)
) c`

const accountsStatement = statement(
  `select f.n::integer as span, ${shown} from ${ofAccounts} order by f.n, c.id`,
)
const allStatement = statement(`select 1 as span, ${shown} from ${ofAll} order by c.id`)
const countAccountsStatement = statement(
  `select f.n::integer as span, count(*)::integer as rows from ${ofAccounts} group by f.n`,
)
const countAllStatement = statement(`select 1 as span, count(*)::integer as rows from ${ofAll}`)

/** One page for each span, in order. */
export async function readLog(pool: Queryable, spans: readonly Span[], upTo: number): Promise<LogPage[]> {
  const limit = Math.min(maxRowsOfOne, Math.max(fewestRowsOfOne, Math.floor(maxRows / spans.length)))
  const found = await ask<LogRow>(pool, [accountsStatement, allStatement], spans, upTo, limit)
  return found.map((rows) => ({ rows, reached: rows.length < limit ? upTo : (rows.at(-1)?.number ?? upTo) }))
}

/** How many rows there are behind the place of each span; no more than `most` are counted. */
export async function countRows(
  pool: Queryable,
  spans: readonly Span[],
  upTo: number,
  most: number,
): Promise<number[]> {
  const statements = [countAccountsStatement, countAllStatement] as const
  const found = await ask<{ rows: number }>(pool, statements, spans, upTo, most)
  return found.map(([counted]) => counted?.rows ?? 0)
}

async function ask<Row extends object>(
  pool: Queryable,
  [ofSome, ofEverybody]: readonly [typeof accountsStatement, typeof allStatement],
  spans: readonly Span[],
  upTo: number,
  limit: number,
): Promise<Row[][]> {
  const found = spans.map((): Row[] => [])
  const run = async (statementOf: typeof ofSome, of: readonly number[], values: unknown[]) => {
    const query = { ...statementOf, values, query_timeout: readTimeoutMs }
    const { rows } = await pool.query<Row & { span: number }>(query)
    for (const { span, ...row } of rows) found[of[span - 1] ?? 0]?.push(row as unknown as Row)
  }
  const accounts = spans.flatMap(({ accountId }, n) => (accountId === null ? [] : [n]))
  if (accounts.length > 0) {
    const ids = accounts.map((n) => spans[n]?.accountId ?? 0)
    const afters = accounts.map((n) => spans[n]?.after ?? 0)
    await run(ofSome, accounts, [toIntegerArray(ids), toIntegerArray(afters), upTo, limit])
  }
  for (const [n, { accountId, after }] of spans.entries())
    if (accountId === null) await run(ofEverybody, [n], [after, upTo, limit])
  return found
}
