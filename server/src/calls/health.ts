// Measured health: each endpoint's label comes from its own recent outcomes, so a caller learns that a source
// is failing before he builds on it. An operator's pin, or the label an endpoint ships with, wins.
import type { StatusLabel } from '../config.ts'
import type { Endpoint } from '../contract.ts'
import type { Clock } from '../lib/clock.ts'

const windowMs = 10 * 60_000
const maxSamples = 200
const fewestSamples = 10
const degradedShare = 0.2

// How long a measured label is good for: looking at every sample for every call would cost more than the call.
const labelMs = 1000

type Sample = { at: number; ok: boolean; ms: number }

export type EndpointHealth = {
  path: string
  status: StatusLabel
  pinned: boolean
  recent_calls: number
  failure_share: number
  p50_ms: number | null
  p95_ms: number | null
}

export type Health = {
  observe: (path: string, ok: boolean, ms: number) => void
  statusOf: (endpoint: Endpoint) => StatusLabel
  report: (endpoints: readonly Endpoint[]) => EndpointHealth[]
}

export function createHealth(clock: Clock, pinned: Readonly<Record<string, StatusLabel>>): Health {
  const samplesByPath = new Map<string, Sample[]>()
  const labels = new Map<string, { label: StatusLabel; at: number }>()

  const recent = (path: string) => {
    const since = clock().getTime() - windowMs
    return (samplesByPath.get(path) ?? []).filter((sample) => sample.at >= since)
  }
  const pinOf = (endpoint: Endpoint) => pinned[endpoint.path] ?? endpoint.pinnedStatus
  const measured = (samples: Sample[]): StatusLabel =>
    samples.length >= fewestSamples && failureShare(samples) >= degradedShare ? 'degraded' : 'operational'

  function labelOf(path: string): StatusLabel {
    const now = clock().getTime()
    const known = labels.get(path)
    if (known && Math.abs(now - known.at) < labelMs) return known.label
    const label = measured(recent(path))
    labels.set(path, { label, at: now })
    return label
  }

  return {
    observe(path, ok, ms) {
      labels.delete(path)
      const samples = samplesByPath.get(path) ?? []
      samples.push({ at: clock().getTime(), ok, ms })
      if (samples.length > maxSamples) samples.shift()
      samplesByPath.set(path, samples)
    },
    statusOf: (endpoint) => pinOf(endpoint) ?? labelOf(endpoint.path),
    report: (endpoints) =>
      endpoints.map((endpoint) => {
        const samples = recent(endpoint.path)
        const sorted = samples.map((sample) => sample.ms).sort((a, b) => a - b)
        return {
          path: endpoint.path,
          status: pinOf(endpoint) ?? measured(samples),
          pinned: pinOf(endpoint) !== undefined,
          recent_calls: samples.length,
          failure_share: Math.round(failureShare(samples) * 1000) / 1000,
          p50_ms: percentile(sorted, 0.5),
          p95_ms: percentile(sorted, 0.95),
        }
      }),
  }
}

const failureShare = (samples: readonly Sample[]) =>
  samples.length === 0 ? 0 : samples.filter((sample) => !sample.ok).length / samples.length

const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted.length === 0
    ? null
    : Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
