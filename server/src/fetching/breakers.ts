// Circuit breakers: when most recent tries on a host failed, calls fail at once for a while instead of queueing for a
// site that is down. Each account has its own breaker per host; in the host's breaker no account counts for more than
// a quarter of the tries, so that one caller's bad subjects cannot block the site for others.
import { Failure } from '@quarry/kit/errors'
import { LRUCache } from 'lru-cache'
import type { FetchLimits } from './limits.ts'
import type { ExchangeResult } from './send.ts'

export type Breakers = ReturnType<typeof createBreakers>

const maxHostCircuits = 10_000
const maxAccountCircuits = 10_000

export function createBreakers(
  { breakerTries, breakerOpenMs, breakerWindowMs }: FetchLimits,
  nowMs: () => number,
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
      memoMethod: () => createCircuit({ ...rules, maxPerAccount, reopenedBy }, nowMs),
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
    /** Throws if the breakers admit no account. */
    check: (host: string, accountIds: Iterable<string>) => void admit(host, accountIds),
    /** Runs one try on a host for the first account that is admitted. */
    async run(host: string, accountIds: Iterable<string>, send: () => Promise<ExchangeResult>) {
      const { accountId, circuits } = admit(host, accountIds)
      const reports = circuits.map((circuit) => circuit.enter(accountId))
      let failed: boolean | null = null
      try {
        const result = await send()
        failed = result.kind === 'fault' ? result.hostFault : false
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

type CircuitRules = {
  /** How many of the last tries count. */
  tries: number
  /** It does not open below this number of tries. */
  minTries: number
  maxPerAccount: number
  /** It opens again when the trials of this many accounts have failed. */
  reopenedBy: number
  /** How long it is open the first time. Doubles each time that it opens again in a row, to six times this at most. */
  openMs: number
  /** Older tries do not count. */
  windowMs: number
}

type Circuit = ReturnType<typeof createCircuit>

type Try = { accountId: string; at: number; failed: boolean }
type Phase =
  | { kind: 'closed'; tries: Try[] }
  | { kind: 'open'; until: number; openMs: number }
  /** When each account's trial failed; null while it runs. */
  | { kind: 'half-open'; trials: Map<string, number | null>; since: number; openMs: number }

type CircuitState = { rules: CircuitRules; nowMs: () => number; phase: Phase }

/**
 * Closed while tries succeed, open after too many failed, then half open: each account may make one trial, and the
 * first trial that succeeds closes it.
 */
function createCircuit(rules: CircuitRules, nowMs: () => number) {
  const circuit: CircuitState = { rules, nowMs, phase: { kind: 'closed', tries: [] } }
  return {
    admits(accountId: string): boolean {
      const phase = updatePhase(circuit)
      if (phase.kind !== 'half-open') return phase.kind === 'closed'
      const failedAt = phase.trials.get(accountId)
      // After a failed trial an account may try again later: it may be the only one.
      return failedAt === undefined || (failedAt !== null && circuit.nowMs() - failedAt >= phase.openMs)
    },
    /** Starts a try. Call the returned function when it ends, with null if the end says nothing about the host. */
    enter(accountId: string): (failed: boolean | null) => void {
      const before = updatePhase(circuit)
      if (before.kind === 'half-open') before.trials.set(accountId, null)
      return (failed) => {
        const { phase } = circuit
        if (before.kind === 'half-open') {
          if (phase === before) endTrial(circuit, before, accountId, failed)
        } else if (failed !== null && phase.kind === 'closed' && before.kind === 'closed')
          countTry(circuit, phase.tries, { accountId, at: circuit.nowMs(), failed })
      }
    },
    isOpen: () => updatePhase(circuit).kind !== 'closed',
  }
}

function updatePhase(circuit: CircuitState): Phase {
  const { phase } = circuit
  if (phase.kind === 'open' && circuit.nowMs() >= phase.until)
    circuit.phase = { kind: 'half-open', trials: new Map(), since: phase.until, openMs: phase.openMs }
  // No trial closed or opened it, and the failures that opened it before are too old to count.
  if (circuit.phase.kind === 'half-open' && circuit.nowMs() - circuit.phase.since > circuit.rules.windowMs)
    circuit.phase = { kind: 'closed', tries: [] }
  return circuit.phase
}

function open(circuit: CircuitState, openMs: number): void {
  circuit.phase = { kind: 'open', until: circuit.nowMs() + openMs, openMs }
}

function countTry(circuit: CircuitState, tries: Try[], latest: Try): void {
  const { rules } = circuit
  tries.push(latest)
  const accountTries = tries.filter(({ accountId }) => accountId === latest.accountId)
  const [oldest] =
    accountTries.length > rules.maxPerAccount ? accountTries : tries.length > rules.tries ? tries : []
  const since = circuit.nowMs() - rules.windowMs
  const recent = tries.filter((entry) => entry !== oldest && entry.at >= since)
  circuit.phase = { kind: 'closed', tries: recent }
  const failures = recent.filter(({ failed }) => failed).length
  if (recent.length >= rules.minTries && failures * 2 > recent.length) open(circuit, rules.openMs)
}

function endTrial(
  circuit: CircuitState,
  { trials, openMs }: Extract<Phase, { kind: 'half-open' }>,
  accountId: string,
  failed: boolean | null,
): void {
  const { rules } = circuit
  if (failed === null) trials.delete(accountId)
  else if (!failed) circuit.phase = { kind: 'closed', tries: [] }
  else {
    trials.set(accountId, circuit.nowMs())
    const failures = [...trials.values()].filter((at) => at !== null).length
    if (failures >= rules.reopenedBy) open(circuit, Math.min(openMs * 2, rules.openMs * 6))
  }
}
