// Runs the audit inside an open transaction of a pool with one connection, so that it sees changes that are rolled back.
import type { Pool } from 'pg'
import { audit } from '../../src/ledger/audit.ts'

export function auditInTransaction(pool: Pool): Promise<string[]> {
  const query = async (statement: string) =>
    /^(begin|commit|rollback)/.test(statement) ? undefined : pool.query(statement)
  return audit({ pool: { connect: async () => ({ query, release() {} }) } as never })
}
