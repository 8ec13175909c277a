// Watches as their account reads them, and what happened to one, in pages of JSON or CSV. Another account's watch, and
// another key's to a key that sees its own alone, are the same as none.

import { isUuid } from '@quarry/kit/is-uuid'
import type { Reach } from '../access/reach.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { Refusal } from '../errors.ts'
import { shownSchedule } from './schedule.ts'

export const watchStates = ['active', 'paused', 'ended'] as const
export type WatchState = (typeof watchStates)[number]

export type WatchRow = {
  id: string
  state: WatchState
  endpoint: string
  params: string
  every: string
  fields: string[] | null
  webhook: string | null
  until: Date | null
  created: Date
  next_at: Date | null
  last_run: Date | null
  last_job_id: string | null
  runs: number
  missed: number
  changes: number
  without_record: number
  paused_reason: string | null
  paused_at: Date | null
}

const columns = `id, state, endpoint, params, every, fields, webhook, until, created, next_at, last_run, last_job_id,
  runs, missed, changes, without_record, paused_reason, paused_at`

export type WatchView = ReturnType<typeof watchView>

export const watchView = (row: WatchRow) => ({
  watch_id: row.id,
  status: row.state,
  endpoint: row.endpoint,
  params: JSON.parse(row.params) as Record<string, unknown>,
  every: shownSchedule(row.every),
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
export async function readWatch(
  pool: Queryable,
  { accountId, keyId }: Reach,
  id: string,
): Promise<WatchView> {
  if (!isUuid(id)) throw new Refusal('not_found')
  const { rows } = await pool.query<WatchRow>({ ...readStatement, values: [accountId, id, keyId] })
  if (!rows[0]) throw new Refusal('not_found')
  return watchView(rows[0])
}

export type WatchListQuery = { state: WatchState | null; limit: number; cursor: string | null }
export type WatchList = { watches: WatchView[]; next_cursor: string | null }

const listStatement = statement(`
select ${columns}, extract(epoch from created)::text as cursor from watches
where account_id = $1 and ($6::uuid is null or key_id = $6) and ($2::watch_state is null or state = $2)
  and ($3::float8 is null or (created, id) < (to_timestamp($3::float8), $4::uuid))
order by created desc, id desc limit $5`)

/** Newest first. */
export async function listWatches(
  pool: Queryable,
  { accountId, keyId }: Reach,
  { state, limit, cursor }: WatchListQuery,
): Promise<WatchList> {
  const after = cursor === null ? null : readCursor(cursor)
  const { rows } = await pool.query<WatchRow & { cursor: string }>({
    ...listStatement,
    values: [accountId, state, after?.seconds ?? null, after?.id ?? null, limit + 1, keyId],
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    watches: shown.map(watchView),
    next_cursor: rows.length > limit && last ? writeCursor({ seconds: last.cursor, id: last.id }) : null,
  }
}
