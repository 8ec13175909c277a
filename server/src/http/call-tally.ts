// Calls, counted in plain numbers that take Prometheus' form when somebody asks: looking labels up by their names
// for each call would cost more than everything else that is counted.
import { Counter, type Metric, type Registry } from 'prom-client'

export type CallTally = {
  onCall: (path: string, recordedStatus: number, credits: number, ms: number) => void
  onCache: (hit: boolean) => void
}

type PathTally = {
  statuses: Map<number, number>
  credits: number
  calls: number
  seconds: number
  /** How many calls took no longer than each bound, and more than the one before. */
  inBucket: number[]
}

export function createCallTally(register: Registry, secondsBuckets: readonly number[]): CallTally {
  const paths = new Map<string, PathTally>()
  let hits = 0
  let misses = 0

  function openTally(path: string): PathTally {
    const known = paths.get(path)
    if (known) return known
    const inBucket = new Array<number>(secondsBuckets.length).fill(0)
    const fresh = { statuses: new Map(), credits: 0, calls: 0, seconds: 0, inBucket }
    paths.set(path, fresh)
    return fresh
  }

  new Counter({
    name: 'quarry_calls_total',
    help: 'Calls by endpoint and recorded status',
    labelNames: ['endpoint', 'status'],
    registers: [register],
    collect() {
      this.reset()
      for (const [endpoint, { statuses }] of paths)
        for (const [status, count] of statuses) this.inc({ endpoint, status }, count)
    },
  })
  new Counter({
    name: 'quarry_credits_total',
    help: 'Credits charged',
    labelNames: ['endpoint'],
    registers: [register],
    collect() {
      this.reset()
      for (const [endpoint, { credits }] of paths) if (credits > 0) this.inc({ endpoint }, credits)
    },
  })
  new Counter({
    name: 'quarry_cache_total',
    help: 'Lookups that accepted a cached record',
    labelNames: ['result'],
    registers: [register],
    collect() {
      this.reset()
      if (hits > 0) this.inc({ result: 'hit' }, hits)
      if (misses > 0) this.inc({ result: 'miss' }, misses)
    },
  })
  register.registerMetric(callSeconds(paths, secondsBuckets) as Metric)

  return {
    onCall(path, recordedStatus, credits, ms) {
      const tally = openTally(path)
      const seconds = ms / 1000
      tally.statuses.set(recordedStatus, (tally.statuses.get(recordedStatus) ?? 0) + 1)
      tally.credits += credits
      tally.calls += 1
      tally.seconds += seconds
      const bucket = secondsBuckets.findIndex((bound) => seconds <= bound)
      if (bucket !== -1) tally.inBucket[bucket] = (tally.inBucket[bucket] ?? 0) + 1
    },
    onCache(hit) {
      if (hit) hits += 1
      else misses += 1
    },
  }
}

/** A histogram of what was tallied: Prometheus counts a call in every bucket that is wide enough for it. */
function callSeconds(paths: ReadonlyMap<string, PathTally>, bounds: readonly number[]): unknown {
  const name = 'quarry_call_seconds'
  const help = 'Time of a call'
  const ofPath = ([endpoint, { calls, seconds, inBucket }]: [string, PathTally]) => {
    let sofar = 0
    const buckets = bounds.map((le, index) => {
      sofar += inBucket[index] ?? 0
      return { metricName: `${name}_bucket`, labels: { le, endpoint }, value: sofar }
    })
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { le: '+Inf', endpoint }, value: calls },
      { metricName: `${name}_sum`, labels: { endpoint }, value: seconds },
      { metricName: `${name}_count`, labels: { endpoint }, value: calls },
    ]
  }
  return { name, get: () => ({ name, help, type: 'histogram', values: [...paths].flatMap(ofPath) }) }
}
