// Metrics of fetches and of the page archive.
import { type Metrics, secondsBuckets } from '../platform/metrics.ts'
import type { FetchEvent } from './upstream.ts'

type UpstreamStats = { queued: number; active: number; openBreakers: string[]; openAccountBreakers: number }
type ArchiveStats = { kept: number; dropped: number; bytes: number; isOn: boolean }

/** Returns a function that counts a fetch. */
export function addFetchMetrics({ counter, histogram }: Metrics): (event: FetchEvent) => void {
  const labels = ['source', 'provider', 'outcome'] as const
  const fetches = counter('fetches_total', 'Upstream fetches by outcome', labels)
  const fetchTime = histogram(
    'fetch_seconds',
    'Time of an upstream fetch',
    ['source', 'provider'],
    secondsBuckets,
  )
  return ({ source, provider, outcome, ms }) => {
    fetches.inc({ source, provider, outcome })
    fetchTime.observe({ source, provider }, ms / 1000)
  }
}

export function addUpstreamMetrics({ gauge }: Metrics, read: () => UpstreamStats): void {
  gauge('upstream_queued', 'Fetches waiting for a slot', [], () => read().queued)
  gauge('upstream_active', 'Fetches in progress', [], () => read().active)
  gauge('upstream_open_breakers', 'Hosts with an open circuit breaker', [], () => read().openBreakers.length)
  const help = 'Open circuit breakers per account and host'
  gauge('upstream_open_account_breakers', help, [], () => read().openAccountBreakers)
}

export function addArchiveMetrics({ counter, gauge }: Metrics, read: () => ArchiveStats): void {
  const help = 'Lookups offered to the page archive, by whether it kept them'
  counter('archive_lookups_total', help, ['result'], (add) => {
    const { kept, dropped } = read()
    add({ result: 'kept' }, kept)
    add({ result: 'dropped' }, dropped)
  })
  gauge('archive_bytes', 'Size of the page archive after its last change', [], () => read().bytes)
  gauge('archive_on', '1 if the page archive is on', [], () => (read().isOn ? 1 : 0))
}
