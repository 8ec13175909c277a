// Watches: a lookup that runs by itself on a schedule, and tells when its record changes. Made, read, paused, resumed
// and deleted here; what runs them is in run-watches.ts.

import { invalidParameter } from '@quarry/kit/errors'
import { isUuid } from '@quarry/kit/is-uuid'
import type { Reach } from '../access/reach.ts'
import type { StoredAnswer } from '../calls/idempotency.ts'
import { readInput } from '../calls/read-params.ts'
import type { Database } from '../db/connect.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { isRefusal, Refusal } from '../errors.ts'
import { rowBytes, type Storage } from '../jobs/storage.ts'
import { readTime } from '../log/read-time.ts'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import { planLookup } from '../lookups/plan-lookup.ts'
import { readFieldNames } from '../lookups/required-fields.ts'
import {
  listWatches,
  readWatch,
  type WatchList,
  type WatchListQuery,
  type WatchView,
  watchView,
} from './read-watches.ts'
import { firstRun, readSchedule, resumedRun } from './schedule.ts'
import { type HistoryPage, type HistoryQuery, readHistory } from './watch-history.ts'

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

/** Done in the transaction of the watch that it stands before: an answer that was given earlier, or null to go on. */
export type FirstOfWatch = (client: Queryable, view: WatchView) => Promise<StoredAnswer | null>

export type Watches = {
  /** Throws Refusal: 400 naming what is wrong, 429 where the account has as many as it may. */
  create: (request: WatchRequest, first?: FirstOfWatch) => Promise<WatchView | { known: StoredAnswer }>
  get: (reach: Reach, id: string) => Promise<WatchView>
  list: (reach: Reach, query: WatchListQuery) => Promise<WatchList>
  history: (reach: Reach, id: string, query: HistoryQuery) => Promise<HistoryPage>
  /** 409 for one that has ended. */
  change: (reach: Reach, id: string, status: 'active' | 'paused') => Promise<WatchView>
  /** With its history; a run under way ends like any job. */
  remove: (reach: Reach, id: string) => Promise<WatchView>
}

export type WatchesOptions = Pick<Database, 'pool' | 'reads' | 'inTurn'> & {
  storage: Pick<Storage, 'admit'>
  /** Null for no bound. */
  maxPerAccount: number | null
  /** Throws Refusal for an address that cannot be told anything. */
  checkWebhook: (accountId: number, url: string) => Promise<void>
}

const nowStatement = statement('select quarry_now() as now')

// One after the other for an account: two that count at once would both be the last that fits.
const oneAtATimeStatement = statement(`select pg_advisory_xact_lock(hashtext('quarry watches'), $1)`)

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

export function createWatches(options: WatchesOptions): Watches {
  const { pool, reads, inTurn, storage, maxPerAccount, checkWebhook } = options
  const read = (reach: Reach, id: string) => readWatch(reads(reach.accountId), reach, id)

  async function assertRoom(client: Queryable, accountId: number, params: string): Promise<void> {
    const bytes = rowBytes + Buffer.byteLength(params)
    const [full] = await storage.admit(client, [{ accountId, bytes }])
    if (full) throw full
    if (maxPerAccount === null) return
    await client.query({ ...oneAtATimeStatement, values: [accountId] })
    const { rows } = await client.query<{ count: number }>({ ...countStatement, values: [accountId] })
    if ((rows[0]?.count ?? 0) >= maxPerAccount)
      throw new Refusal(
        'storage_exceeded',
        `Rate limit exceeded: an account has at most ${maxPerAccount} watches`,
      )
  }

  /** In the watch's own turn, so that no run begins or ends beside it. */
  function withLocked<T>(reach: Reach, id: string, work: (client: Queryable, locked: Locked) => Promise<T>) {
    if (!isUuid(id)) throw new Refusal('not_found')
    const values = [reach.accountId, id, reach.keyId]
    return inTurn(reach.accountId, () =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<Locked>({ ...lockStatement, values })
        if (!rows[0]) throw new Refusal('not_found')
        return work(client, rows[0])
      }),
    )
  }

  return {
    async create(request, first) {
      const { accountId, webhook } = request
      checkLookup(request)
      if (webhook !== null) await checkWebhook(accountId, webhook)
      return inTurn(accountId, () =>
        inTransaction(pool, async (client) => {
          // Limits come first; a request that may be a repetition is answered before them.
          if (!first) await assertRoom(client, accountId, JSON.stringify(request.params))
          const { rows } = await client.query<{ now: Date }>(nowStatement)
          const row = rowOf(request, rows[0]?.now ?? new Date())
          const view = watchView(row)
          const known = (await first?.(client, view)) ?? null
          if (known) return { known }
          if (first) await assertRoom(client, accountId, row.params)
          const { id, endpoint, params, every, fields, until, created, next_at: nextAt } = row
          const { keyId } = request
          await client.query({
            ...insertStatement,
            values: [id, accountId, keyId, endpoint, params, every, fields, webhook, until, created, nextAt],
          })
          return view
        }),
      )
    },
    get: read,
    list: (reach, query) => listWatches(reads(reach.accountId), reach, query),
    async history(reach, id, query) {
      const { watch_id: watchId } = await read(reach, id)
      return readHistory(reads(reach.accountId), watchId, query)
    },
    async change(reach, id, status) {
      await withLocked(reach, id, async (client, { state, every, until, created, now }) => {
        if (state === 'ended') throw new Refusal('conflict')
        if (state === status) return
        const next = status === 'active' ? resumedRun(every, created, now, id) : null
        const isOver = status === 'active' && (next === null || (until !== null && next > until))
        await client.query({
          ...changeStatement,
          values: [id, isOver ? 'ended' : status, isOver ? null : next],
        })
      })
      return read(reach, id)
    },
    async remove(reach, id) {
      const view = await read(reach, id)
      await withLocked(reach, id, (client) => client.query({ ...removeStatement, values: [id] }))
      return view
    },
  }
}

type Locked = { state: WatchView['status']; every: string; until: Date | null; created: Date; now: Date }

/** A lookup that would be refused is refused now, naming what is wrong inside `params`. */
function checkLookup({ configured, params, fields }: WatchRequest): void {
  try {
    const { own, options } = readInput(configured.endpoint, params)
    planLookup(configured, own, options)
    if (fields !== null && own.return_page_source === true)
      throw invalidParameter('return_page_source', 'has no fields to be watched')
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    throw new Refusal(thrown.reason, thrown.message.replace(/^Bad Request: /, 'Bad Request: params.'))
  }
  if (fields !== null) readFieldNames('fields', fields, configured.endpoint.record)
}

function rowOf(request: WatchRequest, now: Date) {
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
