// Events from where readers are onwards, in the order of the log's numbers: every server that reads finds the same.
import type { Queryable } from '../db/statement.ts'
import { batchOf, composeEvents, type LogEvent } from './compose-events.ts'
import { readBatches, readJobs, readStarted } from './read-changes.ts'
import { type LogPage, readLog, type Span } from './read-log.ts'

/** `reached`: all events up to this number are in it, or were before. */
export type EventPage = { events: LogEvent[]; reached: number }

/** One page for each span, in order; `upTo` is a number up to which the log is complete. */
export async function readEvents(
  pool: Queryable,
  spans: readonly Span[],
  upTo: number,
): Promise<EventPage[]> {
  const pages = await readLog(pool, spans, upTo)
  const rows = pages.flatMap((page) => page.rows)
  const jobs = await readJobs(pool, [...new Set(rows.flatMap(({ job_id: id }) => id ?? []))])
  const batchIds = rows.flatMap((row) => batchOf(row, jobs.get(row.job_id ?? '')) ?? [])
  const batches = await readBatches(pool, [...new Set(batchIds)])
  const accounts = spans.map(({ accountId }) => accountId)
  const named = accounts.filter((id) => id !== null)
  const after = Math.min(...spans.map((span) => span.after))
  const started = await readStarted(pool, after, upTo, named.length < accounts.length ? null : named)
  return spans.map((span, n) => {
    const { rows: own, reached } = pages[n] as LogPage
    const between = started.filter(
      ({ number, account_id: id }) =>
        number > span.after && number <= reached && (span.accountId === null || id === span.accountId),
    )
    const told = { rows: own, started: between, jobs, batches }
    return { events: composeEvents(told, span.accountId === null), reached }
  })
}
