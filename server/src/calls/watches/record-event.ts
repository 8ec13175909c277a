// Records what happens to a watch (changes, missed runs, pauses) in one order, and queues the webhook message, in the
// transaction in which it happens. The number of the log gives the event its place in event streams.
import { type Queryable, statement } from '../../platform/db/statement.ts'
import { workChannel } from '../jobs/notifications.ts'
import { insertDeliveries } from '../webhooks/delivery-queue.ts'

/** `not_compared`: the record of a run could not be compared with the one before. */
export const watchEventTypes = ['changed', 'not_compared', 'missed', 'paused'] as const

export type WatchEvent = {
  watchId: string
  type: (typeof watchEventTypes)[number]
  jobId?: string | null
  provider?: string | null
  /** Why the watch was paused, a run was missed, or values or their difference are absent. */
  reason?: string | null
  missed?: number
  /** JSON texts. */
  patch?: string | null
  before?: string | null
  after?: string | null
}

const maxEvents = 1_000
const maxBytes = 8 * 1024 * 1024

const recordStatement = statement(`
with w as (
  update watches set events = events + 1, changes = changes + case when $2 = 'changed' then 1 else 0 end
  where id = $1 returning id, account_id, key_id, webhook, events
), noted as (
  insert into watch_events (watch_id, number, account_id, at, type, job_id, provider, reason, missed, patch, before, after,
    log_number)
  select w.id, w.events, w.account_id, quarry_now(), $2::text, $3::uuid, $4::text, $5::text, $6::integer, $7::text,
    $8::text, $9::text, nextval('calls_id_seq') from w
), queued as (
  ${insertDeliveries(`
    select account_id, key_id, null::uuid as job_id, null::uuid as batch_id, id as watch_id, events as watch_event, webhook
    from w where webhook is not null and $2::text <> 'missed'`)}
)
select pg_notify('${workChannel}', '') from w where w.webhook is not null`)

/** The newest event of a watch always stays. */
const trimStatement = statement(`
delete from watch_events e using (
  select number, row_number() over (order by number desc) as place,
    sum(coalesce(octet_length(patch), 0) + coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0))
      over (order by number desc) as bytes
  from watch_events where watch_id = $1) s
where e.watch_id = $1 and e.number = s.number and s.place > 1 and (s.place > ${maxEvents} or s.bytes > ${maxBytes})`)

export async function recordEvent(client: Queryable, event: WatchEvent): Promise<void> {
  const { watchId, type, jobId, provider, reason, missed, patch, before, after } = event
  const values = [watchId, type, jobId, provider, reason, missed, patch, before, after]
  await client.query({ ...recordStatement, values })
  await client.query({ ...trimStatement, values: [watchId] })
}

const pauseStatement = statement(`
update watches set state = 'paused', next_at = null, paused_reason = $2, paused_at = quarry_now()
where id = $1 and state = 'active' returning 1`)

/** Pauses an active watch and records why. */
export async function pauseWatch(client: Queryable, watchId: string, reason: string): Promise<void> {
  const { rows } = await client.query({ ...pauseStatement, values: [watchId, reason] })
  if (rows.length > 0) await recordEvent(client, { watchId, type: 'paused', reason })
}
