// Wraps the steps of a call in spans. Loaded only if tracing is configured, so that untraced servers pay nothing.

import type { GetPage } from '../../fetching/fetched-page.ts'
import type { Credits } from '../../ledger/credits.ts'
import type { FindRecord } from '../../lookups/find-record.ts'
import type { RunProvider } from '../../lookups/reading/run-provider.ts'
import type { TraceSettings } from '../../platform/config/traces.ts'
import { createExporter, type ExporterOptions } from './export-spans.ts'
import { nowMs } from './span.ts'
import { createTracer, type Tracer } from './tracer.ts'

export type Traces = ReturnType<typeof createTraces>

export type TracesOptions = Pick<ExporterOptions, 'version' | 'onLost'> & { settings: TraceSettings }

export function createTraces({ settings, version, onLost }: TracesOptions) {
  const exporter = createExporter({ ...settings, version, onLost })
  const tracer = createTracer(settings.sampler, exporter)
  return {
    tracer,
    findRecord: (find: FindRecord) => traceFindRecord(tracer, find),
    runProvider: (find: RunProvider) => traceRunProvider(tracer, find),
    credits: (credits: Credits) => traceCredits(tracer, credits),
    close: exporter.close,
  }
}

const traceFindRecord = (tracer: Tracer, find: FindRecord): FindRecord =>
  Object.assign(
    (request: Parameters<FindRecord>[0]) =>
      tracer.run('lookup', { attributes: { 'quarry.endpoint': request.endpoint.path } }, async (span) => {
        const result = await find(request)
        span.attributes['quarry.outcome'] = result.kind
        if (result.from) span.attributes['quarry.provider'] = result.from.provider
        span.hasFailed = result.kind === 'failed'
        return result
      }),
    { cached: find.cached },
  )

/** Records only the host of each fetch: URLs contain what was looked up, and some contain keys. */
const traceRunProvider =
  (tracer: Tracer, find: RunProvider): RunProvider =>
  (work) =>
    tracer.run('ask', { attributes: { 'quarry.provider': work.provider.name } }, async () => {
      let arrivedMs: number | null = null
      const get: GetPage = (url, options) =>
        tracer.run(
          'fetch',
          { kind: 'client', attributes: { 'server.address': new URL(url).hostname } },
          async (span) => {
            const page = await work.get(url, options)
            span.attributes['http.response.status_code'] = page.status
            arrivedMs = nowMs()
            return page
          },
        )
      const result = await find({ ...work, get })
      // Parsing starts when the last page has arrived.
      if (arrivedMs !== null) tracer.end(tracer.begin('read', { startMs: arrivedMs }))
      return result
    })

function traceCredits(tracer: Tracer, credits: Credits): Credits {
  const run = <T>(name: 'hold' | 'settle', amount: number, work: () => Promise<T>) =>
    tracer.run(name, { attributes: { 'quarry.credits': amount } }, work)
  return {
    ...credits,
    hold: (request) => run('hold', request.credits, () => credits.hold(request)),
    settle: (hold, end, alongside) => run('settle', end.credits, () => credits.settle(hold, end, alongside)),
    charge: (log, amount) => run('settle', amount, () => credits.charge(log, amount)),
    record: (log) => run('settle', 0, () => credits.record(log)),
  }
}
