// Who may talk to a host now: a fixed number of slots for each host, of which no account holds more than half, and
// a bounded queue that goes round the accounts, so that one caller's bulk work never starves another's lookup.
import { Failure } from '../errors.ts'

export type Release = () => void

export type HostSlots = {
  /** Waits for a slot; fails when the queue is full, the time is up or the call is cancelled. */
  acquire: (want: Want) => Promise<Release>
  stats: () => { queued: number; active: number }
  close: () => void
}

export type Want = {
  host: string
  accountId: string
  slots: number
  waitMs: number
  signal: AbortSignal | undefined
}

type Waiter = { grant: () => void; fail: (error: Failure) => void }
type Host = { active: number; held: Map<string, number>; queued: number; queues: Map<string, Set<Waiter>> }

export function createHostSlots(queuedPerHost: number): HostSlots {
  const hosts = new Map<string, Host>()

  const mayStart = (host: Host, accountId: string, slots: number) =>
    host.active < slots && (host.held.get(accountId) ?? 0) < Math.max(1, Math.floor(slots / 2))

  const start = (host: Host, accountId: string) => {
    host.active += 1
    host.held.set(accountId, (host.held.get(accountId) ?? 0) + 1)
  }

  const dequeue = (host: Host, accountId: string, waiter: Waiter): boolean => {
    const queue = host.queues.get(accountId)
    if (!queue?.delete(waiter)) return false
    host.queued -= 1
    if (queue.size === 0) host.queues.delete(accountId)
    return true
  }

  const startNext = (name: string, host: Host, slots: number) => {
    for (const [accountId, queue] of host.queues) {
      if (!mayStart(host, accountId, slots)) continue
      const [waiter] = queue
      if (!waiter || !dequeue(host, accountId, waiter)) continue
      // To the back of the round, so that every account gets its turn.
      if (host.queues.delete(accountId)) host.queues.set(accountId, queue)
      start(host, accountId)
      waiter.grant()
      return
    }
    if (host.active === 0 && host.queued === 0) hosts.delete(name)
  }

  const releaseOnce = (name: string, host: Host, accountId: string, slots: number): Release => {
    let held = true
    return () => {
      if (!held) return
      held = false
      host.active -= 1
      const left = (host.held.get(accountId) ?? 1) - 1
      if (left === 0) host.held.delete(accountId)
      else host.held.set(accountId, left)
      startNext(name, host, slots)
    }
  }

  const hostNamed = (name: string): Host => {
    const known = hosts.get(name)
    if (known) return known
    const host: Host = { active: 0, held: new Map(), queued: 0, queues: new Map() }
    hosts.set(name, host)
    return host
  }

  const wait = (host: Host, { accountId, waitMs, signal, ...want }: Want) =>
    new Promise<void>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      }
      const fail = (error: Failure) => {
        dequeue(host, accountId, waiter)
        settle()
        reject(error)
      }
      const waiter: Waiter = {
        grant() {
          settle()
          resolve()
        },
        fail,
      }
      const cancel = () => fail(new Failure('upstream_failed', 'the call was cancelled'))
      const timer = setTimeout(
        () => fail(new Failure('upstream_timeout', `no free slot for ${want.host}`)),
        waitMs,
      )
      signal?.addEventListener('abort', cancel, { once: true })
      const queue = host.queues.get(accountId) ?? new Set()
      host.queues.set(accountId, queue.add(waiter))
      host.queued += 1
    })

  return {
    async acquire(want) {
      const { host: name, accountId, slots } = want
      const host = hostNamed(name)
      const release = releaseOnce(name, host, accountId, slots)
      if (mayStart(host, accountId, slots) && !host.queues.has(accountId)) {
        start(host, accountId)
        return release
      }
      const ownQueued = host.queues.get(accountId)?.size ?? 0
      if (host.queued >= queuedPerHost || ownQueued >= Math.ceil(queuedPerHost / 2))
        throw new Failure('upstream_failed', `too many calls are waiting for ${name}`)
      await wait(host, want)
      return release
    },
    stats() {
      let queued = 0
      let active = 0
      for (const host of hosts.values()) {
        queued += host.queued
        active += host.active
      }
      return { queued, active }
    },
    close() {
      const closed = new Failure('upstream_failed', 'the server is stopping')
      for (const host of hosts.values())
        for (const queue of host.queues.values()) for (const waiter of [...queue]) waiter.fail(closed)
    },
  }
}
