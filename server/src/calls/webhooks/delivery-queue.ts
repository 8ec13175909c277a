// The queue of webhook messages: pending rows of `webhook_deliveries`. A server lists the accounts with due messages,
// chooses among them and takes their messages. A try runs under a lease; when its server dies, the message is due again.

import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { readRows, statement } from '../../platform/db/statement.ts'

/** Due messages of an account: its first tries or its retries. */
export type DueGroup = {
  accountId: number
  isRetry: boolean
  /** Tries that failed since a message of the account was accepted, up to `failingTries`; null before the first try. */
  failures: number | null
}
export type ChosenDue = { group: DueGroup; count: number }

/** Messages that a server sends at a time. */
export const deliverySlots = 64
/** After so many tries that failed in a row, an account is failing. */
export const failingTries = 3
const slotsPerAccount = 8
/** Until the first message is accepted, and after a failed try until the next one is. */
const slotsPerUnprovenAccount = 2
/** Of each of these, a share is kept for accounts that have no message under way. */
const reservedShare = 1 / 4
const pools: readonly { slots: number; includes: (group: DueGroup) => boolean }[] = [
  { slots: deliverySlots, includes: () => true },
  { slots: deliverySlots / 2, includes: ({ isRetry }) => isRetry },
  { slots: deliverySlots / 2, includes: ({ failures }) => failures !== 0 },
  { slots: deliverySlots / 8, includes: ({ failures }) => failures === failingTries },
]
const maxRemembered = 20_000

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>

/** The job, the batch or the event of a watch that a message is about. */
export type MessageSubject = {
  account_id: number
  job_id: string | null
  batch_id: string | null
  watch_id: string | null
  watch_event: number | null
}

export type Delivery = MessageSubject & {
  id: string
  url: string
  attempts: number
  /** When the lease of this try ends, which identifies the try. */
  lease: string
  redelivered: string | null
}

export type TryOutcome = {
  status: number | null
  error: string | null
  ms: number | null
  isAccepted: boolean
  retrySeconds: number
}

/** How long the delivery of a message is tried. */
export const webhookHours = 24

/**
 * SQL: queues a message for each row of a query with the columns account_id, key_id, job_id, batch_id, watch_id,
 * watch_event and webhook. It is part of the statement that ends the job or batch or records the event, so that no
 * message is lost.
 */
export const insertDeliveries = (subjects: string) => `
  insert into webhook_deliveries (account_id, key_id, job_id, batch_id, watch_id, watch_event, url, created, next_at,
    give_up_at)
  select t.account_id, t.key_id, t.job_id, t.batch_id, t.watch_id, t.watch_event, t.webhook, quarry_now(), quarry_now(),
    quarry_now() + ${webhookHours} * interval '1 hour'
  from (${subjects}
  ) t`

const sweepBatch = 500

const sweepStatement = statement(`
delete from webhook_deliveries where id in (
  select id from webhook_deliveries where finished < (select quarry_now() - interval '30 days')
  order by finished limit ${sweepBatch} for update skip locked)`)

/** Deletes messages whose delivery ended a month ago, some at a time. */
export const sweepDeliveries = (pool: Pool) => pool.query(sweepStatement)

/** How many accounts a server looks at in one query. */
const maxListed = 1_000
const leaseSeconds = 60
const maxTries = 20

// $2: 0 for first tries only, 1 for retries too.
const listStatement = statement(`
select q.account_id as "accountId", k.kind = 1 as "isRetry", q.failures, q.is_due as "isDue"
from generate_series(0, $2::integer) k(kind) cross join lateral quarry_list_due(k.kind, $1, ${maxListed}) q`)

const takeStatement = statement(`
update webhook_deliveries d set next_at = l.until, lease_until = l.until, attempts = d.attempts + 1
from (select quarry_now() + ${leaseSeconds} * interval '1 second' as until) l
where d.id = any(array(select quarry_lock_due($1::integer[], $2::integer[], $3::integer[])))
returning d.id, d.account_id, d.job_id, d.batch_id, d.watch_id, d.watch_event, d.url, d.attempts,
  d.lease_until::text as lease, d.redelivered::text as redelivered`)

// Does nothing for a try whose lease expired and that was followed by another. If a redelivery was requested during the
// try ($9: the redelivery before it), the message starts again at once, whatever the outcome. The failures of the account
// are written only when they change.
const recordStatement = statement(`
with recorded as (
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
  where d.id = n.id and d.attempts = $2 and d.state = 'pending' and d.lease_until = $8::timestamptz
  returning d.account_id)
update webhook_secrets s set failures = case when $6 then 0 else least(coalesce(s.failures, 0) + 1, ${failingTries}) end
from recorded r
where s.account_id = r.account_id and s.failures is distinct from case when $6 then 0 else ${failingTries} end`)

export function createDeliveryQueue(pool: Pool) {
  return {
    /** Of the accounts after `fromAccount`. `lastListed`: the next list starts after this account; null at the end. */
    async listDue(fromAccount: number, withRetries: boolean) {
      const values = [fromAccount, withRetries ? 1 : 0]
      const rows = await readRows<DueGroup & { isDue: boolean }>(pool, listStatement, values)
      const ends = [false, true].map(
        (isRetry) => rows.filter((row) => row.isRetry === isRetry)[maxListed - 1],
      )
      const cut = ends.flatMap((last) => last?.accountId ?? [])
      return {
        groups: rows.filter(({ isDue }) => isDue),
        lastListed: cut.length === 0 ? null : Math.min(...cut),
      }
    },
    /** Starts tries of these messages: other servers take them only when the lease has expired. */
    take: (chosen: readonly ChosenDue[]) =>
      readRows<Delivery>(pool, takeStatement, [
        chosen.map(({ group }) => Number(group.isRetry)),
        chosen.map(({ group }) => group.accountId),
        chosen.map(({ count }) => count),
      ]),
    async record({ id, attempts, lease, redelivered }: Delivery, outcome: TryOutcome): Promise<void> {
      const { status, error, ms, isAccepted, retrySeconds } = outcome
      const values = [id, attempts, status, error, ms, isAccepted, retrySeconds, lease, redelivered]
      await pool.query({ ...recordStatement, values })
    },
  }
}

function countUnderWay(underWay: Iterable<DueGroup>) {
  const accounts = new Map<number, number>()
  const used = pools.map(() => 0)
  const countAccount = ({ accountId }: DueGroup) => accounts.get(accountId) ?? 0
  const add = (group: DueGroup) => {
    accounts.set(group.accountId, countAccount(group) + 1)
    for (const [index, { includes }] of pools.entries())
      if (includes(group)) used[index] = (used[index] ?? 0) + 1
  }
  for (const group of underWay) add(group)
  return {
    add,
    countAccount,
    hasRoom(group: DueGroup): boolean {
      const own = countAccount(group)
      const open = own === 0 ? 1 : 1 - reservedShare
      return (
        own < (group.failures === 0 ? slotsPerAccount : slotsPerUnprovenAccount) &&
        pools.every((pool, index) => !pool.includes(group) || (used[index] ?? 0) < pool.slots * open)
      )
    },
  }
}

/**
 * Decides of which accounts a server sends how many messages, so that receivers that hang delay only the messages of
 * their own accounts: the account with the fewest messages under way comes first, then first tries, then the account
 * that was served least recently. Returns a function that chooses among the groups, of which it may choose more messages
 * than they have.
 */
export function createChooseDeliveries() {
  /** When accounts were last served, in numbers that grow. */
  const servedAt = new LRUCache<number, number>({ max: maxRemembered })
  let serial = 0
  const findServedAt = ({ accountId }: DueGroup) => servedAt.get(accountId) ?? 0

  return (groups: readonly DueGroup[], underWay: Iterable<DueGroup>): ChosenDue[] => {
    const counts = countUnderWay(underWay)
    const chosen = new Map<DueGroup, number>()
    const inOrder = groups.toSorted(
      (one, other) => Number(one.isRetry) - Number(other.isRetry) || findServedAt(one) - findServedAt(other),
    )
    for (let own = 0; own < slotsPerAccount; own += 1)
      for (const group of inOrder) {
        if (counts.countAccount(group) !== own || !counts.hasRoom(group)) continue
        counts.add(group)
        chosen.set(group, (chosen.get(group) ?? 0) + 1)
        serial += 1
        servedAt.set(group.accountId, serial)
      }
    return [...chosen].map(([group, count]) => ({ group, count }))
  }
}
