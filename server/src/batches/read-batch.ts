// Batches as their account reads them: progress, and results by range in three formats. A page is bounded in items
// and in bytes; where it ends early, it says where to go on. It is written with pauses between its items.

import { isUuid } from '@quarry/kit/is-uuid'
import type { TSchema } from '@quarry/kit/schema'
import type { Pool } from 'pg'
import type { Reach } from '../access/reach.ts'
import { statement } from '../db/statement.ts'
import { Refusal } from '../errors.ts'
import { keptError, keptResult } from '../jobs/kept-result.ts'
import { csvLine } from '../lib/csv.ts'
import { encodePaced, jsonWithList, mapLazily } from '../lib/encode-paced.ts'
import type { Pause } from '../lib/turns.ts'
import { type Provenance, toProvenanceFields } from '../lookups/provenance.ts'
import { columnsOf, valueAt } from './csv.ts'

export type BatchView = {
  batch_id: string
  status: 'running' | 'completed' | 'cancelled'
  endpoint: string
  total: number
  queued: number
  running: number
  completed: number
  failed: number
  /** Of the completed ones. */
  not_found: number
  credits: number
  created_at: string
  finished_at: string | null
  url: string
  results_url: string
}

// Every item of a batch is of the key that posted it.
export const isOfKey = (batchId: string, keyId: string) =>
  `exists (select 1 from jobs i where i.batch_id = ${batchId} and i.item = 0 and i.key_id = ${keyId})`

const viewStatement = statement(`
select b.id, b.endpoint, b.total, b.open, b.cancelled, b.created, b.finished,
  count(*) filter (where j.state = 'queued')::integer as queued,
  count(*) filter (where j.state = 'running')::integer as running,
  count(*) filter (where j.state = 'completed')::integer as completed,
  count(*) filter (where j.state = 'failed')::integer as failed,
  count(*) filter (where j.state = 'completed' and j.reason = 'not_found')::integer as not_found,
  coalesce(sum(j.credits), 0)::integer as credits
from batches b join jobs j on j.batch_id = b.id
where b.id = $2 and b.account_id = $1 and (b.expires is null or b.expires > quarry_now())
  and ($3::uuid is null or ${isOfKey('b.id', '$3')})
group by b.id`)

type ViewRow = Pick<
  BatchView,
  'endpoint' | 'total' | 'queued' | 'running' | 'completed' | 'failed' | 'credits'
> & {
  id: string
  open: number
  cancelled: boolean
  not_found: number
  created: Date
  finished: Date | null
}

/** The batch, or 404. */
export async function readBatch(
  pool: Pick<Pool, 'query'>,
  { accountId, keyId }: Reach,
  id: string,
): Promise<BatchView> {
  if (!isUuid(id)) throw new Refusal('not_found')
  const { rows } = await pool.query<ViewRow>({ ...viewStatement, values: [accountId, id, keyId] })
  const [row] = rows
  if (!row) throw new Refusal('not_found')
  return {
    batch_id: row.id,
    status: row.open > 0 ? 'running' : row.cancelled ? 'cancelled' : 'completed',
    endpoint: row.endpoint,
    total: row.total,
    queued: row.queued,
    running: row.running,
    completed: row.completed,
    failed: row.failed,
    not_found: row.not_found,
    credits: row.credits,
    created_at: row.created.toISOString(),
    finished_at: row.finished?.toISOString() ?? null,
    url: `/v2/batches/${row.id}`,
    results_url: `/v2/batches/${row.id}/results`,
  }
}

export type ResultsQuery = { format: 'json' | 'ndjson' | 'csv'; from: number; limit: number }
export type ResultsPage = { text: Buffer; contentType: string; nextFrom: number | null }

const maxPageBytes = 2_000_000

const itemsStatement = statement(`
select item, id, params, state, status_code, credits, ${keptResult}, ${keptError}, reason, provenance from (
  select *, sum(coalesce(octet_length(result), 0)) over (order by item) as bytes from jobs
  where batch_id = $1 and item >= $2 and item < $2 + $3) j
where j.bytes <= ${maxPageBytes} or j.item = $2 order by item`)

type ItemRow = {
  item: number
  id: string
  params: string
  state: string
  status_code: number | null
  credits: number
  result: string | null
  error: string | null
  reason: string | null
  provenance: Provenance | null
}

/** `batch` is one that the account may see. */
export async function readResults(
  pool: Pick<Pool, 'query'>,
  batch: Pick<BatchView, 'batch_id' | 'total'>,
  schemas: { params: TSchema; record: TSchema },
  { format, from, limit }: ResultsQuery,
  pause: Pause,
): Promise<ResultsPage> {
  const { rows } = await pool.query<ItemRow>({ ...itemsStatement, values: [batch.batch_id, from, limit] })
  const next = from + rows.length
  const nextFrom = rows.length > 0 && next < batch.total ? next : null
  const encode = (pieces: Iterable<string>) => encodePaced(pieces, pause)
  if (format === 'csv')
    return { text: await encode(csvLines(rows, schemas)), contentType: 'text/csv; charset=utf-8', nextFrom }
  if (format === 'ndjson')
    return {
      text: await encode(mapLazily(rows, (row) => `${itemText(row)}\n`)),
      contentType: 'application/x-ndjson; charset=utf-8',
      nextFrom,
    }
  const head = { batch_id: batch.batch_id, total: batch.total, from, next_from: nextFrom }
  return {
    text: await encode(jsonWithList(head, 'items', mapLazily(rows, itemText))),
    contentType: 'application/json; charset=utf-8',
    nextFrom,
  }
}

/** Input and result are JSON already and go in as they are. */
function itemText(row: ItemRow): string {
  const { item, id, state, status_code, credits, error, reason } = row
  const head = JSON.stringify({
    item,
    job_id: id,
    status: state,
    status_code,
    credits,
    error,
    reason,
    ...toProvenanceFields(row.provenance),
  })
  return `${head.slice(0, -1)},"input":${row.params},"result":${row.result ?? null}}`
}

function* csvLines(
  rows: readonly ItemRow[],
  schemas: { params: TSchema; record: TSchema },
): Iterable<string> {
  const inputs = columnsOf(schemas.params, 'input')
  const results = columnsOf(schemas.record, 'result')
  const names = [
    ...['item', 'job_id', 'status', 'status_code', 'credits', 'error', 'reason'],
    ...Object.keys(toProvenanceFields(null)),
  ]
  yield csvLine([...names, ...inputs.map(({ name }) => name), ...results.map(({ name }) => name)])
  for (const row of rows) {
    const input: unknown = JSON.parse(row.params)
    const result: unknown = row.result === null ? null : JSON.parse(row.result)
    yield csvLine([
      row.item,
      row.id,
      row.state,
      row.status_code,
      row.credits,
      row.error,
      row.reason,
      ...Object.values(toProvenanceFields(row.provenance)),
      ...inputs.map(({ path }) => valueAt(input, path)),
      ...results.map(({ path }) => valueAt(result, path)),
    ])
  }
}
