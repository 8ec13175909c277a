// Slots for requests to each host, with a bounded queue that accounts share fairly.
import { Failure } from '@quarry/kit/errors'
import { createFairSlots, type FairSlots, type WaitingAccounts } from '../platform/lib/fair-slots.ts'

export type HostSlots = ReturnType<typeof createHostSlots>

const maxIdleHosts = 1000

type Claim = { host: string; waiters: WaitingAccounts; slots: number; signal: AbortSignal }

export function createHostSlots(queuedPerHost: number) {
  const hosts = new Map<string, FairSlots>()

  /** Where the operator allows any host, callers decide how many there are. */
  const removeIdle = () => {
    for (const [host, slots] of hosts) {
      const { queued, active } = slots.stats()
      if (queued + active === 0) hosts.delete(host)
    }
  }
  const getSlots = (host: string): FairSlots => {
    if (hosts.size >= maxIdleHosts && !hosts.has(host)) removeIdle()
    const slots = hosts.get(host) ?? createFairSlots(queuedPerHost)
    hosts.set(host, slots)
    return slots
  }

  return {
    /** Waits for a slot; throws when the queue is full or the signal aborts. */
    async acquire({ host, waiters, slots, signal }: Claim) {
      const slot = await getSlots(host).take({ waiters, maxSlots: slots, signal })
      if (!slot) throw new Failure('upstream_failed', `too many calls are waiting for ${host}`)
      return slot
    },
    stats() {
      const all = [...hosts.values()].map((host) => host.stats())
      return {
        queued: all.reduce((sum, { queued }) => sum + queued, 0),
        active: all.reduce((sum, { active }) => sum + active, 0),
      }
    },
    close() {
      const closed = new Failure('upstream_failed', 'the server is stopping')
      for (const host of hosts.values()) host.close(closed)
    },
  }
}
