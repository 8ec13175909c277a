// Tells the operator's own receiver of alarms, signed as every webhook is. Tried some times and kept nowhere: the alarm
// itself stands in the status, the metrics and the log.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DriftChange } from '../drift/drift.ts'
import type { Deliver } from '../upstream/deliver.ts'
import { messageHeaders } from './webhook-secrets.ts'

export type Alerts = {
  /** Never throws and never waits. */
  send: (change: DriftChange) => void
  close: () => Promise<void>
}

export type AlertsOptions = {
  deliver: Pick<Deliver, 'post'>
  /** Null where nobody wants to be told. */
  receiver: { webhook: string; secret: string } | null
  /** Told of a message that nobody took. */
  onLost: (detail: string) => void
}

const pausesMs = [0, 2_000, 15_000, 60_000, 300_000]
const maxUnderWay = 100

export function createAlerts({ deliver, receiver, onLost }: AlertsOptions): Alerts {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function deliverOne(url: string, secret: string, { kind, path, alarm }: DriftChange): Promise<void> {
    const id = randomUUID()
    const body = JSON.stringify({ type: `alarm.${kind}`, delivery_id: id, endpoint: path, ...alarm })
    for (const pauseMs of pausesMs) {
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted && pauseMs > 0) break
      const outcome = await deliver.post(url, { headers: messageHeaders([secret], id, body), body })
      if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) return
    }
    onLost(`${path} ${alarm.field ?? alarm.form}`)
  }

  return {
    send(change) {
      if (!receiver) return
      if (underWay.size >= maxUnderWay) {
        onLost('too many alerts are under way')
        return
      }
      const sending = deliverOne(receiver.webhook, receiver.secret, change).finally(() =>
        underWay.delete(sending),
      )
      underWay.add(sending)
    },
    async close() {
      closing.abort()
      await Promise.all(underWay)
    },
  }
}
