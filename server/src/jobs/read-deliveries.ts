// The delivery log as its account reads it, and asking for a message once more.
import type { Database } from '../db/connect.ts'
import { Refusal } from '../errors.ts'
import { isUuid, readCursor, writeCursor } from './cursor.ts'
import { webhookHours } from './finish.ts'
import { workChannel } from './listen.ts'

export type DeliveryState = 'pending' | 'delivered' | 'failed'

export type DeliveryView = {
  delivery_id: string
  job_id: string | null
  batch_id: string | null
  url: string
  status: DeliveryState
  attempts: number
  created_at: string
  next_at: string | null
  finished_at: string | null
  /** The last few, oldest first. */
  tries: { at: string; status: number | null; error: string | null; ms: number }[]
}

export type DeliveryList = { deliveries: DeliveryView[]; next_cursor: string | null }
export type DeliveryListQuery = { state: DeliveryState | null; limit: number; cursor: string | null }

export type Deliveries = {
  list: (accountId: number, query: DeliveryListQuery) => Promise<DeliveryList>
  get: (accountId: number, id: string) => Promise<DeliveryView>
  /** Tries a message again from the start, whatever became of it. */
  redeliver: (accountId: number, id: string) => Promise<DeliveryView>
}

type Row = Omit<DeliveryView, 'created_at' | 'next_at' | 'finished_at'> & {
  created: Date
  next_at: Date | null
  finished: Date | null
  cursor: string
}

const columns = `id as delivery_id, job_id, batch_id, url, state as status, attempts, tries, created, next_at, finished,
  extract(epoch from created)::text as cursor`

export function createDeliveries({
  pool,
  reads,
  inTurn,
}: Pick<Database, 'pool' | 'reads' | 'inTurn'>): Deliveries {
  async function get(accountId: number, id: string): Promise<DeliveryView> {
    if (!isUuid(id)) throw new Refusal('not_found')
    const { rows } = await reads(accountId).query<Row>(
      `select ${columns} from webhook_deliveries where id = $2 and account_id = $1`,
      [accountId, id],
    )
    if (!rows[0]) throw new Refusal('not_found')
    return viewOf(rows[0])
  }

  return {
    get,
    async list(accountId, { state, limit, cursor }) {
      const after = cursor === null ? null : readCursor(cursor)
      const { rows } = await reads(accountId).query<Row>(
        `select ${columns} from webhook_deliveries
        where account_id = $1 and ($2::delivery_state is null or state = $2)
          and ($3::float8 is null or (created, id) < (to_timestamp($3::float8), $4::uuid))
        order by created desc, id desc limit $5`,
        [accountId, state, after?.seconds ?? null, after?.id ?? null, limit + 1],
      )
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const more = rows.length > limit && last
      return {
        deliveries: shown.map(viewOf),
        next_cursor: more ? writeCursor({ seconds: last.cursor, id: last.delivery_id }) : null,
      }
    },
    async redeliver(accountId, id) {
      await get(accountId, id)
      await inTurn(accountId, async () => {
        await pool.query(
          `update webhook_deliveries set state = 'pending', attempts = 0, next_at = quarry_now(), finished = null,
            give_up_at = quarry_now() + ${webhookHours} * interval '1 hour'
          where id = $2 and account_id = $1`,
          [accountId, id],
        )
        await pool.query(`select pg_notify('${workChannel}', '')`)
      })
      return get(accountId, id)
    },
  }
}

const viewOf = ({ cursor: _, created, next_at, finished, ...row }: Row): DeliveryView => ({
  delivery_id: row.delivery_id,
  job_id: row.job_id,
  batch_id: row.batch_id,
  url: row.url,
  status: row.status,
  attempts: row.attempts,
  created_at: created.toISOString(),
  next_at: next_at?.toISOString() ?? null,
  finished_at: finished?.toISOString() ?? null,
  tries: row.tries,
})
