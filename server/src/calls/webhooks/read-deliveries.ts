// The delivery log as its account and the operator read it, and the redelivery of a message.
import { integer, list, nullable, object, oneOf, type Static, text } from '@quarry/kit/schema'
import type { Viewer } from '../../accounts/caller.ts'
import type { Database } from '../../platform/db/connect.ts'
import { inTransaction } from '../../platform/db/connection.ts'
import { readPage } from '../../platform/db/page.ts'
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/errors.ts'
import { moment, namedObject, uuid } from '../../platform/lib/schemas.ts'
import { workChannel } from '../jobs/notifications.ts'
import { findOwn } from '../jobs/read-jobs.ts'
import { webhookHours } from './delivery-queue.ts'

export const deliveryStates = ['pending', 'delivered', 'failed'] as const

export const delivery = namedObject('Delivery', {
  delivery_id: uuid(),
  job_id: nullable(uuid()),
  batch_id: nullable(uuid()),
  watch_id: nullable(uuid()),
  url: text('https://receiver.example/hook', { format: 'uri' }),
  status: oneOf(deliveryStates),
  attempts: integer(1),
  created_at: moment(),
  next_at: nullable(moment()),
  finished_at: nullable(moment()),
  tries: list(
    object({
      at: moment(),
      status: nullable(integer(200)),
      error: nullable(text('unreachable')),
      ms: nullable(integer(40)),
    }),
    'The latest attempts, oldest first.',
  ),
})

type DeliveryView = Static<typeof delivery>
type DeliveryListQuery = { state: DeliveryView['status'] | null; limit: number; cursor: string | null }
type DeliveryRow = Omit<DeliveryView, 'created_at' | 'next_at' | 'finished_at'> & {
  created: Date
  next_at: Date | null
  finished: Date | null
}

const columns =
  'id as delivery_id, job_id, batch_id, watch_id, url, state as status, attempts, tries, created, next_at, finished'

const readStatement = statement(`
select ${columns} from webhook_deliveries
where id = $2 and account_id = $1 and ($3::uuid is null or key_id = $3)`)

const listStatement = statement(`
select ${columns}, extract(epoch from created)::text as seconds from webhook_deliveries
where account_id = $1 and ($6::uuid is null or key_id = $6) and ($2::delivery_state is null or state = $2)
  and ($3::float8 is null or (created, id) < (to_timestamp($3::float8), $4::uuid))
order by created desc, id desc limit $5`)

// By account, because there is no index over all accounts.
const listAllStatement = statement(`
select d.*, a.slug as account, extract(epoch from d.created)::text as seconds
from accounts a cross join lateral (
  select ${columns} from webhook_deliveries
  where account_id = a.id and ($2::delivery_state is null or state = $2)
    and ($3::float8 is null or (created, id) < (to_timestamp($3::float8), $4::uuid))
  order by created desc, id desc limit $5
) d
where $1::integer is null or a.id = $1
order by d.created desc, d.delivery_id desc limit $5`)

const readId = (row: DeliveryRow) => row.delivery_id

const lockAccountStatement = statement(`select pg_advisory_xact_lock(hashtext('quarry redeliver'), $1)`)

type DeliveriesDeps = Pick<Database, 'pool' | 'reads' | 'withSlot'>
export type Deliveries = ReturnType<typeof createDeliveries>

export const createDeliveries = (deps: DeliveriesDeps) => ({
  get: (viewer: Viewer, id: string) => readDelivery(deps, viewer, id),
  async list(viewer: Viewer, query: DeliveryListQuery) {
    const pool = deps.reads(viewer.accountId)
    const page = await readPage<DeliveryRow>(pool, listStatement, { ...viewer, ...query }, readId)
    return { deliveries: page.rows.map(toView), next_cursor: page.next_cursor }
  },
  /** Of one account or, with null, of all, for the operator. */
  async listAll(accountId: number | null, query: DeliveryListQuery) {
    const pool = deps.reads('operator')
    type Row = DeliveryRow & { account: string }
    const page = await readPage<Row>(pool, listAllStatement, { accountId, ...query }, readId)
    const deliveries = page.rows.map(({ account, ...row }) => ({ account, ...toView(row) }))
    return { deliveries, next_cursor: page.next_cursor }
  },
  redeliver: (viewer: Viewer, id: string) => redeliver(deps, viewer, id),
})

const readDelivery = async ({ reads }: DeliveriesDeps, viewer: Viewer, id: string) =>
  toView(await findOwn<DeliveryRow>(reads(viewer.accountId), readStatement, viewer, id))

/** Delivers a message again, whatever its state; 429 if that is requested too often. */
async function redeliver(deps: DeliveriesDeps, viewer: Viewer, id: string) {
  const { accountId } = viewer
  await readDelivery(deps, viewer, id)
  const values = [accountId, id]
  const start = async (client: Queryable) => {
    // Serialises the count for an account: two requests at once could both be the last that fits.
    await client.query({ ...lockAccountStatement, values: [accountId] })
    const { rows } = await client.query<{ seconds: number }>({ ...waitStatement, values })
    const waitSeconds = rows[0]?.seconds ?? 0
    if (waitSeconds <= 0) await client.query({ ...redeliverStatement, values })
    return waitSeconds
  }
  const waitSeconds = await deps.withSlot(accountId, () => inTransaction(deps.pool, start))
  if (waitSeconds > 0) throw new Refusal('rate_limited', undefined, Math.ceil(waitSeconds))
  return readDelivery(deps, viewer, id)
}

// Decision: a message is redelivered once a minute, and an account has thirty redeliveries a minute.
const everySeconds = 60
const perAccount = 30

/** Seconds until the message may be redelivered, by its own limit and by that of the account. */
const waitStatement = statement(`
select greatest(0, ${everySeconds} - extract(epoch from quarry_now() - greatest(
  (select redelivered from webhook_deliveries where id = $2 and account_id = $1),
  (select redelivered from webhook_deliveries where account_id = $1 and redelivered is not null
    order by redelivered desc offset ${perAccount - 1} limit 1))))::float8 as seconds`)

// One try at a time: a running try keeps its number and its lease, and starts the next one when it ends.
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

const toView = ({ created, next_at, finished, tries, ...row }: DeliveryRow) => ({
  ...row,
  created_at: created.toISOString(),
  next_at: next_at?.toISOString() ?? null,
  finished_at: finished?.toISOString() ?? null,
  tries,
})
