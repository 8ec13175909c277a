// Circuit breakers: when most recent tries on a host failed, calls fail at once for a while instead of queueing for a
// site that is down. Each account has its own for a host; the host's, which is everybody's, hears no account for
// more than a quarter, so that one caller's bad subjects never take the site from the others.
import type { Clock } from '@quarry/kit/clock'
import { Failure } from '@quarry/kit/errors'
import { LRUCache } from 'lru-cache'
import { type Circuit, createCircuit } from './circuit.ts'

export type Breakers = {
  /** Throws where none of the accounts may have the host tried. */
  check: (host: string, accountIds: Iterable<string>) => void
  /** Runs one try on a host, on the word of the first of the accounts that may have one. */
  run: <T>(host: string, accountIds: Iterable<string>, attempt: () => Promise<T>) => Promise<T>
  stats: () => { openBreakers: string[]; openAccountBreakers: number }
}

export type BreakerLimits = { breakerTries: number; breakerOpenMs: number; breakerWindowMs: number }

const maxAccountCircuits = 10_000

/** `isFault` tells a host in trouble from a page that is merely refused or missing. */
export function createBreakers(
  { breakerTries, breakerOpenMs, breakerWindowMs }: BreakerLimits,
  clock: Clock,
  isFault: (result: unknown) => boolean,
): Breakers {
  const hosts = new Map<string, Circuit>()
  const accounts = new LRUCache<string, Circuit>({ max: maxAccountCircuits })
  const shared = {
    tries: breakerTries,
    fewestTries: Math.ceil(breakerTries / 2),
    openMs: breakerOpenMs,
    windowMs: breakerWindowMs,
  }

  const hostCircuit = (host: string): Circuit => {
    const triesOfOne = Math.max(1, Math.floor(breakerTries / 4))
    const known = hosts.get(host) ?? createCircuit({ ...shared, triesOfOne, reopenedBy: 2 }, clock)
    hosts.set(host, known)
    return known
  }
  const accountCircuit = (host: string, accountId: string): Circuit => {
    const key = `${host} ${accountId}`
    const known =
      accounts.get(key) ?? createCircuit({ ...shared, triesOfOne: breakerTries, reopenedBy: 1 }, clock)
    accounts.set(key, known)
    return known
  }

  const admitted = (host: string, accountIds: Iterable<string>) => {
    for (const accountId of accountIds) {
      const circuits = [hostCircuit(host), accountCircuit(host, accountId)]
      if (circuits.every((circuit) => circuit.admits(accountId))) return { accountId, circuits }
    }
    throw new Failure('upstream_failed', `${host} failed too often; not tried`)
  }

  return {
    check: (host, accountIds) => void admitted(host, accountIds),
    async run(host, accountIds, attempt) {
      const { accountId, circuits } = admitted(host, accountIds)
      const reports = circuits.map((circuit) => circuit.enter(accountId))
      let failed: boolean | null = null
      try {
        const result = await attempt()
        failed = isFault(result)
        return result
      } finally {
        for (const report of reports) report(failed)
      }
    },
    stats: () => ({
      openBreakers: [...hosts].filter(([, circuit]) => circuit.isOpen()).map(([host]) => host),
      openAccountBreakers: [...accounts.values()].filter((circuit) => circuit.isOpen()).length,
    }),
  }
}
