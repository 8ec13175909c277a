// What happens to a watch, written down in one order and told to its receiver, in the transaction in which it happens:
// changes, runs that were missed, and pauses, which are never silent.
import { type Queryable, statement } from '../db/statement.ts'
import { webhookHours } from '../jobs/finish-statement.ts'
import { workChannel } from '../jobs/listen.ts'

/** `not_compared`: a run had a record that could not be compared with the one before. */
export const watchEventTypes = ['changed', 'not_compared', 'missed', 'paused'] as const
export type WatchEventType = (typeof watchEventTypes)[number]

export type WatchEvent = {
  watchId: string
  type: WatchEventType
  jobId?: string | null
  provider?: string | null
  /** Why it was paused, a run was missed, or values or their difference are absent. */
  reason?: string | null
  missed?: number
  /** JSON texts. */
  patch?: string | null
  before?: string | null
  after?: string | null
}

const keptEvents = 1_000
const keptBytes = 8 * 1024 * 1024

const noteStatement = statement(`
with w as (
  update watches set events = events + 1, changes = changes + case when $2 = 'changed' then 1 else 0 end
  where id = $1 returning id, account_id, key_id, webhook, events
), noted as (
  insert into watch_events (watch_id, number, account_id, at, type, job_id, provider, reason, missed, patch, before, after)
  select w.id, w.events, w.account_id, quarry_now(), $2::text, $3::uuid, $4::text, $5::text, $6::integer, $7::text,
    $8::text, $9::text from w
), told as (
  insert into webhook_deliveries (account_id, key_id, watch_id, watch_event, url, created, next_at, give_up_at)
  select w.account_id, w.key_id, w.id, w.events, w.webhook, quarry_now(), quarry_now(),
    quarry_now() + ${webhookHours} * interval '1 hour'
  from w where w.webhook is not null and $2::text <> 'missed'
)
select pg_notify('${workChannel}', '') from w where w.webhook is not null`)

/** The newest of a watch is always kept. */
const trimStatement = statement(`
delete from watch_events e using (
  select number, row_number() over (order by number desc) as place,
    sum(coalesce(octet_length(patch), 0) + coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0))
      over (order by number desc) as bytes
  from watch_events where watch_id = $1) s
where e.watch_id = $1 and e.number = s.number and s.place > 1 and (s.place > ${keptEvents} or s.bytes > ${keptBytes})`)

export async function noteEvent(client: Queryable, event: WatchEvent): Promise<void> {
  const { watchId, type, jobId, provider, reason, missed, patch, before, after } = event
  const values = [watchId, type, jobId, provider, reason, missed, patch, before, after].map(
    (one) => one ?? null,
  )
  await client.query({ ...noteStatement, values })
  await client.query({ ...trimStatement, values: [watchId] })
}

const pauseStatement = statement(`
update watches set state = 'paused', next_at = null, paused_reason = $2, paused_at = quarry_now()
where id = $1 and state = 'active' returning 1`)

/** Stops a watch that runs, and tells why. */
export async function pauseWatch(client: Queryable, watchId: string, reason: string): Promise<void> {
  const { rows } = await client.query({ ...pauseStatement, values: [watchId, reason] })
  if (rows.length > 0) await noteEvent(client, { watchId, type: 'paused', reason })
}
