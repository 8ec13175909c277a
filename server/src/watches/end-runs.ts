// Ends the runs whose job has finished: records the new value of the watch and what changed. A watch has one run at a
// time, and the next one starts only after this, so its changes are complete and in order. The comparison happens
// outside any transaction. Several servers may compare the same run; the first to commit ends it.

import type { Pool } from 'pg'
import { type Queryable, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { keptResult } from '../jobs/kept-result.ts'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import { findMainList } from '../lookups/count-fields.ts'
import type { Provenance } from '../lookups/provenance.ts'
import type { CompareRuns } from './compare-runs.ts'
import { noteEvent, pauseWatch, type WatchEvent } from './note-event.ts'
import { mostWithoutRecord } from './start-runs.ts'

type EndedRow = {
  id: string
  job_id: string
  endpoint: string
  fields: string[] | null
  value: string | null
  value_mark: string | null
  state: 'completed' | 'failed' | null
  reason: string | null
  result: string | null
  provenance: Provenance | null
}

/** A record may be large. */
const atOnce = 10

// A job that is no longer stored counts as one without a record.
const endedStatement = statement(`
select w.id, w.job_id, w.endpoint, w.fields, w.value, w.value_mark, j.state, j.reason,
  ${keptResult}, j.provenance
from watches w left join jobs j on j.id = w.job_id
where w.job_id is not null and (j.id is null or j.state in ('completed', 'failed'))
order by w.job_id limit ${atOnce}`)

const withoutStatement = statement(`
update watches set job_id = null, without_record = without_record + 1
where id = $1 and job_id = $2 returning without_record`)

const withStatement = statement(`
update watches set job_id = null, without_record = 0, value = $3, value_mark = $4
where id = $1 and job_id = $2 returning 1`)

export type EndRunsOptions = {
  pool: Pool
  endpoints: readonly ConfiguredEndpoint[]
  compare: CompareRuns['compare']
}

/** Returns how many finished runs it found. */
export function createEndRuns({ pool, endpoints, compare }: EndRunsOptions): () => Promise<number> {
  const byPath = new Map(endpoints.map((configured) => [configured.endpoint.path as string, configured]))

  async function endRun(row: EndedRow): Promise<void> {
    const configured = byPath.get(row.endpoint)
    const hasRecord = row.state === 'completed' && row.reason === null
    const end = configured && hasRecord ? await readEnd(configured, row) : { kind: 'without record' as const }
    await inTransaction(pool, (client) => recordEnd(client, row, end))
  }

  async function readEnd(configured: ConfiguredEndpoint, row: EndedRow): Promise<RunEnd> {
    const { value, value_mark: mark, fields, result } = row
    // The licence did not let the result be stored: there was a record, and nothing more is known.
    if (result === null) return { kind: 'recorded', value, mark, event: null }
    const list = findMainList(configured.endpoint.record as object)
    const task = { result, list: list && { name: list.name }, fields, before: value, beforeMark: mark }
    const comparison = await compare(task)
    // The stored value stays, so that the next run is compared with it.
    if (!comparison)
      return { kind: 'recorded', value, mark, event: { type: 'not_compared', reason: 'comparison_failed' } }
    // Where a licence limits how long a result may be stored, the watch stores only its hash.
    const provider = configured.providers.find(({ name }) => name === row.provenance?.provider)
    const after = provider?.keepSeconds === null ? comparison.value : null
    const isChanged = mark !== null && mark !== comparison.mark
    const isStored = value !== null && after !== null
    return {
      kind: 'recorded',
      value: after,
      mark: comparison.mark,
      event: isChanged
        ? {
            type: 'changed',
            reason: !isStored ? 'not_kept' : comparison.isTooLarge ? 'too_large' : null,
            patch: isStored ? comparison.patch : null,
            before: value,
            after,
          }
        : null,
    }
  }

  return async function endRuns() {
    const { rows } = await pool.query<EndedRow>(endedStatement)
    const ends = []
    // One after the other, and one that fails does not hold up the rest.
    for (const row of rows) ends.push(...(await Promise.allSettled([endRun(row)])))
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    return rows.length
  }
}

type RunEnd =
  | { kind: 'without record' }
  | {
      kind: 'recorded'
      value: string | null
      mark: string | null
      event: Omit<WatchEvent, 'watchId' | 'jobId' | 'provider'> | null
    }

/** Does nothing where another server has ended the run. */
async function recordEnd(client: Queryable, row: EndedRow, end: RunEnd): Promise<void> {
  const { id, job_id: jobId } = row
  if (end.kind === 'without record') {
    const { rows } = await client.query<{ without_record: number }>({
      ...withoutStatement,
      values: [id, jobId],
    })
    if (rows[0] && rows[0].without_record >= mostWithoutRecord)
      await pauseWatch(client, id, row.reason ?? 'no_record')
    return
  }
  const { rows } = await client.query({ ...withStatement, values: [id, jobId, end.value, end.mark] })
  if (rows.length === 0 || !end.event) return
  await noteEvent(client, { ...end.event, watchId: id, jobId, provider: row.provenance?.provider ?? null })
}
