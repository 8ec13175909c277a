// Delivers webhooks: each message is tried with growing pauses until it is accepted or a day is over. Any number of
// servers may deliver. A message arrives at least once; its id identifies repetitions.

import type { Pool } from 'pg'
import { statement } from '../db/statement.ts'
import { createWorkLoop } from '../jobs/work-loop.ts'
import type { Deliver, Delivered } from '../upstream/deliver.ts'
import { buildMessageHeaders } from './sign-message.ts'
import { buildMessage, type MessageSubject } from './webhook-message.ts'
import { readReceiverSecrets, readWebhookSecrets } from './webhook-secrets.ts'

export type WebhooksOptions = { pool: Pool; deliver: Deliver; onError: (error: unknown) => void }

type Due = MessageSubject & {
  id: string
  url: string
  attempts: number
  /** When the lease of this try ends, which identifies the try. */
  lease: string
  redelivered: string | null
}

const slots = 16
/** Slow receivers of one account take at most a quarter of the slots. */
const slotsPerAccount = 4
const leaseSeconds = 60
const maxTries = 20
const firstRetrySeconds = 10
const maxRetrySeconds = 3 * 3600
const pollMs = 2_000

// $1: the free slots; $2 and $3: the accounts with messages that this server is sending, and how many.
const takeStatement = statement(`
update webhook_deliveries d set next_at = l.until, lease_until = l.until, attempts = d.attempts + 1
from (select quarry_now() + ${leaseSeconds} * interval '1 second' as until) l
where d.id in (
  select w.id from webhook_deliveries w where w.id in (
    select r.id from (
      select id, account_id, next_at, row_number() over (partition by account_id order by next_at, id) as n
      from webhook_deliveries where state = 'pending' and next_at <= (select quarry_now())) r
    left join unnest($2::integer[], $3::integer[]) as b(account_id, busy) using (account_id)
    where r.n <= ${slotsPerAccount} - coalesce(b.busy, 0) order by r.next_at limit $1)
  and w.state = 'pending' and w.next_at <= quarry_now() for update skip locked)
returning d.id, d.account_id, d.job_id, d.batch_id, d.watch_id, d.watch_event, d.url, d.attempts,
  d.lease_until::text as lease, d.redelivered::text as redelivered`)

// Does nothing for a try whose lease expired and that was followed by another. Where a redelivery was requested during
// the try ($9: the redelivery before it), the message starts again at once, whatever the outcome.
const recordStatement = statement(`
update webhook_deliveries d set
  tries = (case when jsonb_array_length(d.tries) >= ${maxTries} then d.tries - 0 else d.tries end)
    || jsonb_build_array(jsonb_build_object('at', to_char(quarry_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'status', $3::integer, 'error', $4::text, 'ms', $5::integer)),
  state = n.state, finished = case when n.state <> 'pending' then quarry_now() end,
  next_at = case when n.state = 'pending' then n.next_at end, lease_until = null,
  attempts = case when n.is_again then 0 else d.attempts end
from (select id, is_again,
    case when is_again then quarry_now() else quarry_now() + $7::float8 * interval '1 second' end as next_at,
    case when is_again then 'pending' when $6 then 'delivered'::delivery_state
      when quarry_now() + $7::float8 * interval '1 second' > give_up_at then 'failed' else 'pending' end as state
  from (select *, redelivered is distinct from $9::timestamptz as is_again
    from webhook_deliveries where id = $1 for update) w) n
where d.id = n.id and d.attempts = $2 and d.state = 'pending' and d.lease_until = $8::timestamptz`)

type WebhooksState = WebhooksOptions & {
  onFreeSlot: () => void
  sending: Set<Promise<void>>
  /** How many messages of each account are being sent. */
  busy: Map<number, number>
}

export function createWebhooks(options: WebhooksOptions) {
  const { pool, deliver, onError } = options
  const onFreeSlot = () => loop.wake()
  const state: WebhooksState = { ...options, onFreeSlot, sending: new Set(), busy: new Map() }
  const loop = createWorkLoop({ work: () => takeDue(state), pollMs, onError })
  return {
    /** Throws 400 for a bad address, or where the account has no secret. */
    async check(accountId: number, url: string): Promise<void> {
      await readReceiverSecrets({ pool, deliver }, accountId, 'webhook', url)
    },
    wake: loop.wake,
    start: () => loop.start(),
    async close(): Promise<void> {
      await loop.close()
      await Promise.all(state.sending)
    },
  }
}

/** There may be more than one query takes; the query that finds nothing is the last. */
async function takeDue(state: WebhooksState): Promise<boolean> {
  const { pool, sending, busy } = state
  const free = slots - sending.size
  if (free <= 0) return false
  const values = [free, [...busy.keys()], [...busy.values()]]
  const { rows } = await pool.query<Due>({ ...takeStatement, values })
  for (const due of rows) begin(state, due)
  return rows.length > 0
}

/** Each message is sent on its own: a slow receiver occupies one slot and delays no other message. */
function begin(state: WebhooksState, due: Due): void {
  const { sending, busy } = state
  busy.set(due.account_id, (busy.get(due.account_id) ?? 0) + 1)
  const trying = tryOne(state, due)
    .catch(state.onError)
    .finally(() => {
      sending.delete(trying)
      const left = (busy.get(due.account_id) ?? 1) - 1
      if (left > 0) busy.set(due.account_id, left)
      else busy.delete(due.account_id)
      state.onFreeSlot()
    })
  sending.add(trying)
}

async function tryOne(options: WebhooksOptions, due: Due): Promise<void> {
  const startedAt = performance.now()
  const outcome = await post(options, due)
  const status = 'status' in outcome ? outcome.status : null
  const error = 'error' in outcome ? outcome.error : null
  // The time of a failure would reveal what the one word hides.
  const ms = status === null ? null : Math.round(performance.now() - startedAt)
  const isAccepted = status !== null && status >= 200 && status < 300
  const { id, attempts, lease, redelivered } = due
  const retrySeconds = toRetrySeconds(attempts)
  const values = [id, attempts, status, error, ms, isAccepted, retrySeconds, lease, redelivered]
  await options.pool.query({ ...recordStatement, values })
}

async function post({ pool, deliver }: WebhooksOptions, due: Due): Promise<Delivered> {
  const body = await buildMessage(pool, due.id, due)
  if (body === null) return { error: 'the result is no longer stored' }
  const secrets = await readWebhookSecrets(pool, due.account_id)
  if (secrets.length === 0) return { error: 'there is no secret to sign with' }
  return deliver.post(due.url, { headers: buildMessageHeaders(secrets, due.id, body), body })
}

/** Seconds until the next try; randomised, so that a receiver that comes back is not flooded. */
export const toRetrySeconds = (attempts: number, random: () => number = Math.random): number =>
  Math.min(firstRetrySeconds * 3 ** (attempts - 1), maxRetrySeconds) * (0.8 + random() * 0.4)
