// Creates counters, gauges and histograms in a registry of Prometheus metrics.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

type Labels<L extends string> = Record<L, string | number>

export type Instruments = ReturnType<typeof createInstruments>

export function createInstruments(register: Registry) {
  const registers = [register]
  return {
    /** With `collect`, it is counted again on each scrape. */
    counter: <const L extends string>(
      name: string,
      help: string,
      labelNames: readonly L[],
      collect?: (add: (labels: Labels<L>, count: number) => void) => void,
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
    histogram: <const L extends string>(
      name: string,
      help: string,
      labelNames: readonly L[],
      buckets: number[],
    ) => new Histogram({ name: `quarry_${name}`, help, labelNames, buckets, registers }),
  }
}
