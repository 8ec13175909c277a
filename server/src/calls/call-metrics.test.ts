// The counters of calls give the same text as those of the Prometheus library.
import fc from 'fast-check'
import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createMetrics } from '../platform/metrics.ts'
import { addCallMetrics, addJobMetrics } from './call-metrics.ts'

const buckets = [0.005, 0.1, 2.5]
const readLines = async (register: Registry) => (await register.metrics()).split('\n').filter(Boolean).sort()

test('reports the same text as the counters of the library', async () => {
  const call = fc.record({
    path: fc.constantFrom('/v2/a', '/v2/b'),
    status: fc.constantFrom(200, 404, 500),
    credits: fc.integer({ min: 0, max: 5 }),
    ms: fc.oneof(fc.integer({ min: 0, max: 6000 }), fc.constantFrom(5, 5.5, 100, 2500, 2500.5)),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(call), async (calls) => {
      const [register, expected] = [new Registry(), new Registry()]
      const onCall = addCallMetrics(createMetrics(register), buckets)
      const counter = (name: string, help: string, labelNames: string[]) =>
        new Counter({ name, help, labelNames, registers: [expected] })
      const total = counter('quarry_calls_total', 'Calls by endpoint and recorded status', [
        'endpoint',
        'status',
      ])
      const spent = counter('quarry_credits_total', 'Credits charged', ['endpoint'])
      const time = new Histogram({
        name: 'quarry_call_seconds',
        help: 'Time of a call',
        labelNames: ['endpoint'],
        buckets,
        registers: [expected],
      })
      for (const { path, status, credits, ms } of calls) {
        onCall(path, status, credits, ms)
        total.inc({ endpoint: path, status })
        if (credits > 0) spent.inc({ endpoint: path }, credits)
        time.observe({ endpoint: path }, ms / 1000)
      }
      const text = await readLines(register)
      expect(text).toEqual(await readLines(expected))
      // Reading the metrics does not change them.
      expect(await readLines(register)).toEqual(text)
    }),
    { numRuns: 200 },
  )
})

test('omits only the job metrics while the database is unavailable', async () => {
  let isDown = false
  const metrics = createMetrics()
  const onCall = addCallMetrics(metrics, buckets)
  metrics.gauge('event_streams', 'Open event streams', [], () => 4)
  addJobMetrics(metrics, async () => {
    if (isDown) throw new Error('no database')
    return { queued: 5, running: 1, oldestQueuedSeconds: 12.5 }
  })
  onCall('/v2/a/b', 200, 1, 10)
  const otherLines = ['quarry_calls_total{endpoint="/v2/a/b",status="200"} 1', 'quarry_event_streams 4']
  const jobLines = ['quarry_jobs{state="queued"} 5', 'quarry_jobs_oldest_queued_seconds 12.5']
  const before = (await metrics.text()).split('\n')
  expect(before).toEqual(expect.arrayContaining([...otherLines, ...jobLines]))
  isDown = true
  const after = (await metrics.text()).split('\n')
  expect(after).toEqual(expect.arrayContaining(otherLines))
  expect(after.filter((line) => line.startsWith('quarry_jobs'))).toEqual([])
})
