// The Prometheus metrics of this server. Each module creates its own. Label values come from the configuration, never
// from the input of a caller.
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import { createDeduplicator } from './lib/promises.ts'

type Labels<L extends string> = Record<L, string | number>
type Add<L extends string> = (labels: Labels<L>, value: number) => void

export type Metrics = ReturnType<typeof createMetrics>

/** The buckets of metrics that measure whole calls and fetches. */
export const secondsBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics(register = new Registry()) {
  const registers = [register]
  const updates: (() => Promise<void>)[] = []
  // Writing the text takes more than a millisecond, so concurrent scrapes share it.
  const shareText = createDeduplicator<string>()
  const writeText = async () => {
    await Promise.all(updates.map((update) => update()))
    return register.metrics()
  }
  return {
    /** With `collect`, it is counted again on each scrape. */
    counter: <const L extends string>(
      name: string,
      help: string,
      labelNames: readonly L[],
      collect?: (add: Add<L>) => void,
    ) =>
      new Counter({
        name: `quarry_${name}`,
        help,
        labelNames,
        registers,
        ...(collect && {
          collect(this: Counter<L>) {
            this.reset()
            collect((labels, count) => this.inc(labels, count))
          },
        }),
      }),
    /** With `read`, its value is read on each scrape. */
    gauge: <const L extends string>(
      name: string,
      help: string,
      labelNames: readonly L[] = [],
      read?: () => number,
    ) =>
      new Gauge({
        name: `quarry_${name}`,
        help,
        labelNames,
        registers,
        ...(read && {
          collect(this: Gauge<L>) {
            this.set(read())
          },
        }),
      }),
    /** A gauge whose labels are listed again on each scrape. */
    listedGauge: <const L extends string>(
      name: string,
      help: string,
      labelNames: readonly L[],
      list: (set: Add<L>) => void,
    ) =>
      new Gauge({
        name: `quarry_${name}`,
        help,
        labelNames,
        registers,
        collect() {
          this.reset()
          list((labels, value) => this.set(labels, value))
        },
      }),
    histogram: <const L extends string>(
      name: string,
      help: string,
      labelNames: readonly L[],
      buckets: readonly number[],
    ) => new Histogram({ name: `quarry_${name}`, help, labelNames, buckets: [...buckets], registers }),
    /** Adds a metric that is not of the library. */
    add: (metric: unknown) => register.registerMetric(metric as Metric),
    /** Runs before each scrape. Must not throw. */
    beforeScrape: (update: () => Promise<void>) => void updates.push(update),
    /** Metrics of the process, among them the delay of the event loop. */
    addProcessMetrics: () => collectDefaultMetrics({ register, prefix: 'quarry_' }),
    text: () => shareText('', writeText),
  }
}
