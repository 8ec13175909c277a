// Sends alarms to the operator's receiver, signed like every webhook. A message is tried five times and not stored: the
// alarm itself is in the status, the metrics and the log.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deliver } from './deliver.ts'
import { buildMessageHeaders } from './deliver.ts'

export type AlertsOptions = {
  deliver: Pick<Deliver, 'post'>
  /** Null if no receiver is configured. */
  receiver: { webhook: string; secret: string } | null
  /** Called for a message that could not be delivered. */
  onLost: (detail: string) => void
}

/** The body of the message, and for the log what it is about. */
export type Alert = { subject: string; type: string } & Record<string, unknown>

const pausesMs = [0, 2_000, 15_000, 60_000, 300_000]
const maxSending = 100

export type Alerts = ReturnType<typeof createAlerts>

export function createAlerts({ deliver, receiver, onLost }: AlertsOptions) {
  const closing = new AbortController()
  const sendingAll = new Set<Promise<void>>()

  async function deliverOne(url: string, secret: string, { subject, type, ...rest }: Alert): Promise<void> {
    const id = randomUUID()
    const body = JSON.stringify({ type, delivery_id: id, ...rest })
    for (const pauseMs of pausesMs) {
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted && pauseMs > 0) break
      const outcome = await deliver.post(url, { headers: buildMessageHeaders([secret], id, body), body })
      if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) return
    }
    onLost(subject)
  }

  return {
    /** Never throws and never waits. */
    send(alert: Alert): void {
      if (!receiver) return
      if (sendingAll.size >= maxSending) return void onLost('too many alerts are being sent')
      const sending = deliverOne(receiver.webhook, receiver.secret, alert).finally(() =>
        sendingAll.delete(sending),
      )
      sendingAll.add(sending)
    },
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(sendingAll)
    },
  }
}
