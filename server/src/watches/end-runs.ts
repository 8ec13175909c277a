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
  'update watches set job_id = null, without_record = without_record + 1 where id = any($1::uuid[])',
)

const withStatement = statement(`
update watches w set job_id = null, without_record = 0, value = i.value, value_mark = i.mark
from unnest($1::uuid[], $2::text[], $3::text[]) as i(id, value, mark) where w.id = i.id`)

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

  /** What a run has brought; null where there was no record. */
  function broughtBy(row: EndedRow): Brought | null {
    const configured = byPath.get(row.endpoint)
    const hasRecord = row.state === 'completed' && row.reason === null
    if (!configured || !hasRecord) return null
    // Its licence did not even let it wait for this: there was a record, and nothing more can be said of it.
    if (row.result === null) return { row, value: row.value, mark: row.value_mark, now: null }
    const now = watchedValue(JSON.parse(row.result), configured.endpoint.record, row.fields)
    return { row, value: mayKeep(row) ? JSON.stringify(now) : null, mark: markOf(now), now }
  }

  async function endAll(client: Queryable): Promise<number> {
    const { rows } = await client.query<EndedRow>(endedStatement)
    const brought = rows.map(broughtBy)
    await noteWithout(
      client,
      rows.filter((_row, index) => brought[index] === null),
    )
    await noteBrought(
      client,
      brought.filter((one) => one !== null),
    )
    return rows.length
  }

  return () => inTransaction(pool, endAll)
}

type Brought = { row: EndedRow; value: string | null; mark: string | null; now: unknown }

async function noteWithout(client: Queryable, rows: readonly EndedRow[]): Promise<void> {
  if (rows.length === 0) return
  await client.query({ ...withoutStatement, values: [rows.map(({ id }) => id)] })
  for (const { id, without_record: before, reason } of rows)
    if (before + 1 >= mostWithoutRecord) await pauseWatch(client, id, reason ?? 'no_record')
}

async function noteBrought(client: Queryable, brought: readonly Brought[]): Promise<void> {
  if (brought.length === 0) return
  const ids = brought.map(({ row }) => row.id)
  const values = [ids, brought.map(({ value }) => value), brought.map(({ mark }) => mark)]
  await client.query({ ...withStatement, values })
  for (const { row, value: after, mark, now } of brought) {
    if (row.value_mark === null || row.value_mark === mark) continue
    const before = row.value
    const isWhole = before !== null && after !== null
    await noteEvent(client, {
      watchId: row.id,
      type: 'changed',
      jobId: row.job_id,
      provider: row.provenance?.provider ?? null,
      reason: isWhole ? null : 'not_kept',
      patch: isWhole ? JSON.stringify(differenceOf(JSON.parse(before), now)) : null,
      before,
      after,
    })
  }
}
