// Measured health: the status of each endpoint follows from its recent outcomes, so that callers see that a source is
// failing. Failures of one account are shown to that account only. A status that the operator or the endpoint pins has
// precedence.
import type { Endpoint } from '@quarry/kit/endpoint'
import type { EndpointStatus, StatusLabel } from '../../platform/config/config.ts'
import { findMostFrequent } from '../../platform/lib/find-most-frequent.ts'
import type { StatusHistory } from './status-history.ts'

const windowMs = 10 * 60_000
const maxSamples = 200
const maxSamplesPerAccount = 50
const minSamples = 10
const minSamplesOfOthers = 5
const degradedShare = 0.2

/** How long a measured status is cached: looking at every sample for every call would cost more than the call. */
const statusMs = 1000

/** An account counts as the only one when no other has called for this long. */
const aloneAfterMs = 24 * 3_600_000

type Sample = { accountId: number; at: number; ok: boolean; ms: number }

export type ProviderHealth = ReturnType<typeof reportKey>

export type Health = ReturnType<typeof createHealth>

export type HealthOptions = {
  nowMs: () => number
  pinned: Readonly<Record<string, StatusLabel>>
  onObserved: StatusHistory['observe']
  /** An endpoint with drift is degraded, even if its calls succeed. */
  hasDrifted: (path: string, provider?: string) => boolean
  isConfigured: (path: string) => boolean
}

export function createHealth(options: HealthOptions) {
  const { nowMs, onObserved, hasDrifted } = options
  const state = createState(options)
  return {
    observe(path: string, accountId: number, ok: boolean, ms: number) {
      onObserved(path, null, ok, ms)
      const at = nowMs()
      if (state.lastCall && state.lastCall.accountId !== accountId) state.lastCallOfAnother = state.lastCall
      state.lastCall = { accountId, at }
      addSample(state, path, { accountId, at, ok, ms })
    },
    /** The status for everyone, or for one account, whose own failures count too. */
    getStatus: (endpoint: Endpoint, accountId?: number) =>
      getStatus(state, endpoint, () => measureCached(state, endpoint.path, accountId)),
    report: (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => reportEndpoint(state, endpoint)),
    /** Records an outcome of one provider. If it failed, another provider may have found the record. */
    observeProvider: (path: string, provider: string, accountId: number, ok: boolean, ms: number) =>
      addSample(state, `${path} ${provider}`, { accountId, at: nowMs(), ok, ms }),
    reportProvider(path: string, provider: string): ProviderHealth {
      const report = reportKey(state, `${path} ${provider}`)
      return hasDrifted(path, provider) ? { ...report, status: 'degraded' } : report
    },
  }
}

type LastCall = { accountId: number; at: number }
type HealthState = ReturnType<typeof createState>
const createState = (options: HealthOptions) => ({
  ...options,
  samplesByKey: new Map<string, Sample[]>(),
  statuses: new Map<string, { at: number; byAccount: Map<number | undefined, StatusLabel> }>(),
  lastCall: undefined as LastCall | undefined,
  lastCallOfAnother: undefined as LastCall | undefined,
})

function addSample({ statuses, samplesByKey }: HealthState, key: string, sample: Sample): void {
  statuses.delete(key)
  const samples = samplesByKey.get(key) ?? []
  samples.push(sample)
  const accountSamples = samples.filter(({ accountId }) => accountId === sample.accountId)
  const [oldest] =
    accountSamples.length > maxSamplesPerAccount ? accountSamples : samples.length > maxSamples ? samples : []
  if (oldest) samples.splice(samples.indexOf(oldest), 1)
  samplesByKey.set(key, samples)
}

function getStatus(state: HealthState, endpoint: Endpoint, measureStatus: () => StatusLabel): EndpointStatus {
  if (!state.isConfigured(endpoint.path)) return 'not_configured'
  return findPin(state, endpoint) ?? (state.hasDrifted(endpoint.path) ? 'degraded' : measureStatus())
}

const findPin = ({ pinned }: HealthState, endpoint: Endpoint) =>
  pinned[endpoint.path] ?? endpoint.pinnedStatus

function measureCached(state: HealthState, path: string, accountId: number | undefined): StatusLabel {
  const now = state.nowMs()
  const cached = state.statuses.get(path)
  const fresh = cached && now - cached.at < statusMs ? cached : { at: now, byAccount: new Map() }
  state.statuses.set(path, fresh)
  const status = fresh.byAccount.get(accountId) ?? measure(state, path, accountId)
  fresh.byAccount.set(accountId, status)
  return status
}

function measure(state: HealthState, key: string, accountId?: number): StatusLabel {
  const samples = listRecent(state, key)
  const accountSamples = samples.filter((sample) => sample.accountId === accountId)
  return failsForAll(samples, isAlone(state)) || isFailing(accountSamples, minSamples)
    ? 'degraded'
    : 'operational'
}

function listRecent({ nowMs, samplesByKey }: HealthState, key: string): Sample[] {
  const since = nowMs() - windowMs
  return (samplesByKey.get(key) ?? []).filter((sample) => sample.at >= since)
}

const isAlone = ({ nowMs, lastCallOfAnother }: HealthState): boolean =>
  !lastCallOfAnother || nowMs() - lastCallOfAnother.at > aloneAfterMs

function reportEndpoint(state: HealthState, endpoint: Endpoint) {
  const { status: measured, ...rest } = reportKey(state, endpoint.path)
  const status = getStatus(state, endpoint, () => measured)
  return { path: endpoint.path, status, pinned: findPin(state, endpoint) !== undefined, ...rest }
}

function reportKey(state: HealthState, key: string) {
  const samples = listRecent(state, key)
  const sorted = samples.map((sample) => sample.ms).sort((a, b) => a - b)
  return {
    status: measure(state, key),
    recent_calls: samples.length,
    failure_share: Math.round(toFailureShare(samples) * 1000) / 1000,
    p50_ms: toPercentile(sorted, 0.5),
    p95_ms: toPercentile(sorted, 0.95),
  }
}

/** True if the endpoint fails even without the account that failed most, unless there is only one account. */
function failsForAll(samples: readonly Sample[], isAlone: boolean): boolean {
  if (!isFailing(samples, minSamples)) return false
  const worst = findMostFrequent(samples.filter(({ ok }) => !ok).map(({ accountId }) => accountId))
  const others = samples.filter(({ accountId }) => accountId !== worst)
  return isAlone || isFailing(others, minSamplesOfOthers)
}

const isFailing = (samples: readonly Sample[], min: number) =>
  samples.length >= min && toFailureShare(samples) >= degradedShare

const toFailureShare = (samples: readonly Sample[]) =>
  samples.length === 0 ? 0 : samples.filter((sample) => !sample.ok).length / samples.length

const toPercentile = (sorted: readonly number[], share: number): number | null =>
  sorted.length === 0
    ? null
    : Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
