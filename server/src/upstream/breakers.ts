// Circuit breakers: when most recent tries on a host failed, calls fail at once for a while instead of queueing for a
// site that is down. Each account has its own breaker per host; in the host's breaker no account counts for more than
// a quarter of the tries, so that one caller's bad subjects cannot block the site for others.
import type { Clock } from '@quarry/kit/clock'
import { Failure } from '@quarry/kit/errors'
import { LRUCache } from 'lru-cache'
import { type Circuit, createCircuit } from './circuit.ts'
import type { Limits } from './limits.ts'

export type Breakers = ReturnType<typeof createBreakers>

const maxHostCircuits = 10_000
const maxAccountCircuits = 10_000

/** `isFault`: the host is in trouble, not only this page refused or missing. */
export function createBreakers(
  { breakerTries, breakerOpenMs, breakerWindowMs }: Limits,
  clock: Clock,
  isFault: (result: unknown) => boolean,
) {
  const rules = {
    tries: breakerTries,
    minTries: Math.ceil(breakerTries / 2),
    openMs: breakerOpenMs,
    windowMs: breakerWindowMs,
  }
  const createCircuits = (max: number, maxPerAccount: number, reopenedBy: number) =>
    new LRUCache<string, Circuit>({
      max,
      memoMethod: () => createCircuit({ ...rules, maxPerAccount, reopenedBy }, clock),
    })
  const hosts = createCircuits(maxHostCircuits, Math.max(1, Math.floor(breakerTries / 4)), 2)
  const accounts = createCircuits(maxAccountCircuits, breakerTries, 1)

  const admit = (host: string, accountIds: Iterable<string>) => {
    for (const accountId of accountIds) {
      const circuits = [hosts.memo(host), accounts.memo(`${host} ${accountId}`)]
      if (circuits.every((circuit) => circuit.admits(accountId))) return { accountId, circuits }
    }
    throw new Failure('upstream_failed', `${host} failed too often; not tried`)
  }

  return {
    /** Throws where the breakers admit no account. */
    check: (host: string, accountIds: Iterable<string>) => void admit(host, accountIds),
    /** Runs one try on a host for the first account that is admitted. */
    async run<T>(host: string, accountIds: Iterable<string>, attempt: () => Promise<T>) {
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
