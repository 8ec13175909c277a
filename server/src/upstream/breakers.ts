// Circuit breakers: when most recent tries on a host failed, calls fail at once for a while instead of queueing for a
// site that is down. Each account has its own breaker per host; in the host's breaker no account counts for more than
// a quarter of the tries, so that one caller's bad subjects cannot block the site for others.
import type { Clock } from '@quarry/kit/clock'
import { Failure } from '@quarry/kit/errors'
import { LRUCache } from 'lru-cache'
import { type Circuit, createCircuit } from './circuit.ts'

export type Breakers = {
  /** Throws where the breakers admit no account. */
  check: (host: string, accountIds: Iterable<string>) => void
  /** Runs one try on a host for the first account that is admitted. */
  run: <T>(host: string, accountIds: Iterable<string>, attempt: () => Promise<T>) => Promise<T>
  stats: () => { openBreakers: string[]; openAccountBreakers: number }
}

export type BreakerLimits = { breakerTries: number; breakerOpenMs: number; breakerWindowMs: number }

const maxHostCircuits = 10_000
const maxAccountCircuits = 10_000

/** `isFault`: the host is in trouble, not only this page refused or missing. */
export function createBreakers(
  { breakerTries, breakerOpenMs, breakerWindowMs }: BreakerLimits,
  clock: Clock,
  isFault: (result: unknown) => boolean,
): Breakers {
  const hosts = new LRUCache<string, Circuit>({ max: maxHostCircuits })
  const accounts = new LRUCache<string, Circuit>({ max: maxAccountCircuits })
  const shared = {
    tries: breakerTries,
    minTries: Math.ceil(breakerTries / 2),
    openMs: breakerOpenMs,
    windowMs: breakerWindowMs,
  }

  const getHostCircuit = (host: string): Circuit => {
    const maxPerAccount = Math.max(1, Math.floor(breakerTries / 4))
    const circuit = hosts.get(host) ?? createCircuit({ ...shared, maxPerAccount, reopenedBy: 2 }, clock)
    hosts.set(host, circuit)
    return circuit
  }
  const getAccountCircuit = (host: string, accountId: string): Circuit => {
    const key = `${host} ${accountId}`
    const rules = { ...shared, maxPerAccount: breakerTries, reopenedBy: 1 }
    const circuit = accounts.get(key) ?? createCircuit(rules, clock)
    accounts.set(key, circuit)
    return circuit
  }

  const admit = (host: string, accountIds: Iterable<string>) => {
    for (const accountId of accountIds) {
      const circuits = [getHostCircuit(host), getAccountCircuit(host, accountId)]
      if (circuits.every((circuit) => circuit.admits(accountId))) return { accountId, circuits }
    }
    throw new Failure('upstream_failed', `${host} failed too often; not tried`)
  }

  return {
    check: (host, accountIds) => void admit(host, accountIds),
    async run(host, accountIds, attempt) {
      const { accountId, circuits } = admit(host, accountIds)
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
      openBreakers: [...hosts.entries()].filter(([, circuit]) => circuit.isOpen()).map(([host]) => host),
      openAccountBreakers: [...accounts.values()].filter((circuit) => circuit.isOpen()).length,
    }),
  }
}
