// Watches as their account reads them. A watch of another account, or of another key for a key with scopes, is not
// found.

import type { Viewer } from '../../accounts/caller.ts'
import { readPage } from '../../platform/db/page.ts'
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { findOwn } from '../jobs/read-jobs.ts'
import { toShownSchedule } from './schedule.ts'

export const watchStates = ['active', 'paused', 'ended'] as const
export type WatchState = (typeof watchStates)[number]

type WatchRow = Record<'id' | 'endpoint' | 'params' | 'every', string> &
  Record<'webhook' | 'last_job_id' | 'paused_reason', string | null> &
  Record<'until' | 'next_at' | 'last_run' | 'paused_at', Date | null> &
  Record<'runs' | 'missed' | 'changes' | 'without_record', number> & {
    state: WatchState
    fields: string[] | null
    created: Date
  }

const columns = `id, state, endpoint, params, every, fields, webhook, until, created, next_at, last_run, last_job_id,
  runs, missed, changes, without_record, paused_reason, paused_at`

export type WatchView = ReturnType<typeof toWatchView>

export const toWatchView = (row: WatchRow) => ({
  watch_id: row.id,
  status: row.state,
  endpoint: row.endpoint,
  params: JSON.parse(row.params) as Record<string, unknown>,
  every: toShownSchedule(row.every),
  fields: row.fields,
  webhook: row.webhook,
  until: row.until?.toISOString() ?? null,
  created_at: row.created.toISOString(),
  next_at: row.next_at?.toISOString() ?? null,
  last_run_at: row.last_run?.toISOString() ?? null,
  last_job_id: row.last_job_id,
  runs: row.runs,
  missed: row.missed,
  changes: row.changes,
  without_record: row.without_record,
  paused_reason: row.paused_reason,
  paused_at: row.paused_at?.toISOString() ?? null,
  url: `/v2/watches/${row.id}`,
  history_url: `/v2/watches/${row.id}/history`,
})

const readStatement = statement(`
select ${columns} from watches where id = $2 and account_id = $1 and ($3::uuid is null or key_id = $3)`)

/** The watch, or 404. */
export const readWatch = async (pool: Queryable, viewer: Viewer, id: string): Promise<WatchView> =>
  toWatchView(await findOwn<WatchRow>(pool, readStatement, viewer, id))

export type WatchListQuery = { state: WatchState | null; limit: number; cursor: string | null }

const listStatement = statement(`
select ${columns}, extract(epoch from created)::text as seconds from watches
where account_id = $1 and ($6::uuid is null or key_id = $6) and ($2::watch_state is null or state = $2)
  and ($3::float8 is null or (created, id) < (to_timestamp($3::float8), $4::uuid))
order by created desc, id desc limit $5`)

/** Newest first. */
export async function listWatches(pool: Queryable, viewer: Viewer, query: WatchListQuery) {
  const page = await readPage<WatchRow>(pool, listStatement, { ...viewer, ...query }, ({ id }) => id)
  return { watches: page.rows.map(toWatchView), next_cursor: page.next_cursor }
}
