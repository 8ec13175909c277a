// A message sent at once, to see whether a receiver is there and takes it: signed and guarded like every other, tried
// once, and kept nowhere. Whoever gives no answer is told of in one word and after one time, because the time a failure
// takes would tell names, private addresses and ports apart.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { invalidParameter } from '@quarry/kit/errors'
import { createChangeLimit } from '../access/change-limit.ts'
import { createInTurn, type Reads } from '../db/account-turns.ts'
import type { Deliver } from '../upstream/deliver.ts'
import { messageHeaders, readWebhookSecrets } from './webhook-secrets.ts'
import { badAddress, needsSecret } from './webhooks.ts'

export type TestedDelivery = {
  delivery_id: string
  delivered: boolean
  status: number | null
  error: string | null
  ms: number | null
}

export type TestDelivery = {
  /** Throws 400 for an address that is no good, or without a secret; 429 where that is asked for too often. */
  send: (account: { accountId: number; accountSlug: string }, url: string) => Promise<TestedDelivery>
  /** Answers those who wait for no answer, so that their requests can end. */
  stopWaiting: () => void
}

export type TestDeliveryOptions = {
  reads: Reads
  deliver: Pick<Deliver, 'post' | 'findProblem'>
  now?: () => number
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** When a receiver that gives no answer is reported: longer than any attempt takes. */
  silentAfterMs?: number
}

const perMinute = 10
/** Receivers that are tried at a time, however many accounts ask for it. */
const atOnce = 16

export function createTestDelivery(options: TestDeliveryOptions): TestDelivery {
  const {
    reads,
    deliver,
    now = () => performance.now(),
    sleep = sleepUnless,
    silentAfterMs = 11_000,
  } = options
  const limitTests = createChangeLimit(perMinute)
  const inTurn = createInTurn(atOnce)
  const closing = new AbortController()

  return {
    async send({ accountId, accountSlug }, url) {
      const problem = deliver.findProblem(url)
      if (problem !== null) throw invalidParameter('url', badAddress(problem))
      const secrets = await readWebhookSecrets(reads(accountId), accountId)
      if (secrets.length === 0) throw invalidParameter('url', needsSecret)
      await limitTests(accountId)
      const id = randomUUID()
      const body = JSON.stringify({ type: 'test', delivery_id: id, account: accountSlug })
      const message = { headers: messageHeaders(secrets, id, body), body }
      const { outcome, startedAt } = await inTurn(accountId, async () => ({
        startedAt: now(),
        outcome: await deliver.post(url, message),
      }))
      const tookMs = now() - startedAt
      if ('status' in outcome) {
        const { status } = outcome
        const delivered = status >= 200 && status < 300
        return { delivery_id: id, delivered, status, error: null, ms: Math.round(tookMs) }
      }
      await sleep(Math.max(0, silentAfterMs - tookMs), closing.signal)
      return { delivery_id: id, delivered: false, status: null, error: outcome.error, ms: null }
    },
    stopWaiting: () => closing.abort(),
  }
}

const sleepUnless = (ms: number, signal: AbortSignal): Promise<unknown> =>
  delay(ms, undefined, { signal }).catch(() => {})
