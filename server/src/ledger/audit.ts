// Compares the ledger with balances, holds, log, counters and quotas, in one snapshot. Returns one line per difference.
// It reads whole tables and may take minutes.

import type { Pool, PoolClient } from 'pg'
import { noQueryTimeout } from '../platform/db/connection.ts'
import { statement } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { auditChecks, maxShown } from './audit-checks.ts'

// For this transaction only. One processor is enough: calls need the others.
const boundStatement = statement(`
select set_config('statement_timeout', $1, true), set_config('max_parallel_workers_per_gather', '0', true)`)

export type AuditOptions = {
  /** Fails after this time; unbounded by default. */
  maxMs?: number
  /** Gets the connection, so that the caller can end the audit early. */
  onClient?: (client: PoolClient) => void
}

export function audit(
  { pool }: { pool: Pick<Pool, 'connect'> },
  { maxMs, onClient = () => {} }: AuditOptions = {},
): Promise<string[]> {
  const endMs = performance.now() + (maxMs ?? 0)
  const timeoutMs = () => (maxMs === undefined ? 0 : Math.max(1, Math.round(endMs - performance.now())))
  const compare = async (client: PoolClient) => {
    onClient(client)
    const differences: string[] = []
    for (const [name, differing] of Object.entries(auditChecks)) {
      await client.query({ ...boundStatement, values: [String(timeoutMs())] })
      const { rows } = await client.query<{ difference: string }>({ ...differing, ...noQueryTimeout })
      differences.push(...rows.slice(0, maxShown).map((row) => `${name}: ${row.difference}`))
      if (rows.length > maxShown) differences.push(`${name}: and more`)
    }
    return differences
  }
  return inTransaction(pool, compare, { begin: 'begin isolation level repeatable read read only' })
}
