// The delivery log as its account reads it, and asking for a message once more.

import { isUuid } from '@quarry/kit/is-uuid'
import type { Reach } from '../access/reach.ts'
import type { Database } from '../db/connect.ts'
import { readCursor, writeCursor } from '../db/page.ts'
import { statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { Refusal } from '../errors.ts'
import { webhookHours } from '../jobs/finish-jobs.ts'
import { workChannel } from '../jobs/notifications.ts'

export type DeliveryState = 'pending' | 'delivered' | 'failed'

export type DeliveryView = {
  delivery_id: string
  job_id: string | null
  batch_id: string | null
  watch_id: string | null
  url: string
  status: DeliveryState
  attempts: number
  created_at: string
  next_at: string | null
  finished_at: string | null
  /** The last few, oldest first. */
  tries: { at: string; status: number | null; error: string | null; ms: number | null }[]
}

export type DeliveryList = { deliveries: DeliveryView[]; next_cursor: string | null }
export type DeliveryListQuery = { state: DeliveryState | null; limit: number; cursor: string | null }

export type Deliveries = {
  list: (reach: Reach, query: DeliveryListQuery) => Promise<DeliveryList>
  get: (reach: Reach, id: string) => Promise<DeliveryView>
  /** Tries a message again from the start, whatever became of it; 429 where that is asked for too often. */
  redeliver: (reach: Reach, id: string) => Promise<DeliveryView>
}

type Row = Omit<DeliveryView, 'created_at' | 'next_at' | 'finished_at'> & {
  created: Date
  next_at: Date | null
  finished: Date | null
  cursor: string
}

const columns = `id as delivery_id, job_id, batch_id, watch_id, url, state as status, attempts, tries, created, next_at, finished,
  extract(epoch from created)::text as cursor`

const readStatement = statement(`
select ${columns} from webhook_deliveries
where id = $2 and account_id = $1 and ($3::uuid is null or key_id = $3)`)

const listStatement = statement(`
select ${columns} from webhook_deliveries
where account_id = $1 and ($6::uuid is null or key_id = $6) and ($2::delivery_state is null or state = $2)
  and ($3::float8 is null or (created, id) < (to_timestamp($3::float8), $4::uuid))
order by created desc, id desc limit $5`)

const oneAtATimeStatement = statement(`select pg_advisory_xact_lock(hashtext('quarry redeliver'), $1)`)

export function createDeliveries({
  pool,
  reads,
  inTurn,
}: Pick<Database, 'pool' | 'reads' | 'inTurn'>): Deliveries {
  async function get({ accountId, keyId }: Reach, id: string): Promise<DeliveryView> {
    if (!isUuid(id)) throw new Refusal('not_found')
    const { rows } = await reads(accountId).query<Row>({ ...readStatement, values: [accountId, id, keyId] })
    if (!rows[0]) throw new Refusal('not_found')
    return viewOf(rows[0])
  }

  return {
    get,
    async list({ accountId, keyId }, { state, limit, cursor }) {
      const after = cursor === null ? null : readCursor(cursor)
      const { rows } = await reads(accountId).query<Row>({
        ...listStatement,
        values: [accountId, state, after?.seconds ?? null, after?.id ?? null, limit + 1, keyId],
      })
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const more = rows.length > limit && last
      return {
        deliveries: shown.map(viewOf),
        next_cursor: more ? writeCursor({ seconds: last.cursor, id: last.delivery_id }) : null,
      }
    },
    async redeliver(reach, id) {
      const { accountId } = reach
      await get(reach, id)
      const waitSeconds = await inTurn(accountId, () =>
        inTransaction(pool, async (client) => {
          // One after the other for an account: two that count at once would both be the last that fits.
          await client.query({ ...oneAtATimeStatement, values: [accountId] })
          const values = [accountId, id]
          const { rows } = await client.query<{ seconds: number }>({ ...waitStatement, values })
          const [wait] = rows
          if (!wait || wait.seconds <= 0) await client.query({ ...redeliverStatement, values })
          return wait?.seconds ?? 0
        }),
      )
      if (waitSeconds > 0) throw new Refusal('rate_limited', undefined, Math.ceil(waitSeconds))
      return get(reach, id)
    },
  }
}

// Decision: a message is redelivered once a minute, and an account has thirty redeliveries a minute.
const everySeconds = 60
const perAccount = 30

/** Seconds until the message may be asked for: its own minute is over, and so is that of the thirtieth before it. */
const waitStatement = statement(`
select greatest(0, ${everySeconds} - extract(epoch from quarry_now() - greatest(
  (select redelivered from webhook_deliveries where id = $2 and account_id = $1),
  (select redelivered from webhook_deliveries where account_id = $1 and redelivered is not null
    order by redelivered desc offset ${perAccount - 1} limit 1))))::float8 as seconds`)

// One try at a time: while one is under way, it keeps its number and its lease, and starts the next when it ends.
const redeliverStatement = statement(`
with again as (
  update webhook_deliveries d set state = 'pending', finished = null,
    attempts = case when t.is_trying then d.attempts else 0 end,
    lease_until = case when t.is_trying then d.lease_until end,
    next_at = case when t.is_trying then d.lease_until else quarry_now() end,
    give_up_at = quarry_now() + ${webhookHours} * interval '1 hour', redelivered = quarry_now()
  from (select id, state = 'pending' and coalesce(lease_until > quarry_now(), false) as is_trying
    from webhook_deliveries where id = $2 and account_id = $1 for update) t
  where d.id = t.id)
select pg_notify('${workChannel}', '')`)

const viewOf = ({ cursor: _, created, next_at, finished, ...row }: Row): DeliveryView => ({
  delivery_id: row.delivery_id,
  job_id: row.job_id,
  batch_id: row.batch_id,
  watch_id: row.watch_id,
  url: row.url,
  status: row.status,
  attempts: row.attempts,
  created_at: created.toISOString(),
  next_at: next_at?.toISOString() ?? null,
  finished_at: finished?.toISOString() ?? null,
  tries: row.tries,
})
