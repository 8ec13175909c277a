// One circuit: closed while tries succeed, open after too many failed, then half open: each account may make one
// trial, and the first trial that succeeds closes it.
import type { Clock } from '@quarry/kit/clock'

export type CircuitRules = {
  /** How many of the last tries count. */
  tries: number
  /** It does not open below this number of tries. */
  minTries: number
  maxPerAccount: number
  /** The failed trials of this many accounts open it again. */
  reopenedBy: number
  /** How long it is open the first time; doubles each time in a row, up to six times this. */
  openMs: number
  /** Older tries do not count. */
  windowMs: number
}

export type Circuit = {
  admits: (accountId: string) => boolean
  /** Starts a try. Call the returned function when it ends; null where the end says nothing about the host. */
  enter: (accountId: string) => (failed: boolean | null) => void
  isOpen: () => boolean
}

type Try = { accountId: string; at: number; failed: boolean }
type State =
  | { kind: 'closed'; tries: Try[] }
  | { kind: 'open'; until: number; openMs: number }
  /** When each account's trial failed; null while it runs. */
  | { kind: 'half-open'; trials: Map<string, number | null>; since: number; openMs: number }

export function createCircuit(rules: CircuitRules, clock: Clock): Circuit {
  let state: State = { kind: 'closed', tries: [] }
  const now = () => clock().getTime()

  const current = (): State => {
    if (state.kind === 'open' && now() >= state.until)
      state = { kind: 'half-open', trials: new Map(), since: state.until, openMs: state.openMs }
    // No trial has decided it, and the failures that opened it are too old to count.
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
    const [oldest] = own.length > rules.maxPerAccount ? own : tries.length > rules.tries ? tries : []
    const since = now() - rules.windowMs
    const recent = tries.filter((one) => one !== oldest && one.at >= since)
    state = { kind: 'closed', tries: recent }
    const failures = recent.filter(({ failed }) => failed).length
    if (recent.length >= rules.minTries && failures * 2 > recent.length) open(rules.openMs)
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
      // After a failed trial an account may try again later: it may be the only one.
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
