// Watches that have ended are kept for a while, so that their history can be read, and then go with it.

import type { Pool } from 'pg'
import { statement } from '../db/statement.ts'

const sweepStatement = statement(`
delete from watches where id in (
  select id from watches where state = 'ended' and job_id is null and coalesce(until, created) < quarry_now() - interval '30 days'
  limit 100 for update skip locked)`)

export function createSweepWatches({ pool }: { pool: Pool }): () => Promise<void> {
  return async () => {
    while (((await pool.query(sweepStatement)).rowCount ?? 0) >= 100);
  }
}
