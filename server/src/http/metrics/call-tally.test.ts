// The counters of calls give the same text as those of the Prometheus library.
import fc from 'fast-check'
import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createCallTally } from './call-tally.ts'

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
    fc.asyncProperty(fc.array(call), fc.array(fc.boolean()), async (calls, hits) => {
      const [register, expected] = [new Registry(), new Registry()]
      const tally = createCallTally(register, buckets)
      const counter = (name: string, help: string, labelNames: string[]) =>
        new Counter({ name, help, labelNames, registers: [expected] })
      const total = counter('quarry_calls_total', 'Calls by endpoint and recorded status', [
        'endpoint',
        'status',
      ])
      const spent = counter('quarry_credits_total', 'Credits charged', ['endpoint'])
      const cache = counter('quarry_cache_total', 'Lookups that accepted a cached record', ['result'])
      const time = new Histogram({
        name: 'quarry_call_seconds',
        help: 'Time of a call',
        labelNames: ['endpoint'],
        buckets,
        registers: [expected],
      })
      for (const { path, status, credits, ms } of calls) {
        tally.onCall(path, status, credits, ms)
        total.inc({ endpoint: path, status })
        if (credits > 0) spent.inc({ endpoint: path }, credits)
        time.observe({ endpoint: path }, ms / 1000)
      }
      for (const hit of hits) {
        tally.onCache(hit)
        cache.inc({ result: hit ? 'hit' : 'miss' })
      }
      const text = await readLines(register)
      expect(text).toEqual(await readLines(expected))
      // Reading the metrics does not change them.
      expect(await readLines(register)).toEqual(text)
    }),
    { numRuns: 200 },
  )
})
