// The results of a batch in three formats: a page by range, or all of them as one streamed file. A page is bounded in items
// and in bytes; if it ends early, `nextFrom` says where to continue. Encoding pauses between items.

import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { at } from '@quarry/kit/read/values'
import type { TSchema } from '@quarry/kit/schema'
import { toProvenanceFields } from '../../lookups/lookup-result.ts'
import { listColumns } from '../../lookups/reading/record-view.ts'
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { isRefusal, Refusal } from '../../platform/errors.ts'
import { csvLine } from '../../platform/lib/csv.ts'
import { encodePaced, jsonWithList, mapLazily, type Pause } from '../../platform/lib/slices.ts'
import type { Sink, Stream } from '../../platform/route-data.ts'
import { errorColumn, type JobRow, resultColumn } from '../jobs/read-jobs.ts'
import type { BatchView } from './read-batches.ts'

export type ResultsQuery = {
  format: 'json' | 'ndjson' | 'csv'
  from: number
  limit: number
  /** Omits the header line of a CSV. */
  hasNoHeader?: boolean
}
type ResultsPage = { text: Buffer; contentType: string; nextFrom: number | null }

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

/** A page of results. The caller has checked that the account may see `batch`. */
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

const maxPerAccount = 2
const retryAfterSeconds = 10
/** A reader that takes nothing for this long is disconnected. */
const stallMs = 30_000
/** The database slots of an account can be taken for a moment. */
const pageTries = 10

type ReadPage = (from: number) => Promise<ResultsPage>

/** Sends all results of a batch as one file, page by page, at the speed of the reader. */
export function createResultFiles() {
  const openByAccount = new Map<number, number>()
  const stopping = new AbortController()
  const count = (accountId: number, change: number) => {
    const open = (openByAccount.get(accountId) ?? 0) + change
    if (open === 0) openByAccount.delete(accountId)
    else openByAccount.set(accountId, open)
  }
  return {
    /** The content type and the stream. Throws 429 if the account has too many open. */
    async open(accountId: number, readPage: ReadPage): Promise<{ contentType: string; stream: Stream }> {
      if ((openByAccount.get(accountId) ?? 0) >= maxPerAccount)
        throw new Refusal('rate_limited', undefined, retryAfterSeconds)
      const first = await readPage(0)
      const stream: Stream = (sink) => {
        count(accountId, 1)
        const reader = createReader(sink, stopping.signal)
        sendPages(first, readPage, reader).then(
          () => sink.end(stallMs),
          () => sink.cut(),
        )
        return {
          drained: reader.drained,
          closed() {
            count(accountId, -1)
            reader.closed()
          },
        }
      }
      return { contentType: first.contentType, stream }
    },
    /** Disconnects all readers, because the server stops. */
    stop: () => stopping.abort(new Error('the server is stopping')),
  }
}

type Reader = { write: (text: Buffer) => Promise<void>; drained: () => void; closed: () => void }

function createReader(sink: Sink, stopping: AbortSignal): Reader {
  const gone = new AbortController()
  const signal = AbortSignal.any([gone.signal, stopping])
  const connection = new EventEmitter()
  return {
    /** Resolves when the reader can take more. */
    async write(text) {
      signal.throwIfAborted()
      if (sink.write(text)) return
      const stall = () => gone.abort(new Error('the client does not read the response'))
      const timer = setTimeout(stall, stallMs)
      await once(connection, 'drained', { signal }).finally(() => clearTimeout(timer))
    },
    drained: () => void connection.emit('drained'),
    closed: () => gone.abort(new Error('the client disconnected')),
  }
}

async function sendPages(first: ResultsPage, readPage: ReadPage, { write }: Reader): Promise<void> {
  await write(first.text)
  for (let from = first.nextFrom; from !== null; ) {
    const page = await readPatiently(readPage, from)
    await write(page.text)
    from = page.nextFrom
  }
}

async function readPatiently(readPage: ReadPage, from: number): Promise<ResultsPage> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readPage(from)
    } catch (error) {
      if (!isRefusal(error) || error.reason !== 'rate_limited' || tries >= pageTries) throw error
      await sleep(1_000, undefined, { ref: false })
    }
  }
}
