// A batch as its account reads it: progress, and results by range in three formats. A page is bounded in items and in
// bytes; where it ends early, `nextFrom` says where to continue. Encoding pauses between items.
import { at } from '@quarry/kit/read/values'
import type { TSchema } from '@quarry/kit/schema'
import type { Viewer } from '../../accounts/caller.ts'
import { toProvenanceFields } from '../../lookups/lookup-result.ts'
import { listColumns } from '../../lookups/reading/record-view.ts'
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { csvLine } from '../../platform/lib/csv.ts'
import { encodePaced, jsonWithList, mapLazily } from '../../platform/lib/encode-paced.ts'
import type { Pause } from '../../platform/lib/turns.ts'
import { errorColumn, findOwn, type JobRow, resultColumn } from '../jobs/read-jobs.ts'

/** SQL condition: the batch was created with this key. All its items have the same key, so the first is enough. */
export const isOfKey = (batchId: string, keyId: string) =>
  `exists (select 1 from jobs i where i.batch_id = ${batchId} and i.item = 0 and i.key_id = ${keyId})`

const readStatement = statement(`
select b.id, b.endpoint, b.total, b.open, b.cancelled, b.created, b.finished, b.skipped, b.skipped_lines,
  (b.total - count(*) filter (where j.state <> 'queued'))::integer as queued,
  count(*) filter (where j.state = 'running')::integer as running,
  count(*) filter (where j.state = 'completed')::integer as completed,
  count(*) filter (where j.state = 'failed')::integer as failed,
  count(*) filter (where j.state = 'completed' and j.reason = 'not_found')::integer as not_found,
  coalesce(sum(j.credits), 0)::integer as credits
from batches b join jobs j on j.batch_id = b.id
where b.id = $2 and b.account_id = $1 and (b.expires is null or b.expires > quarry_now())
  and ($3::uuid is null or ${isOfKey('b.id', '$3')})
group by b.id`)

type BatchProgress = Record<
  'total' | 'open' | 'queued' | 'running' | 'completed' | 'failed' | 'not_found' | 'credits',
  number
> & {
  id: string
  endpoint: string
  cancelled: boolean
  created: Date
  finished: Date | null
  skipped: number
  skipped_lines: { line: number; error: string }[] | null
}

export type BatchView = Awaited<ReturnType<typeof readBatch>>

/** The batch, or 404. `not_found` counts completed items. */
export async function readBatch(pool: Queryable, viewer: Viewer, id: string) {
  const row = await findOwn<BatchProgress>(pool, readStatement, viewer, id)
  const { id: batchId, open, cancelled, created, finished, skipped, skipped_lines, ...batch } = row
  return {
    batch_id: batchId,
    status: open > 0 ? ('running' as const) : cancelled ? ('cancelled' as const) : ('completed' as const),
    ...batch,
    created_at: created.toISOString(),
    finished_at: finished?.toISOString() ?? null,
    url: `/v2/batches/${batchId}`,
    results_url: `/v2/batches/${batchId}/results`,
    ...(skipped === 0 ? {} : { skipped, skipped_lines: skipped_lines ?? [] }),
  }
}

export type ResultsQuery = {
  format: 'json' | 'ndjson' | 'csv'
  from: number
  limit: number
  /** Omits the header line of a CSV. */
  hasNoHeader?: boolean
}
export type ResultsPage = { text: Buffer; contentType: string; nextFrom: number | null }

const maxPageBytes = 2_000_000

// Lines of a file that are not jobs yet are queued items.
const itemsStatement = statement(`
select item, id, params, state, status_code, credits, ${resultColumn}, ${errorColumn}, reason, provenance from (
  select *, sum(coalesce(octet_length(result), 0)) over (order by item) as bytes from (
    select item, id, params, state, status_code, credits, result, error, reason, provenance, result_until from jobs
    where batch_id = $1 and item >= $2 and item < $2 + $3
    union all
    select item, (job::json ->> 'id')::uuid, job::json ->> 'params', 'queued', null, 0, null, null, null, null, null
    from batch_lines where batch_id = $1 and item >= $2 and item < $2 + $3) i) j
where j.bytes <= ${maxPageBytes} or j.item = $2 order by item`)

type ItemHead = Pick<
  JobRow,
  'id' | 'state' | 'status_code' | 'credits' | 'error' | 'reason' | 'provenance'
> & { item: number }
type ItemRow = ItemHead & Pick<JobRow, 'result'> & { params: string }

type Schemas = { params: TSchema; record: TSchema }

/** The caller has checked that the account may see `batch`. */
export async function readResults(
  pool: Queryable,
  batch: Pick<BatchView, 'batch_id' | 'total'>,
  schemas: Schemas,
  { format, from, limit, hasNoHeader = false }: ResultsQuery,
  pause: Pause,
): Promise<ResultsPage> {
  const { rows } = await pool.query<ItemRow>({ ...itemsStatement, values: [batch.batch_id, from, limit] })
  const next = from + rows.length
  const nextFrom = rows.length > 0 && next < batch.total ? next : null
  const toPage = async (type: string, pieces: Iterable<string>): Promise<ResultsPage> => ({
    text: await encodePaced(pieces, pause),
    contentType: `${type}; charset=utf-8`,
    nextFrom,
  })
  if (format === 'csv') return toPage('text/csv', toCsvLines(rows, schemas, hasNoHeader))
  const items = mapLazily(rows, toItemText)
  if (format === 'ndjson')
    return toPage(
      'application/x-ndjson',
      mapLazily(items, (item) => `${item}\n`),
    )
  const head = { batch_id: batch.batch_id, total: batch.total, from, next_from: nextFrom }
  return toPage('application/json', jsonWithList(head, 'items', items))
}

/** An item without input and result, whose names are also the first columns of the CSV. */
const toItemHead = ({ item, id, state, status_code, credits, error, reason, provenance }: ItemHead) => ({
  item,
  job_id: id,
  status: state,
  status_code,
  credits,
  error,
  reason,
  ...toProvenanceFields(provenance),
})

/** Input and result are stored as JSON and inserted as they are. */
const toItemText = (row: ItemRow): string =>
  `${JSON.stringify(toItemHead(row)).slice(0, -1)},"input":${row.params},"result":${row.result ?? null}}`

function* toCsvLines(rows: readonly ItemRow[], schemas: Schemas, hasNoHeader: boolean): Iterable<string> {
  const inputs = listColumns(schemas.params, 'input')
  const results = listColumns(schemas.record, 'result')
  if (!hasNoHeader) yield csvLine([...headNames, ...[...inputs, ...results].map(({ name }) => name)])
  for (const row of rows) {
    const input: unknown = JSON.parse(row.params)
    const result: unknown = row.result === null ? null : JSON.parse(row.result)
    yield csvLine([
      ...Object.values(toItemHead(row)),
      ...inputs.map(({ path }) => at(input, ...path)),
      ...results.map(({ path }) => at(result, ...path)),
    ])
  }
}

const outcome = { status_code: null, credits: 0, error: null, reason: null, provenance: null }
const headNames = Object.keys(toItemHead({ item: 0, id: '', state: 'queued', ...outcome }))
