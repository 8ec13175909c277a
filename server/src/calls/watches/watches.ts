// Watches: a lookup that runs on a schedule and reports when its record changes. Created, read, paused, resumed and
// deleted here; run-watches.ts runs them.
import { invalidParameter } from '@quarry/kit/errors'
import type { Viewer } from '../../accounts/caller.ts'
import { readTime } from '../../ledger/log/read-time.ts'
import { planLookup } from '../../lookups/plan-lookup.ts'
import { readInput } from '../../lookups/read-params.ts'
import { checkFieldNames } from '../../lookups/reading/record-fields.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import type { Database } from '../../platform/db/connect.ts'
import { inTransaction } from '../../platform/db/connection.ts'
import { readNow } from '../../platform/db/database-clock.ts'
import { readPage } from '../../platform/db/page.ts'
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { isRefusal, Refusal } from '../../platform/errors.ts'
import type { StoredResponse } from '../idempotency.ts'
import { type CheckWebhook, rowBytes, type StorageLimit } from '../jobs/enqueue-jobs.ts'
import { findOwn } from '../jobs/read-jobs.ts'
import { firstRun, readSchedule, resumedRun, toShownSchedule } from './schedule.ts'
import { type HistoryQuery, readHistory } from './watch-events.ts'

export type WatchRequest = {
  id: string
  accountId: number
  keyId: string
  configured: ConfiguredEndpoint
  params: Record<string, unknown>
  every: number | string
  fields: readonly string[] | null
  webhook: string | null
  until: string | null
}

/** Takes the idempotency key in the transaction of the new watch, as `TakeKey` does. */
export type TakeWatchKey = (client: Queryable, view: WatchView) => Promise<StoredResponse | null>

export type WatchesOptions = Pick<Database, 'pool' | 'reads' | 'withSlot'> & {
  storage: Pick<StorageLimit, 'admit'>
  /** Null for no limit. */
  maxPerAccount: number | null
  checkWebhook: CheckWebhook
}

// Serialises the count for an account: two requests at once could both be the last that fits.
const lockAccountStatement = statement(`select pg_advisory_xact_lock(hashtext('quarry watches'), $1)`)

const countStatement = statement('select count(*)::integer as count from watches where account_id = $1')

const insertStatement = statement(`
insert into watches (id, account_id, key_id, endpoint, params, every, fields, webhook, until, created, next_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)

const lockStatement = statement(`
select state, every, until, created, quarry_now() as now from watches
where id = $2 and account_id = $1 and ($3::uuid is null or key_id = $3) for update`)

const changeStatement = statement(`
update watches set state = $2, next_at = $3, without_record = 0,
  paused_reason = case when $2 = 'paused'::watch_state then 'paused' end,
  paused_at = case when $2 = 'paused'::watch_state then quarry_now() end
where id = $1`)

const removeStatement = statement('delete from watches where id = $1')

export type Watches = ReturnType<typeof createWatches>

export function createWatches(options: WatchesOptions) {
  const { reads } = options
  const read = (viewer: Viewer, id: string) => readWatch(reads(viewer.accountId), viewer, id)
  return {
    create: (request: WatchRequest, takeKey?: TakeWatchKey) => createWatch(options, request, takeKey),
    get: read,
    list: (viewer: Viewer, query: WatchListQuery) => listWatches(reads(viewer.accountId), viewer, query),
    async history(viewer: Viewer, id: string, query: HistoryQuery) {
      const { watch_id: watchId } = await read(viewer, id)
      return readHistory(reads(viewer.accountId), watchId, query)
    },
    /** 409 for a watch that has ended. */
    async change(viewer: Viewer, id: string, status: 'active' | 'paused'): Promise<WatchView> {
      await withLocked(options, viewer, id, (client, watch) => changeState(client, id, watch, status))
      return read(viewer, id)
    },
    /** Deletes the watch and its history; a running job ends like any other. */
    async remove(viewer: Viewer, id: string): Promise<WatchView> {
      const view = await read(viewer, id)
      await withLocked(options, viewer, id, (client) => client.query({ ...removeStatement, values: [id] }))
      return view
    },
  }
}

/** Throws Refusal: 400 naming what is wrong, 429 if the account has its maximum. */
async function createWatch(options: WatchesOptions, request: WatchRequest, takeKey?: TakeWatchKey) {
  const { accountId, keyId, webhook } = request
  checkLookup(request)
  if (webhook !== null) await options.checkWebhook(accountId, webhook)
  const insert = async (client: Queryable) => {
    // Limits come first, except for a request that may be a repetition.
    if (!takeKey) await checkLimits(options, client, accountId, JSON.stringify(request.params))
    const row = toRow(request, await readNow(client))
    const view = toWatchView(row)
    const stored = (await takeKey?.(client, view)) ?? null
    if (stored) return { stored }
    if (takeKey) await checkLimits(options, client, accountId, row.params)
    const { id, endpoint, params, every, fields, until, created, next_at: nextAt } = row
    const values = [id, accountId, keyId, endpoint, params, every, fields, webhook, until, created, nextAt]
    await client.query({ ...insertStatement, values })
    return view
  }
  return options.withSlot(accountId, () => inTransaction(options.pool, insert))
}

async function checkLimits(options: WatchesOptions, client: Queryable, accountId: number, params: string) {
  const { storage, maxPerAccount } = options
  const [full] = await storage.admit(client, [{ accountId, bytes: rowBytes + Buffer.byteLength(params) }])
  if (full) throw full
  if (maxPerAccount === null) return
  await client.query({ ...lockAccountStatement, values: [accountId] })
  const { rows } = await client.query<{ count: number }>({ ...countStatement, values: [accountId] })
  if ((rows[0]?.count ?? 0) >= maxPerAccount)
    throw new Refusal(
      'storage_exceeded',
      `Rate limit exceeded: an account has at most ${maxPerAccount} watches`,
    )
}

type Locked = { state: WatchView['status']; every: string; until: Date | null; created: Date; now: Date }

/** Locks the watch, so that no run of it starts or ends at the same time. */
function withLocked<T>(
  { pool, withSlot }: WatchesOptions,
  viewer: Viewer,
  id: string,
  work: (client: Queryable, watch: Locked) => Promise<T>,
): Promise<T> {
  const runLocked = async (client: Queryable) =>
    work(client, await findOwn<Locked>(client, lockStatement, viewer, id))
  return withSlot(viewer.accountId, () => inTransaction(pool, runLocked))
}

async function changeState(client: Queryable, id: string, watch: Locked, status: 'active' | 'paused') {
  const { state, every, until, created, now } = watch
  if (state === 'ended') throw new Refusal('conflict')
  if (state === status) return
  const next = status === 'active' ? resumedRun(every, created, now, id) : null
  const isOver = status === 'active' && (next === null || (until !== null && next > until))
  const values = [id, isOver ? 'ended' : status, isOver ? null : next]
  await client.query({ ...changeStatement, values })
}

/** Refuses a lookup that its runs would refuse, naming what is wrong inside `params`. */
function checkLookup({ configured, params, fields }: WatchRequest): void {
  try {
    const { own, options } = readInput(configured.endpoint, params)
    planLookup(configured, own, options)
    if (fields !== null && options.fields !== undefined)
      throw invalidParameter('fields', 'cannot be combined with the fields of the watch: use one of them')
    if (fields !== null && own.return_page_source === true)
      throw invalidParameter('return_page_source', 'has no fields to be watched')
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new Refusal(error.reason, error.message.replace(/^Bad Request: /, 'Bad Request: params.'))
  }
  if (fields !== null) checkFieldNames('fields', fields, configured.endpoint.record)
}

function toRow(request: WatchRequest, now: Date) {
  const { id, configured, params, fields, webhook } = request
  const every = readSchedule(request.every, now)
  const until = request.until === null ? null : new Date(readTime('until', request.until).time)
  if (until !== null && until <= now) throw invalidParameter('until', 'must be in the future')
  const next = firstRun(every, now, id)
  if (next === null || (until !== null && next > until))
    throw invalidParameter('until', 'is before the first run')
  return {
    id,
    state: 'active' as const,
    endpoint: configured.endpoint.path as string,
    params: JSON.stringify(params),
    every,
    fields: fields === null ? null : [...fields],
    webhook,
    until,
    created: now,
    next_at: next,
    last_run: null,
    last_job_id: null,
    runs: 0,
    missed: 0,
    changes: 0,
    without_record: 0,
    paused_reason: null,
    paused_at: null,
  }
}

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
