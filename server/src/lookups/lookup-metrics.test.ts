// The counters of lookups.
import { expect, test } from 'vitest'
import { createMetrics } from '../platform/metrics.ts'
import { addLookupMetrics } from './lookup-metrics.ts'

test('counts cache hits and misses, attempts and list items', async () => {
  const metrics = createMetrics()
  const counts = addLookupMetrics(metrics)
  for (const hit of [true, false, true]) counts.onCache(hit)
  counts.onAttempt('/v2/a', 'site', 'found')
  counts.onList('/v2/a', 'site', 'dom', { list: 'results', shown: 3, read: 3 })
  const text = await metrics.text()
  for (const line of [
    'quarry_cache_total{result="hit"} 2',
    'quarry_cache_total{result="miss"} 1',
    'quarry_provider_answers_total{endpoint="/v2/a",provider="site",outcome="found"} 1',
    'quarry_list_items_total{endpoint="/v2/a",provider="site",form="dom",list="results",result="read"} 3',
    'quarry_list_items_total{endpoint="/v2/a",provider="site",form="dom",list="results",result="unread"} 0',
  ])
    expect(text).toContain(`${line}\n`)
})
