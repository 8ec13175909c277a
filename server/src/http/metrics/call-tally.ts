// Counts calls in plain numbers and converts them to Prometheus metrics on each scrape. Looking up labels by name on
// every call would cost more than all other metrics together.
import type { Metric, Registry } from 'prom-client'
import { createInstruments } from './instruments.ts'

type PathTally = {
  statuses: Map<number, number>
  credits: number
  calls: number
  seconds: number
  /** Calls per bucket, not cumulative: longer than the previous bound, at most this one. */
  inBucket: number[]
}

type Tallies = { paths: Map<string, PathTally>; hits: number; misses: number }

export function createCallTally(register: Registry, secondsBuckets: readonly number[]) {
  const paths = new Map<string, PathTally>()
  const tallies: Tallies = { paths, hits: 0, misses: 0 }
  registerCounters(register, tallies)
  register.registerMetric(createCallHistogram(paths, secondsBuckets) as Metric)
  return {
    onCall(path: string, recordedStatus: number, credits: number, ms: number): void {
      const tally = paths.get(path) ?? addPath(paths, path, secondsBuckets.length)
      const seconds = ms / 1000
      tally.statuses.set(recordedStatus, (tally.statuses.get(recordedStatus) ?? 0) + 1)
      tally.credits += credits
      tally.calls += 1
      tally.seconds += seconds
      const bucket = secondsBuckets.findIndex((bound) => seconds <= bound)
      if (bucket !== -1) tally.inBucket[bucket] = (tally.inBucket[bucket] ?? 0) + 1
    },
    onCache(hit: boolean): void {
      if (hit) tallies.hits += 1
      else tallies.misses += 1
    },
  }
}

function addPath(paths: Map<string, PathTally>, path: string, buckets: number): PathTally {
  const inBucket = new Array<number>(buckets).fill(0)
  const tally = { statuses: new Map(), credits: 0, calls: 0, seconds: 0, inBucket }
  paths.set(path, tally)
  return tally
}

function registerCounters(register: Registry, tallies: Tallies): void {
  const { paths } = tallies
  const { counter } = createInstruments(register)
  counter('calls_total', 'Calls by endpoint and recorded status', ['endpoint', 'status'], (add) => {
    for (const [endpoint, { statuses }] of paths)
      for (const [status, count] of statuses) add({ endpoint, status }, count)
  })
  counter('credits_total', 'Credits charged', ['endpoint'], (add) => {
    for (const [endpoint, { credits }] of paths) if (credits > 0) add({ endpoint }, credits)
  })
  counter('cache_total', 'Lookups that accepted a cached record', ['result'], (add) => {
    if (tallies.hits > 0) add({ result: 'hit' }, tallies.hits)
    if (tallies.misses > 0) add({ result: 'miss' }, tallies.misses)
  })
}

/** Converts the tallies to a histogram. The buckets of Prometheus are cumulative. */
function createCallHistogram(paths: ReadonlyMap<string, PathTally>, bounds: readonly number[]): unknown {
  const name = 'quarry_call_seconds'
  const help = 'Time of a call'
  const toValues = ([endpoint, { calls, seconds, inBucket }]: [string, PathTally]) => {
    let cumulative = 0
    const buckets = bounds.map((le, index) => {
      cumulative += inBucket[index] ?? 0
      return { metricName: `${name}_bucket`, labels: { le, endpoint }, value: cumulative }
    })
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { le: '+Inf', endpoint }, value: calls },
      { metricName: `${name}_sum`, labels: { endpoint }, value: seconds },
      { metricName: `${name}_count`, labels: { endpoint }, value: calls },
    ]
  }
  return { name, get: () => ({ name, help, type: 'histogram', values: [...paths].flatMap(toValues) }) }
}
