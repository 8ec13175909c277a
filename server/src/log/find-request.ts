// Finds the log rows of one request without an index: the first 48 bits of a version 7 id are its time, and a job
// stores its start and end, so only the rows around these times are read.

import { isUuid } from '@quarry/kit/is-uuid'
import { type Queryable, readRows, statement } from '../db/statement.ts'
import { findCallRange, skewMs } from './call-range.ts'
import { type CallFilters, type WalkedRow, walkCalls } from './walk-calls.ts'

const minuteMs = 60_000
/** Longer than any direct call. */
const callMs = 10 * minuteMs
const lateJobMs = 24 * 60 * minuteMs
/** The 202 and the end of a job, and a few more where servers crashed. */
const maxRows = 10
/** Callers choose ids, and the database has no years above this. */
const maxTimeMs = Date.parse('9999-01-01T00:00:00Z')

/** The time in the id; null where it has none. */
export function readRequestTime(requestId: string): Date | null {
  if (!isUuid(requestId) || requestId[14] !== '7') return null
  const time = Number.parseInt(requestId.slice(0, 8) + requestId.slice(9, 13), 16)
  return time < maxTimeMs ? new Date(time) : null
}

type RequestJob = { key_id: string; price: number; created: Date; finished: Date | null }

const jobStatement = statement(`
select key_id, price, created, finished from jobs
where id = $2::uuid and ($1::integer is null or account_id = $1)`)

/** The job of the request, while it is stored. */
export async function findRequestJob(pool: Queryable, accountId: number | null, requestId: string) {
  const [job = null] = await readRows<RequestJob>(pool, jobStatement, [accountId, requestId])
  return job
}

/** Newest first; null where the time of the request is unknown, so that the whole log would have to be read. */
export async function findRequestRows(
  pool: Queryable,
  accountId: number | null,
  requestId: string,
  { from, to, filters }: { from: Date | null; to: Date | null; filters: CallFilters },
): Promise<WalkedRow[] | null> {
  const job = await findRequestJob(pool, accountId, requestId)
  const createdAt = readRequestTime(requestId) ?? job?.created
  if (createdAt === undefined) return null
  const found = new Map<number, WalkedRow>()
  const readRange = async (first: number, past: number) => {
    const window = { from: new Date(first - skewMs), to: new Date(past + skewMs) }
    const range = await findCallRange(pool, accountId, window)
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
  const start = createdAt.getTime()
  await readRange(start, start + callMs)
  if (job?.finished) await readRange(job.finished.getTime(), job.finished.getTime())
  // For a job that is no longer stored: its end may be later on the same day.
  const [only] = found.values()
  if (!job && found.size === 1 && only?.job_id != null && only.sent_status !== null)
    await readRange(start + callMs, start + lateJobMs)
  return [...found.values()].sort((a, b) => b.id - a.id)
}
