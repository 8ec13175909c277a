// Who may talk to a host now: for each host a number of slots and a bounded line, shared fairly among accounts.
import { Failure } from '@quarry/kit/errors'
import { createFairSlots, type FairSlots, type Slot, type WaitingAccounts } from '../lib/fair-slots.ts'

export type HostSlots = {
  /** Waits for a slot; fails when the line is full or the signal ends it. */
  acquire: (want: Want) => Promise<Slot>
  stats: () => { queued: number; active: number }
  close: () => void
}

export type Want = { host: string; party: WaitingAccounts; slots: number; signal: AbortSignal }

export function createHostSlots(queuedPerHost: number): HostSlots {
  // Bounded by the hosts of the configured sources.
  const hosts = new Map<string, FairSlots>()

  const slotsOf = (host: string): FairSlots => {
    const known = hosts.get(host) ?? createFairSlots(queuedPerHost)
    hosts.set(host, known)
    return known
  }

  return {
    async acquire({ host, party, slots, signal }) {
      const place = await slotsOf(host).take({ party, places: slots, signal })
      if (!place) throw new Failure('upstream_failed', `too many calls are waiting for ${host}`)
      return place
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
