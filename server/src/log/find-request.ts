// The log rows of one request, without an index for it: the first 48 bits of a version 7 id are the time it was made,
// and a job knows when it began and ended, so only what was logged around those moments is looked through.

import { isUuid } from '@quarry/kit/is-uuid'
import { type Queryable, statement } from '../db/statement.ts'
import { callRange, skewMs } from './call-range.ts'
import { type CallFilters, type WalkedRow, walkCalls } from './walk-calls.ts'

const minuteMs = 60_000
/** A direct call is over by then, whatever its time limit. */
const callMs = 10 * minuteMs
const lateJobMs = 24 * 60 * minuteMs
/** The answer and the end of a job; a few more where a server died in between. */
const maxRows = 10
/** Ids are what callers say they are; the database knows no such years as some of them tell. */
const endOfYears = Date.parse('9999-01-01T00:00:00Z')

/** When the request was made, by its id; null for an id that does not tell. */
export function timeOfRequest(requestId: string): Date | null {
  if (!isUuid(requestId) || requestId[14] !== '7') return null
  const time = Number.parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), 16)
  return time < endOfYears ? new Date(time) : null
}

export type JobOfRequest = { key_id: string; price: number; created: Date; finished: Date | null }

const jobStatement = statement(`
select key_id, price, created, finished from jobs
where id = $2::uuid and ($1::integer is null or account_id = $1)`)

/** The job that the request became, while it is kept. */
export async function jobOfRequest(
  pool: Queryable,
  accountId: number | null,
  requestId: string,
): Promise<JobOfRequest | null> {
  const { rows } = await pool.query<JobOfRequest>({ ...jobStatement, values: [accountId, requestId] })
  return rows[0] ?? null
}

type Wanted = { from: Date | null; to: Date | null; filters: CallFilters }

/** Newest first; null where nothing tells when the request was, so that the whole log would have to be walked. */
export async function rowsOfRequest(
  pool: Queryable,
  accountId: number | null,
  requestId: string,
  { from, to, filters }: Wanted,
): Promise<WalkedRow[] | null> {
  const job = await jobOfRequest(pool, accountId, requestId)
  const made = timeOfRequest(requestId) ?? job?.created
  if (made === undefined) return null
  const found = new Map<number, WalkedRow>()
  const look = async (first: number, past: number) => {
    const window = { from: new Date(first - skewMs), to: new Date(past + skewMs) }
    const range = await callRange(pool, accountId, window)
    const { rows } = await walkCalls(pool, {
      accountId,
      ...range,
      from: from && from > window.from ? from : window.from,
      to: to && to < window.to ? to : window.to,
      filters: { ...filters, requestId },
      limit: maxRows,
    })
    for (const row of rows) found.set(row.id, row)
  }
  const start = made.getTime()
  await look(start, start + callMs)
  if (job?.finished) await look(job.finished.getTime(), job.finished.getTime())
  // A job that is no longer kept and took its time: its end is looked for on the same day.
  const [only] = found.values()
  if (!job && found.size === 1 && only?.job_id != null && only.sent_status !== null)
    await look(start + callMs, start + lateJobMs)
  return [...found.values()].sort((a, b) => b.id - a.id)
}
