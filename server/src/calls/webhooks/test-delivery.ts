// Sends a test message, to see whether a receiver accepts it: signed and checked like every message, tried once, and
// not stored. All failures are reported with one word and after the same time, because the time of a failure would
// reveal names, private addresses and ports.

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createChangeLimit } from '../../accounts/free-work-limits.ts'
import type { Deliver } from '../../fetching/deliver.ts'
import { buildMessageHeaders } from '../../fetching/deliver.ts'
import { createAccountSlots, type Reads } from '../../platform/db/account-slots.ts'
import { readReceiverSecrets } from './webhook-secrets.ts'

export type TestDelivery = ReturnType<typeof createTestDelivery>

export type TestDeliveryOptions = {
  reads: Reads
  deliver: Pick<Deliver, 'post' | 'findProblem'>
  now?: () => number
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** When a failure is reported: longer than any attempt takes. */
  silentAfterMs?: number | undefined
}

const perMinute = 10
/** For all accounts together. */
const maxConcurrent = 16

export function createTestDelivery(options: TestDeliveryOptions) {
  const {
    reads,
    deliver,
    now = () => performance.now(),
    sleep = sleepUntilAborted,
    silentAfterMs = 11_000,
  } = options
  const limitTests = createChangeLimit(perMinute)
  const withSlot = createAccountSlots(maxConcurrent)
  const closing = new AbortController()

  return {
    /** Throws 400 for a bad address or without a secret; 429 if tests are requested too often. */
    async send({ accountId, accountSlug }: { accountId: number; accountSlug: string }, url: string) {
      const secrets = await readReceiverSecrets({ pool: reads(accountId), deliver }, accountId, 'url', url)
      await limitTests(accountId)
      const id = randomUUID()
      const body = JSON.stringify({ type: 'test', delivery_id: id, account: accountSlug })
      const message = { headers: buildMessageHeaders(secrets, id, body), body }
      const { outcome, startedAt } = await withSlot(accountId, async () => ({
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
    /** Answers the requests that wait to report a failure. */
    stopWaiting: () => closing.abort(),
  }
}

const sleepUntilAborted = (ms: number, signal: AbortSignal): Promise<unknown> =>
  delay(ms, undefined, { signal }).catch(() => {})
