// What a scrape returns.
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('reads gauges and counters on each scrape, after the updates of that scrape', async () => {
  const metrics = createMetrics()
  let queued = 2
  let alarms = ['/v2/a']
  metrics.gauge('queued', 'Queued', [], () => queued)
  metrics.counter('dropped_total', 'Dropped', ['result'], (add) => add({ result: 'full' }, queued))
  metrics.listedGauge('alarms', 'Alarms', ['endpoint'], (set) => {
    for (const endpoint of alarms) set({ endpoint }, 1)
  })
  const updated = metrics.gauge('updated', 'Updated')
  metrics.beforeScrape(async () => updated.set(queued))
  const readLines = async () =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith('quarry_'))
  expect(await readLines()).toEqual([
    'quarry_queued 2',
    'quarry_dropped_total{result="full"} 2',
    'quarry_alarms{endpoint="/v2/a"} 1',
    'quarry_updated 2',
  ])
  queued = 5
  alarms = []
  expect(await readLines()).toEqual([
    'quarry_queued 5',
    'quarry_dropped_total{result="full"} 5',
    'quarry_updated 5',
  ])
})
