// Traces of calls: the parts of a call with a span around each. Loaded only where traces are wanted; without them the
// parts are used as they are, and nothing is paid.

import type { TraceSettings } from '../config-traces.ts'
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
    findRecord: (find) => tracedFind(tracer, find),
    runProvider: (find) => tracedThrough(tracer, find),
    credits: (credits) => tracedCredits(tracer, credits),
    close: exporter.close,
  }
}

const tracedFind = (tracer: Tracer, find: FindRecord): FindRecord =>
  Object.assign(
    (wanted: Parameters<FindRecord>[0]) =>
      tracer.run('lookup', { attributes: { 'quarry.endpoint': wanted.endpoint.path } }, async (span) => {
        const finding = await find(wanted)
        span.attributes['quarry.outcome'] = finding.kind
        if (finding.from) span.attributes['quarry.provider'] = finding.from.provider
        span.hasFailed = finding.kind === 'failed'
        return finding
      }),
    { cached: find.cached },
  )

/** What was asked for is not told, only of whom: addresses hold subjects, and some of them keys. */
const tracedThrough =
  (tracer: Tracer, find: RunProvider): RunProvider =>
  (work) =>
    tracer.run('ask', { attributes: { 'quarry.provider': work.provider.name } }, async () => {
      let arrivedMs: number | null = null
      const get: GetPage = (url, asking) =>
        tracer.run(
          'fetch',
          { kind: 'client', attributes: { 'server.address': new URL(url).hostname } },
          async (span) => {
            const page = await work.get(url, asking)
            span.attributes['http.response.status_code'] = page.status
            arrivedMs = nowMs()
            return page
          },
        )
      const result = await find({ ...work, get })
      // Reading begins with the last page that had to be waited for.
      if (arrivedMs !== null) tracer.end(tracer.begin('read', { startMs: arrivedMs }))
      return result
    })

const tracedCredits = (tracer: Tracer, credits: Credits): Credits => ({
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
