// Delivers webhooks: each message is tried with growing pauses until it is accepted or a day is over. Any number of
// servers may deliver. A message arrives at least once; its id identifies repetitions.

import type { Pool } from 'pg'
import type { Deliver, Delivered } from '../../fetching/deliver.ts'
import { buildMessageHeaders } from '../../fetching/deliver.ts'
import { createWorkLoop } from '../background-work.ts'
import {
  createChooseDeliveries,
  createDeliveryQueue,
  type Delivery,
  type DueGroup,
  deliverySlots,
} from './delivery-queue.ts'
import { buildMessage } from './webhook-message.ts'
import { readReceiverSecrets, readWebhookSecrets } from './webhook-secrets.ts'

export type WebhooksOptions = { pool: Pool; deliver: Deliver; onError: (error: unknown) => void }

const firstRetrySeconds = 10
const maxRetrySeconds = 3 * 3600
const pollMs = 2_000

type WebhooksState = ReturnType<typeof createState>

const createState = (options: WebhooksOptions, onFreeSlot: () => void) => ({
  options,
  onFreeSlot,
  queue: createDeliveryQueue(options.pool),
  chooseDeliveries: createChooseDeliveries(),
  /** The running tries. */
  sending: new Map<Promise<void>, DueGroup>(),
  /** The next list starts after this account. */
  fromAccount: 0,
  /** Whether the lists since the last full slots started at the first account. */
  hasListedFirst: false,
  /** Retries become due by time alone, so they are looked for at each poll, and while some are due. */
  mayHaveRetries: true,
})

export function createWebhooks(options: WebhooksOptions) {
  const { pool, deliver, onError } = options
  const state = createState(options, () => loop.wake())
  const loop = createWorkLoop({ work: () => takeDue(state), pollMs, onError })
  const poll = () => {
    state.mayHaveRetries = true
    loop.wake()
  }
  return {
    /** Throws 400 for a bad address, or if the account has no secret. */
    async check(accountId: number, url: string): Promise<void> {
      await readReceiverSecrets({ pool, deliver }, accountId, 'webhook', url)
    },
    wake: loop.wake,
    start: () => loop.start(poll),
    async close(): Promise<void> {
      await loop.close()
      await Promise.all(state.sending.keys())
    },
  }
}

/** One round. Returns whether there may be more to send now. */
async function takeDue(state: WebhooksState): Promise<boolean> {
  const { sending, queue } = state
  if (sending.size >= deliverySlots) {
    state.hasListedFirst = false
    return false
  }
  const { groups, hasMore } = await listDue(state)
  const chosen = state.chooseDeliveries(groups, sending.values())
  const due = chosen.length === 0 ? [] : await queue.take(chosen)
  const failures = new Map(groups.map((group) => [group.accountId, group.failures]))
  for (const delivery of due) begin(state, delivery, failures.get(delivery.account_id) ?? null)
  // If an account had fewer than were chosen, there is room for others.
  const isShort = due.length > 0 && due.length < chosen.reduce((sum, { count }) => sum + count, 0)
  return isShort || hasMore
}

/** Lists accounts with due messages after the last list. Also returns whether accounts are left that were not listed. */
async function listDue(state: WebhooksState) {
  const { fromAccount, mayHaveRetries } = state
  if (fromAccount === 0) state.hasListedFirst = true
  // Before the query, so that a poll during it sets it again.
  state.mayHaveRetries = false
  const { groups, lastListed } = await state.queue.listDue(fromAccount, mayHaveRetries)
  state.fromAccount = lastListed ?? 0
  const isWhole = fromAccount === 0 && lastListed === null
  if (mayHaveRetries && (!isWhole || groups.some(({ isRetry }) => isRetry))) state.mayHaveRetries = true
  return { groups, hasMore: lastListed !== null || !state.hasListedFirst }
}

/** Each message is sent on its own: a slow receiver occupies one slot and delays no other message. */
function begin(state: WebhooksState, delivery: Delivery, failures: number | null): void {
  const { sending, options } = state
  const trying = tryOne(state, delivery)
    .catch(options.onError)
    .finally(() => {
      sending.delete(trying)
      state.onFreeSlot()
    })
  sending.set(trying, { accountId: delivery.account_id, isRetry: delivery.attempts > 1, failures })
}

async function tryOne({ options, queue }: WebhooksState, delivery: Delivery): Promise<void> {
  const startedAt = performance.now()
  const outcome = await post(options, delivery)
  const status = 'status' in outcome ? outcome.status : null
  await queue.record(delivery, {
    status,
    error: 'error' in outcome ? outcome.error : null,
    // The time of a failure would reveal what the one word hides.
    ms: status === null ? null : Math.round(performance.now() - startedAt),
    isAccepted: status !== null && status >= 200 && status < 300,
    retrySeconds: toRetrySeconds(delivery.attempts),
  })
}

async function post({ pool, deliver }: WebhooksOptions, delivery: Delivery): Promise<Delivered> {
  const { id, url, account_id: accountId } = delivery
  const body = await buildMessage(pool, id, delivery)
  if (body === null) return { error: 'the result is no longer stored' }
  const secrets = await readWebhookSecrets(pool, accountId)
  if (secrets.length === 0) return { error: 'there is no secret to sign with' }
  return deliver.post(url, { headers: buildMessageHeaders(secrets, id, body), body })
}

/** Seconds until the next try; randomised, so that a receiver that comes back is not flooded. */
export const toRetrySeconds = (attempts: number, random: () => number = Math.random): number =>
  Math.min(firstRetrySeconds * 3 ** (attempts - 1), maxRetrySeconds) * (0.8 + random() * 0.4)
