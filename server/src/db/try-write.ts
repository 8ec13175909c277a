// Whether the database can still write, tried over a connection of its own: one that waited for the pool would
// call a busy database a broken one.

import pg from 'pg'
import type { Database } from './connect.ts'
import { statement } from './statement.ts'

export type WriteTrial = {
  /** Rejects where nothing can be written, or nothing is heard in time. */
  tryWrite: () => Promise<void>
  close: () => Promise<void>
}

/** Well beyond what whoever asks waits for: a loop that was held up must not take an answer at hand for silence. */
const patienceMs = 3000
// Closed soon after the last asker, kept between two.
const keptMs = 30_000

// Decision: rows that must go to a temporary file, and a committed entry in the write-ahead log. A row in a table
// would fit the free space of pages that exist, and show nothing of a full disk; a table of its own each time would
// wear out the catalogue.
const trialStatement = statement(`
  select pg_logical_emit_message(true, 'quarry', 'ready?'),
    current_setting('transaction_read_only') as read_only,
    (select count(*) from generate_series(1, 30000)) as written_aside`)
// Two statements in one message are one transaction and have two results.
const trial = { text: `set local work_mem = '64kB'; ${trialStatement.text}` }

export function createWriteTrial({ pool }: Database): WriteTrial {
  const own = new pg.Pool({
    ...pool.options,
    max: 1,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    idleTimeoutMillis: keptMs,
  })
  own.on('error', () => {})
  own.on('connect', (client) => client.on('error', () => {}))
  return {
    async tryWrite() {
      const results = (await own.query(trial)) as unknown as pg.QueryResult<{ read_only: string }>[]
      if (results.at(-1)?.rows[0]?.read_only !== 'off') throw new Error('the database is read-only')
    },
    close: () => own.end(),
  }
}
