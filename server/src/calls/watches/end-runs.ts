// Ends the runs whose job has finished: stores the new value of the watch and records what changed. A watch has one run
// at a time, and the next one starts only after this, so its changes are complete and in order. The comparison happens
// outside any transaction. Several servers may compare the same run; the first to commit ends it.
import type { Pool } from 'pg'
import type { Provenance } from '../../lookups/lookup-result.ts'
import { findMainList } from '../../lookups/reading/record-fields.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import { inTransaction } from '../../platform/db/connection.ts'
import { type Queryable, readRows, statement } from '../../platform/db/statement.ts'
import { createIdleThreads } from '../../platform/lib/idle-threads.ts'
import { resultColumn } from '../jobs/read-jobs.ts'
import { listRequiredFields } from './align-values.ts'
import { maxWithoutRecord, pauseWatch, recordEvent, type WatchEvent } from './watch-events.ts'

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

/** Few, because a record may be large. */
const maxEnded = 10

// A job that is no longer stored counts as one without a record.
const endedStatement = statement(`
select w.id, w.job_id, w.endpoint, w.fields, w.value, w.value_mark, j.state, j.reason,
  ${resultColumn}, j.provenance
from watches w left join jobs j on j.id = w.job_id
where w.job_id is not null and (j.id is null or j.state in ('completed', 'failed'))
order by w.job_id limit ${maxEnded}`)

const withoutRecordStatement = statement(`
update watches set job_id = null, without_record = without_record + 1
where id = $1 and job_id = $2 returning without_record`)

const withRecordStatement = statement(`
update watches set job_id = null, without_record = 0, value = $3, value_mark = $4
where id = $1 and job_id = $2 returning 1`)

type EndRunsDeps = {
  pool: Pool
  endpoints: readonly ConfiguredEndpoint[]
  compare: CompareRuns['compare']
}

/** Ends finished runs. Returns how many it found. */
export async function endRuns(deps: EndRunsDeps): Promise<number> {
  const { rows } = await deps.pool.query<EndedRow>(endedStatement)
  const ends = []
  // One after the other, and one that fails does not stop the rest.
  for (const row of rows) ends.push(...(await Promise.allSettled([endRun(deps, row)])))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return rows.length
}

async function endRun(deps: EndRunsDeps, row: EndedRow): Promise<void> {
  const configured = deps.endpoints.find(({ endpoint }) => endpoint.path === row.endpoint)
  const hasRecord = row.state === 'completed' && row.reason === null
  const stored = configured && hasRecord ? await compareRun(deps, configured, row) : null
  await inTransaction(deps.pool, (client) =>
    stored ? storeRecord(client, row, stored) : countWithoutRecord(client, row),
  )
}

/** The value that the watch stores, its hash, and what changed. */
type StoredRun = {
  value: string | null
  mark: string | null
  event: Omit<WatchEvent, 'watchId' | 'jobId' | 'provider'> | null
}

async function compareRun(
  { compare }: EndRunsDeps,
  configured: ConfiguredEndpoint,
  { value, value_mark: mark, fields, result, provenance }: EndedRow,
): Promise<StoredRun> {
  // The licence did not allow the result to be stored: there was a record, and nothing more is known.
  if (result === null) return { value, mark, event: null }
  const list = findMainList(configured.endpoint.record as object)
  const comparison = await compare({
    result,
    list: list && { name: list.name },
    fields,
    before: value,
    beforeMark: mark,
    requiredFields: listRequiredFields(configured.endpoint.record),
  })
  // The stored value stays, so that the next run is compared with it.
  if (!comparison) return { value, mark, event: { type: 'not_compared', reason: 'comparison_failed' } }
  // If a licence limits how long a result may be stored, the watch stores only its hash.
  const provider = configured.providers.find(({ name }) => name === provenance?.provider)
  const after = provider?.retentionSeconds === null ? comparison.value : null
  const isStored = value !== null && after !== null
  const changed = {
    type: 'changed' as const,
    reason: !isStored ? 'not_kept' : comparison.isTooLarge ? 'too_large' : null,
    patch: isStored ? comparison.patch : null,
    before: value,
    after,
  }
  return { value: after, mark: comparison.mark, event: comparison.isChanged ? changed : null }
}

async function countWithoutRecord(client: Queryable, { id, job_id, reason }: EndedRow): Promise<void> {
  type Row = { without_record: number }
  const [watch] = await readRows<Row>(client, withoutRecordStatement, [id, job_id])
  if (watch && watch.without_record >= maxWithoutRecord) await pauseWatch(client, id, reason ?? 'no_record')
}

/** Does nothing if another server has ended the run. */
async function storeRecord(client: Queryable, row: EndedRow, { value, mark, event }: StoredRun) {
  const { id, job_id: jobId, provenance } = row
  const { rows } = await client.query({ ...withRecordStatement, values: [id, jobId, value, mark] })
  if (rows.length === 0 || !event) return
  await recordEvent(client, { ...event, watchId: id, jobId, provider: provenance?.provider ?? null })
}

export type ComparisonTask = {
  /** JSON text of the run's record. */
  result: string
  /** The list whose items are compared: the record itself, or one of its properties. */
  list: { name: string | null } | null
  fields: readonly string[] | null
  /** JSON text of the value that the watch stored; null if it has none. */
  before: string | null
  beforeMark: string | null
  /** Dotted paths of the fields that every record of this version has. */
  requiredFields: readonly string[]
}

export type RunComparison = {
  /** JSON texts. */
  value: string
  patch: string | null
  mark: string
  /** Whether the values differ in more than the fields of their versions. */
  isChanged: boolean
  /** The values differ and are too large to say where. */
  isTooLarge: boolean
}

export type CompareRuns = ReturnType<typeof createCompareRuns>

type CompareRunsOptions = { timeoutMs?: number; onError: (error: unknown) => void }

/** Bounded work takes about a second; the rest is for starting the thread on a busy machine. */
const defaultTimeoutMs = 30_000

/** Compares runs in a worker thread: a large record would block the event loop. */
export function createCompareRuns({ timeoutMs = defaultTimeoutMs, onError }: CompareRunsOptions) {
  const thread = createIdleThreads(import.meta.url, 'compare-worker')
  let isClosed = false
  return {
    /** Null if the comparison failed or took too long. Throws once closed: another server can still do it. */
    async compare(task: ComparisonTask): Promise<RunComparison | null> {
      if (isClosed) throw new Error('comparisons are closed')
      try {
        return (await thread.run(task, { signal: AbortSignal.timeout(timeoutMs) })) as RunComparison
      } catch (error) {
        if (isClosed) throw error
        onError(error)
        return null
      }
    },
    async close(): Promise<void> {
      isClosed = true
      await thread.close()
    },
  }
}
