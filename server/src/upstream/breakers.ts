// A circuit breaker for each host: when most of its recent tries failed, calls fail at once for a while instead of
// queueing for a site that is down, and one trial call finds out whether it is back.
import {
  BrokenCircuitError,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhenResult,
} from 'cockatiel'
import { Failure } from '../errors.ts'

type Policy = ReturnType<typeof circuitBreaker>

export type Breakers = {
  /** Runs one try on a host. `isFault` tells a host in trouble from a page that is merely refused or missing. */
  run: <T>(host: string, attempt: () => Promise<T>) => Promise<T>
  open: () => string[]
}

export function createBreakers(
  limits: { breakerTries: number; breakerOpenMs: number },
  isFault: (result: unknown) => boolean,
): Breakers {
  const policies = new Map<string, Policy>()

  const policyFor = (host: string): Policy => {
    const known = policies.get(host)
    if (known) return known
    const { breakerTries, breakerOpenMs } = limits
    const policy = circuitBreaker(handleWhenResult(isFault), {
      halfOpenAfter: new ExponentialBackoff({ initialDelay: breakerOpenMs, maxDelay: breakerOpenMs * 6 }),
      breaker: new CountBreaker({
        threshold: 0.5,
        size: breakerTries,
        minimumNumberOfCalls: Math.ceil(breakerTries / 2),
      }),
    })
    policies.set(host, policy)
    return policy
  }

  return {
    async run(host, attempt) {
      const policy = policyFor(host)
      const open = () => new Failure('upstream_failed', `${host} failed too often; not tried`)
      // Others would wait for the trial's end without a time limit.
      if (policy.state === CircuitState.HalfOpen) throw open()
      try {
        return await policy.execute(attempt)
      } catch (error) {
        throw error instanceof BrokenCircuitError ? open() : error
      }
    },
    open: () => [...policies].filter(([, { state }]) => state !== CircuitState.Closed).map(([host]) => host),
  }
}
