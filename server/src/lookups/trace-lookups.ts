// Wraps a lookup and each attempt of a provider in spans. Loaded only if tracing is configured.
import type { GetPage } from '../fetching/fetched-page.ts'
import { nowMs } from '../platform/traces/span.ts'
import type { Tracer } from '../platform/traces/tracer.ts'
import type { FindRecord } from './find-record.ts'
import type { RunProvider } from './reading/run-provider.ts'

export const traceFindRecord = (tracer: Tracer, find: FindRecord): FindRecord =>
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
export const traceRunProvider =
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
