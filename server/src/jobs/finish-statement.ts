// The statement that ends jobs and notifies those who wait for them, for their batches and their webhooks.
import { packTexts, toIntegerArray, toPlainArray, toTextArray, unpackText } from '../db/array-literal.ts'
import { prepared } from '../db/statement.ts'
import { toStoredProvenance } from '../lookups/provenance.ts'
import { isCancelled, type JobEnd } from './job-end.ts'
import { doneChannel, workChannel } from './listen.ts'

/** How long a message is tried. */
export const webhookHours = 24

// What an end changes, as one array for each column: results as JSON inside JSON would be unpacked several times.
// The results themselves are long, and come in one block.
const endColumns: readonly EndColumn[] = [
  { name: 'attempts', type: 'smallint', list: (ends) => toIntegerArray(ends.map(({ job }) => job.attempts)) },
  {
    name: 'was_queued',
    type: 'boolean',
    list: (ends) => toPlainArray(ends.map(({ from }) => from.includes('queued'))),
  },
  {
    name: 'was_running',
    type: 'boolean',
    list: (ends) => toPlainArray(ends.map(({ from }) => from.includes('running'))),
  },
  { name: 'state', type: 'job_state', list: (ends) => toPlainArray(ends.map(({ state }) => state)) },
  {
    name: 'status_code',
    type: 'smallint',
    list: (ends) => toIntegerArray(ends.map((end) => end.statusCode)),
  },
  { name: 'credits', type: 'integer', list: (ends) => toIntegerArray(ends.map(({ credits }) => credits)) },
  { name: 'error', type: 'text', list: (ends) => toTextArray(ends.map(({ error }) => error)) },
  { name: 'reason', type: 'text', list: (ends) => toTextArray(ends.map(({ reason }) => reason)) },
  { name: 'is_cancelled', type: 'boolean', list: (ends) => toPlainArray(ends.map(isCancelled)) },
  {
    name: 'provenance',
    type: 'text',
    list: (ends) =>
      toTextArray(ends.map(({ provenance }) => provenance && JSON.stringify(toStoredProvenance(provenance)))),
  },
  {
    name: 'keep_seconds',
    type: 'integer',
    list: (ends) => toIntegerArray(ends.map((end) => end.keepSeconds)),
  },
]

type EndColumn = { name: string; type: string; list: (ends: readonly JobEnd[]) => string }

export function finishValues(ends: readonly JobEnd[], resultHours: number): (string | number | Buffer)[] {
  const { block, starts, lengths } = packTexts(ends.map(({ result }) => result))
  const ids = toPlainArray(ends.map(({ job }) => job.id))
  return [resultHours, ids, block, starts, lengths, ...endColumns.map(({ list }) => list(ends))]
}

const firstEndColumn = 6

/** Asked once for a statement, not for each row. */
const now = '(select quarry_now())'

// So many ids fit into one message.
const idsTold = 200
const telling = `(select count(pg_notify('${doneChannel}', t.ids)::text) from (
    select string_agg(n.id::text, ' ') as ids
    from (select id, (row_number() over () - 1) / ${idsTold} as part from ended) n group by n.part
  ) t) as told`

// The parameters of a job go when it ends: its result is kept for a day, and nobody reads them any more. An item of a
// batch is read with its input, so it keeps them, unless it was cancelled.
// Rows are locked in one order by everyone, jobs before batches and batches before accounts. A batch's items are
// kept as long as the batch, whichever of them ended first.
export const finishStatement = prepared(
  'quarry-finish',
  `
with locked as materialized (
  select j.id from jobs j where j.id = any($2::uuid[]) order by j.id for update
), ended as (
  update jobs j set state = i.state, status_code = i.status_code, credits = i.credits,
    result = ${unpackText('$3::bytea', 'i.result_start', 'i.result_length')}, error = i.error, reason = i.reason, finished = ${now},
    provenance = i.provenance::json, result_until = ${now} + i.keep_seconds * interval '1 second',
    params = case when j.batch_id is null or i.is_cancelled then 'null' else j.params end,
    expires = case when j.batch_id is null then ${now} + $1::integer * interval '1 hour' end
  from unnest($2::uuid[], $4::integer[], $5::integer[],
      ${endColumns.map(({ type }, index) => `$${index + firstEndColumn}::${type}[]`).join(', ')})
    as i(id, result_start, result_length, ${endColumns.map(({ name }) => name).join(', ')}) join locked using (id)
  where j.id = i.id and j.attempts = i.attempts
    and case j.state when 'running' then i.was_running when 'queued' then i.was_queued else false end
  returning j.id, j.attempts, j.account_id, j.key_id, j.batch_id, j.webhook
), batched as (
  update batches b set open = b.open - e.items,
    finished = case when b.open = e.items then quarry_now() end,
    expires = case when b.open = e.items then quarry_now() + $1::integer * interval '1 hour' end
  from (select batch_id, count(*)::integer as items, (array_agg(key_id))[1] as key_id
    from ended where batch_id is not null group by batch_id order by batch_id) e
  where b.id = e.batch_id
  returning b.id, b.account_id, e.key_id, b.webhook, b.open,
    case when b.open = 0 then pg_notify('${doneChannel}', b.id::text) end
), told as (
  insert into webhook_deliveries (account_id, key_id, job_id, batch_id, url, created, next_at, give_up_at)
  select t.account_id, t.key_id, t.job_id, t.batch_id, t.webhook, quarry_now(), quarry_now(),
    quarry_now() + ${webhookHours} * interval '1 hour'
  from (
    select account_id, key_id, id as job_id, null::uuid as batch_id, webhook from ended where webhook is not null
    union all
    select account_id, key_id, null, id, webhook from batched where open = 0 and webhook is not null
  ) t
  returning pg_notify('${workChannel}', '')
)
select id, attempts, ${telling} from ended`,
)
