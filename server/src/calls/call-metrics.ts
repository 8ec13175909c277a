// Metrics of calls and jobs. Calls are counted in plain numbers and converted on each scrape: looking up labels by name
// on every call would cost more than all other metrics together.
import type { Metrics } from '../platform/metrics.ts'

type PathTally = {
  statuses: Map<number, number>
  credits: number
  calls: number
  seconds: number
  /** Calls per bucket, not cumulative: longer than the previous bound, at most this one. */
  inBucket: number[]
}

/** Returns a function that counts a call. */
export function addCallMetrics(metrics: Metrics, secondsBuckets: readonly number[]) {
  const paths = new Map<string, PathTally>()
  metrics.counter('calls_total', 'Calls by endpoint and recorded status', ['endpoint', 'status'], (add) => {
    for (const [endpoint, { statuses }] of paths)
      for (const [status, count] of statuses) add({ endpoint, status }, count)
  })
  metrics.counter('credits_total', 'Credits charged', ['endpoint'], (add) => {
    for (const [endpoint, { credits }] of paths) if (credits > 0) add({ endpoint }, credits)
  })
  metrics.add(createCallHistogram(paths, secondsBuckets))
  return (path: string, recordedStatus: number, credits: number, ms: number): void => {
    const tally = paths.get(path) ?? addPath(paths, path, secondsBuckets.length)
    const seconds = ms / 1000
    tally.statuses.set(recordedStatus, (tally.statuses.get(recordedStatus) ?? 0) + 1)
    tally.credits += credits
    tally.calls += 1
    tally.seconds += seconds
    const bucket = secondsBuckets.findIndex((bound) => seconds <= bound)
    if (bucket !== -1) tally.inBucket[bucket] = (tally.inBucket[bucket] ?? 0) + 1
  }
}

type Backlog = { queued: number; running: number; oldestQueuedSeconds: number }

/** If the database is unavailable, only these metrics are missing. */
export function addJobMetrics({ gauge, beforeScrape }: Metrics, readBacklog: () => Promise<Backlog>): void {
  const jobs = gauge('jobs', 'Queued and running jobs of all servers', ['state'])
  const oldestJob = gauge('jobs_oldest_queued_seconds', 'Age of the oldest queued job; 0 without one')
  beforeScrape(async () => {
    jobs.reset()
    oldestJob.remove()
    const open = await readBacklog().catch(() => null)
    if (!open) return
    jobs.set({ state: 'queued' }, open.queued)
    jobs.set({ state: 'running' }, open.running)
    oldestJob.set(open.oldestQueuedSeconds)
  })
}

function addPath(paths: Map<string, PathTally>, path: string, buckets: number): PathTally {
  const inBucket = new Array<number>(buckets).fill(0)
  const tally = { statuses: new Map(), credits: 0, calls: 0, seconds: 0, inBucket }
  paths.set(path, tally)
  return tally
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
