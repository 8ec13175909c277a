// Checks whether the database can write, on a connection of its own: a busy pool must not look like a broken database.

import pg from 'pg'
import type { Database } from './connect.ts'
import { statement } from './statement.ts'

/** Longer than a readiness probe waits: a blocked event loop must not look like a missing reply. */
const timeoutMs = 3000
const idleMs = 30_000

// Decision: writes a temporary file and a committed entry of the write-ahead log. A row in a table could fit into free
// space of an existing page and would not detect a full disk; a new table each time would bloat the catalogue.
const trialStatement = statement(`
  select pg_logical_emit_message(true, 'quarry', 'ready?'),
    current_setting('transaction_read_only') as read_only,
    (select count(*) from generate_series(1, 30000)) as written_aside`)
// Two statements in one message are one transaction and have two results.
const trial = { text: `set local work_mem = '64kB'; ${trialStatement.text}` }

export function createWriteTrial({ pool }: Database) {
  const trialPool = new pg.Pool({
    ...pool.options,
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    idleTimeoutMillis: idleMs,
  })
  trialPool.on('error', () => {})
  trialPool.on('connect', (client) => client.on('error', () => {}))
  return {
    /** Rejects where the database cannot write or does not reply in time. */
    async tryWrite(): Promise<void> {
      const results = (await trialPool.query(trial)) as unknown as pg.QueryResult<{ read_only: string }>[]
      if (results.at(-1)?.rows[0]?.read_only !== 'off') throw new Error('the database is read-only')
    },
    close: () => trialPool.end(),
  }
}
