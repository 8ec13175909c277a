// Looks at the runs that have ended: what the record is now, whether it changed, and what that means for the watch. A
// watch has one run at a time and the next begins behind this, so that changes are complete and in order, whichever
// server sees them and however often one of them dies.
import type { Pool } from 'pg'
import type { ConfiguredEndpoint } from '../calls/configured-endpoint.ts'
import type { Provenance } from '../calls/provenance.ts'
import type { Queryable } from '../db/queryable.ts'
import { statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { keptResult } from '../jobs/kept-result.ts'
import { noteEvent, pauseWatch } from './note-event.ts'
import { mostWithoutRecord } from './start-runs.ts'
import { differenceOf, markOf, watchedValue } from './watch-value.ts'

type EndedRow = {
  id: string
  job_id: string
  endpoint: string
  fields: string[] | null
  without_record: number
  value: string | null
  value_mark: string | null
  state: 'completed' | 'failed' | null
  reason: string | null
  result: string | null
  provenance: Provenance | null
}

/** A record may be large. */
const atOnce = 10

// A job that is no longer kept came to nothing that anybody could still see.
const endedStatement = statement(`
select w.id, w.job_id, w.endpoint, w.fields, w.without_record, w.value, w.value_mark, j.state, j.reason,
  ${keptResult}, j.provenance
from watches w left join jobs j on j.id = w.job_id
where w.job_id is not null and (j.id is null or j.state in ('completed', 'failed'))
order by w.job_id limit ${atOnce} for update of w skip locked`)

const withoutStatement = statement(
  'update watches set job_id = null, without_record = without_record + 1 where id = $1',
)

const withStatement = statement(`
update watches set job_id = null, without_record = 0, value = $2, value_mark = $3 where id = $1`)

/** How many runs had ended. */
export function createEndRuns({
  pool,
  endpoints,
}: {
  pool: Pool
  endpoints: readonly ConfiguredEndpoint[]
}): () => Promise<number> {
  const byPath = new Map(endpoints.map((configured) => [configured.endpoint.path as string, configured]))

  /** What a licence lets us keep for a bounded time only is not kept beside a watch: its mark tells of a change. */
  const mayKeep = ({ endpoint, provenance }: EndedRow): boolean =>
    byPath.get(endpoint)?.providers.find(({ name }) => name === provenance?.provider)?.keepSeconds === null

  async function endOne(client: Queryable, row: EndedRow): Promise<void> {
    const configured = byPath.get(row.endpoint)
    const hasRecord = row.state === 'completed' && row.reason === null
    if (!configured || !hasRecord) {
      await client.query({ ...withoutStatement, values: [row.id] })
      const isOut = row.without_record + 1 >= mostWithoutRecord
      if (isOut) await pauseWatch(client, row.id, row.reason ?? 'no_record')
      return
    }
    // Its licence did not even let it wait for this: there was a record, and nothing more can be said of it.
    if (row.result === null) {
      await client.query({ ...withStatement, values: [row.id, row.value, row.value_mark] })
      return
    }
    const now = watchedValue(JSON.parse(row.result), configured.endpoint.record, row.fields)
    const mark = markOf(now)
    const after = mayKeep(row) ? JSON.stringify(now) : null
    await client.query({ ...withStatement, values: [row.id, after, mark] })
    if (row.value_mark === null || row.value_mark === mark) return
    const before = row.value
    const isWhole = before !== null && after !== null
    const patch = isWhole ? JSON.stringify(differenceOf(JSON.parse(before), now)) : null
    const provider = row.provenance?.provider ?? null
    await noteEvent(client, {
      watchId: row.id,
      type: 'changed',
      jobId: row.job_id,
      provider,
      reason: isWhole ? null : 'not_kept',
      patch,
      before,
      after,
    })
  }

  async function endAll(client: Queryable): Promise<number> {
    const { rows } = await client.query<EndedRow>(endedStatement)
    for (const row of rows) await endOne(client, row)
    return rows.length
  }

  return () => inTransaction(pool, endAll)
}
