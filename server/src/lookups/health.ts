// Measured health: each endpoint's label comes from its own recent outcomes, so a caller learns that a source
// is failing before he builds on it. One account's failures are shown to that account alone. An operator's pin, or
// the label an endpoint ships with, wins.
import type { Clock } from '@quarry/kit/clock'
import type { Endpoint } from '@quarry/kit/endpoint'
import type { StatusLabel } from '../config.ts'
import type { StatusHistory } from '../log/status-history.ts'

const windowMs = 10 * 60_000
const maxSamples = 200
const maxOfOne = 50
const fewestSamples = 10
const fewestOfOthers = 5
const degradedShare = 0.2

// How long a measured label is good for: looking at every sample for every call would cost more than the call.
const labelMs = 1000

// For so long after another account's last call an account does not count as the only one.
const aloneAfterMs = 24 * 3_600_000

type Sample = { accountId: number; at: number; ok: boolean; ms: number }

export type ProviderHealth = {
  status: StatusLabel
  recent_calls: number
  failure_share: number
  p50_ms: number | null
  p95_ms: number | null
}
export type EndpointHealth = ProviderHealth & { path: string; pinned: boolean }

export type Health = {
  observe: (path: string, accountId: number, ok: boolean, ms: number) => void
  /** The label for everyone, or for one account, whose own failures count for it too. */
  getStatus: (endpoint: Endpoint, accountId?: number) => StatusLabel
  report: (endpoints: readonly Endpoint[]) => EndpointHealth[]
  /** The same of one provider of an endpoint, whose failures another may have made good. */
  observeProvider: (path: string, provider: string, accountId: number, ok: boolean, ms: number) => void
  reportProvider: (path: string, provider: string) => ProviderHealth
}

/**
 * `onObserved` is told of every outcome that counts, whoever's it is. Where what a site sends has drifted its endpoint
 * is degraded, however many calls end well.
 */
export function createHealth(
  clock: Clock,
  pinned: Readonly<Record<string, StatusLabel>>,
  onObserved: StatusHistory['observe'] = () => {},
  hasDrifted: (path: string, provider?: string) => boolean = () => false,
): Health {
  const samplesByPath = new Map<string, Sample[]>()
  const labels = new Map<string, { at: number; byAccount: Map<number | undefined, StatusLabel> }>()
  let lastCaller: { accountId: number; at: number } | undefined
  let callerBefore: typeof lastCaller

  const recent = (path: string) => {
    const since = clock().getTime() - windowMs
    return (samplesByPath.get(path) ?? []).filter((sample) => sample.at >= since)
  }
  const pinOf = (endpoint: Endpoint) => pinned[endpoint.path] ?? endpoint.pinnedStatus
  const isAlone = () => !callerBefore || clock().getTime() - callerBefore.at > aloneAfterMs

  /** True where the endpoint fails even without the account that failed most, unless there is only one at all. */
  const failsForAll = (samples: Sample[]): boolean => {
    if (isAlone()) return isFailing(samples, fewestSamples)
    const others = samples.filter(({ accountId }) => accountId !== mostFailed(samples))
    return isFailing(samples, fewestSamples) && isFailing(others, fewestOfOthers)
  }
  const measured = (samples: Sample[], accountId?: number): StatusLabel => {
    const own = samples.filter((sample) => sample.accountId === accountId)
    return failsForAll(samples) || isFailing(own, fewestSamples) ? 'degraded' : 'operational'
  }

  function labelOf(path: string, accountId: number | undefined): StatusLabel {
    const now = clock().getTime()
    const known = labels.get(path)
    const fresh = known && Math.abs(now - known.at) < labelMs ? known : { at: now, byAccount: new Map() }
    labels.set(path, fresh)
    const label = fresh.byAccount.get(accountId) ?? measured(recent(path), accountId)
    fresh.byAccount.set(accountId, label)
    return label
  }

  function keep(key: string, sample: Sample): void {
    labels.delete(key)
    const samples = samplesByPath.get(key) ?? []
    samples.push(sample)
    const own = samples.filter(({ accountId }) => accountId === sample.accountId)
    const [oldest] = own.length > maxOfOne ? own : samples.length > maxSamples ? samples : []
    if (oldest) samples.splice(samples.indexOf(oldest), 1)
    samplesByPath.set(key, samples)
  }

  function reportOf(key: string): ProviderHealth {
    const samples = recent(key)
    const sorted = samples.map((sample) => sample.ms).sort((a, b) => a - b)
    return {
      status: measured(samples),
      recent_calls: samples.length,
      failure_share: Math.round(failureShare(samples) * 1000) / 1000,
      p50_ms: percentile(sorted, 0.5),
      p95_ms: percentile(sorted, 0.95),
    }
  }

  return {
    observe(path, accountId, ok, ms) {
      onObserved(path, null, ok, ms)
      const at = clock().getTime()
      if (lastCaller && lastCaller.accountId !== accountId) callerBefore = lastCaller
      lastCaller = { accountId, at }
      keep(path, { accountId, at, ok, ms })
    },
    getStatus: (endpoint, accountId) =>
      pinOf(endpoint) ?? (hasDrifted(endpoint.path) ? 'degraded' : labelOf(endpoint.path, accountId)),
    report: (endpoints) =>
      endpoints.map((endpoint) => {
        const { status, ...rest } = reportOf(endpoint.path)
        const pin = pinOf(endpoint)
        const measuredStatus = hasDrifted(endpoint.path) ? 'degraded' : status
        return { path: endpoint.path, status: pin ?? measuredStatus, pinned: pin !== undefined, ...rest }
      }),
    observeProvider: (path, provider, accountId, ok, ms) =>
      keep(providerKey(path, provider), { accountId, at: clock().getTime(), ok, ms }),
    reportProvider(path, provider) {
      const report = reportOf(providerKey(path, provider))
      return hasDrifted(path, provider) ? { ...report, status: 'degraded' } : report
    },
  }
}

const providerKey = (path: string, provider: string): string => `${path} ${provider}`

const isFailing = (samples: readonly Sample[], fewest: number) =>
  samples.length >= fewest && failureShare(samples) >= degradedShare

function mostFailed(samples: readonly Sample[]): number | undefined {
  const failures = new Map<number, number>()
  for (const { accountId, ok } of samples)
    if (!ok) failures.set(accountId, (failures.get(accountId) ?? 0) + 1)
  return [...failures].sort((a, b) => b[1] - a[1])[0]?.[0]
}

const failureShare = (samples: readonly Sample[]) =>
  samples.length === 0 ? 0 : samples.filter((sample) => !sample.ok).length / samples.length

const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted.length === 0
    ? null
    : Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
