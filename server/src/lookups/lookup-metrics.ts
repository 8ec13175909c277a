// Metrics of lookups: attempts of providers, reading time, list items, the cache and drift.
import type { ListCount } from '@quarry/kit/outcome'
import type { Metrics } from '../platform/metrics.ts'
import type { DriftAlarm } from './drift/drift.ts'

const readingBuckets = [0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 2]
const itemLabels = ['endpoint', 'provider', 'form', 'list', 'result'] as const
const attemptLabels = ['endpoint', 'provider', 'outcome'] as const

export type LookupMetrics = ReturnType<typeof addLookupMetrics>

export function addLookupMetrics({ counter, histogram }: Metrics) {
  const labels = ['endpoint', 'provider'] as const
  const readTime = histogram('extract_seconds', 'Time to read the pages of a lookup', labels, readingBuckets)
  const itemsHelp = 'List items on pages, by whether they could be read'
  const listItems = counter('list_items_total', itemsHelp, itemLabels)
  const attempts = counter('provider_answers_total', 'Provider attempts by outcome', attemptLabels)
  // Counted in plain numbers: the library looks up labels by name on each count.
  let hits = 0
  let misses = 0
  counter('cache_total', 'Lookups that accepted a cached record', ['result'], (add) => {
    if (hits > 0) add({ result: 'hit' }, hits)
    if (misses > 0) add({ result: 'miss' }, misses)
  })
  return {
    onCache(hit: boolean): void {
      if (hit) hits += 1
      else misses += 1
    },
    onRead: (endpoint: string, provider: string, ms: number): void =>
      readTime.observe({ endpoint, provider }, ms / 1000),
    onAttempt: (endpoint: string, provider: string, outcome: string): void =>
      attempts.inc({ endpoint, provider, outcome }),
    onList(endpoint: string, provider: string, form: string, { list, shown, read }: ListCount): void {
      listItems.inc({ endpoint, provider, form, list, result: 'read' }, read)
      // Also for 0: a counter that first appears with a failure has no earlier value to compare with.
      listItems.inc({ endpoint, provider, form, list, result: 'unread' }, Math.max(0, shown - read))
    },
  }
}

type DriftStats = { dropped: number; alarms: readonly { path: string; alarm: DriftAlarm }[] }

export function addDriftMetrics({ counter, listedGauge }: Metrics, read: () => DriftStats): void {
  const labels = ['endpoint', 'provider', 'form', 'field', 'kind'] as const
  const alarmHelp = '1 for each field or page form whose data has changed'
  listedGauge('drift_alarms', alarmHelp, labels, (set) => {
    for (const { path, alarm } of read().alarms) {
      const { provider, form, field, kind } = alarm
      set({ endpoint: path, provider, form, field: field ?? '', kind }, 1)
    }
  })
  const help = 'Records not checked for drift because the queue was full'
  counter('drift_dropped_total', help, [], (add) => add({}, read().dropped))
}
