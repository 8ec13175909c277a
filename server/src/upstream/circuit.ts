// One circuit: closed while tries succeed, open after too many failed, and then, for whoever asks, half open: each
// account may make one trial. The first trial that succeeds closes it.
import type { Clock } from '@quarry/kit/clock'

export type CircuitRules = {
  /** How many of the last tries count, at most and at least. */
  tries: number
  fewestTries: number
  /** How many of them may be one account's. */
  triesOfOne: number
  /** Of how many accounts a trial must have failed before it opens again. */
  reopenedBy: number
  /** The first time it is open; each time in a row it doubles, up to six times this. */
  openMs: number
  /** Older tries do not count. */
  windowMs: number
}

export type Circuit = {
  admits: (accountId: string) => boolean
  /** Notes that a try begins; how it ended is to be reported: null where that says nothing of the host. */
  enter: (accountId: string) => (failed: boolean | null) => void
  isOpen: () => boolean
}

type Try = { accountId: string; at: number; failed: boolean }
type State =
  | { kind: 'closed'; tries: Try[] }
  | { kind: 'open'; until: number; openMs: number }
  /** When each account's trial failed; null while it is under way. */
  | { kind: 'half-open'; trials: Map<string, number | null>; since: number; openMs: number }

export function createCircuit(rules: CircuitRules, clock: Clock): Circuit {
  let state: State = { kind: 'closed', tries: [] }
  const now = () => clock().getTime()

  const current = (): State => {
    if (state.kind === 'open' && now() >= state.until)
      state = { kind: 'half-open', trials: new Map(), since: state.until, openMs: state.openMs }
    // Nobody's trial has decided it, and what opened it is too old to count.
    if (state.kind === 'half-open' && now() - state.since > rules.windowMs)
      state = { kind: 'closed', tries: [] }
    return state
  }
  const open = (openMs: number) => {
    state = { kind: 'open', until: now() + openMs, openMs }
  }

  const count = (tries: Try[], latest: Try) => {
    tries.push(latest)
    const own = tries.filter(({ accountId }) => accountId === latest.accountId)
    const [oldest] = own.length > rules.triesOfOne ? own : tries.length > rules.tries ? tries : []
    const since = now() - rules.windowMs
    const kept = tries.filter((one) => one !== oldest && one.at >= since)
    state = { kind: 'closed', tries: kept }
    const failures = kept.filter(({ failed }) => failed).length
    if (kept.length >= rules.fewestTries && failures * 2 > kept.length) open(rules.openMs)
  }

  const endTrial = (
    { trials, openMs }: Extract<State, { kind: 'half-open' }>,
    accountId: string,
    failed: boolean | null,
  ) => {
    if (failed === null) trials.delete(accountId)
    else if (!failed) state = { kind: 'closed', tries: [] }
    else {
      trials.set(accountId, now())
      const failures = [...trials.values()].filter((at) => at !== null).length
      if (failures >= rules.reopenedBy) open(Math.min(openMs * 2, rules.openMs * 6))
    }
  }

  return {
    admits(accountId) {
      const at = current()
      if (at.kind !== 'half-open') return at.kind === 'closed'
      const failedAt = at.trials.get(accountId)
      // One whose trial failed may try again later: it may be the only one there is.
      return failedAt === undefined || (failedAt !== null && now() - failedAt >= at.openMs)
    },
    enter(accountId) {
      const at = current()
      if (at.kind === 'half-open') at.trials.set(accountId, null)
      return (failed) => {
        if (at.kind === 'half-open') {
          if (state === at) endTrial(at, accountId, failed)
        } else if (failed !== null && state.kind === 'closed' && at.kind === 'closed')
          count(state.tries, { accountId, at: now(), failed })
      }
    },
    isOpen: () => current().kind !== 'closed',
  }
}
