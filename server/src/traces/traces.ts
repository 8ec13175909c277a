// Wraps the steps of a call in spans. Loaded only if tracing is configured, so that untraced servers pay nothing.

import type { TraceSettings } from '../config/traces.ts'
import type { Credits } from '../credits/credits.ts'
import type { FindRecord } from '../lookups/find-record.ts'
import type { RunProvider } from '../lookups/run-provider.ts'
import type { GetPage } from '../upstream/fetched-page.ts'
import { createExporter } from './export-spans.ts'
import { nowMs } from './span.ts'
import { createTracer, type Tracer } from './tracer.ts'

export type Traces = {
  tracer: Tracer
  findRecord: (find: FindRecord) => FindRecord
  runProvider: (find: RunProvider) => RunProvider
  credits: (credits: Credits) => Credits
  close: () => Promise<void>
}

export type TracesOptions = {
  settings: TraceSettings
  version: string
  onLost: (spans: number, why: string) => void
}

export function createTraces({ settings, version, onLost }: TracesOptions): Traces {
  const exporter = createExporter({ ...settings, version, onLost })
  const tracer = createTracer(settings.sampler, exporter)
  return {
    tracer,
    findRecord: (find) => traceFindRecord(tracer, find),
    runProvider: (find) => traceRunProvider(tracer, find),
    credits: (credits) => traceCredits(tracer, credits),
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

const traceCredits = (tracer: Tracer, credits: Credits): Credits => ({
  ...credits,
  hold: (request) =>
    tracer.run('hold', { attributes: { 'quarry.credits': request.credits } }, () => credits.hold(request)),
  settle: (hold, end, alongside) =>
    tracer.run('settle', { attributes: { 'quarry.credits': end.credits } }, () =>
      credits.settle(hold, end, alongside),
    ),
  charge: (log, amount) =>
    tracer.run('settle', { attributes: { 'quarry.credits': amount } }, () => credits.charge(log, amount)),
  record: (log) => tracer.run('settle', { attributes: { 'quarry.credits': 0 } }, () => credits.record(log)),
})
