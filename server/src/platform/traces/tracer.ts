// Starts and ends spans. The current span is passed on through async calls, and each trace is sampled once, at its
// first span.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceSettings } from '../config/traces.ts'
import type { Exporter } from './export-spans.ts'
import { type Attributes, encodeSpan, newSpanId, newTraceId, nowMs, type Remote, type Span } from './span.ts'

export type SpanOptions = { kind?: Span['kind']; attributes?: Attributes; startMs?: number }

export type Tracer = ReturnType<typeof createTracer>

/** Maps the random end of a trace id to a number from 0 to 1, for sampling by ratio. */
const toShare = (traceId: string): number => Number.parseInt(traceId.slice(-12), 16) / 2 ** 48

export function createTracer({ share, followsCaller }: TraceSettings['sampler'], exporter: Exporter) {
  const current = new AsyncLocalStorage<Span>()

  const isSampled = (traceId: string, remote: Remote | null): boolean =>
    remote && followsCaller ? remote.isSampled : toShare(traceId) < share

  /** Starts a child of the current span; with `remote`, a child of the caller's span; otherwise a new trace. */
  function begin(name: string, options: SpanOptions = {}, remote: Remote | null = null): Span {
    const { kind = 'internal', attributes = {}, startMs = nowMs() } = options
    const parent = remote ?? current.getStore() ?? null
    const traceId = parent?.traceId ?? newTraceId()
    return {
      traceId,
      spanId: newSpanId(),
      parentId: parent?.spanId ?? null,
      isSampled: parent && !remote ? parent.isSampled : isSampled(traceId, remote),
      name,
      kind,
      startMs,
      attributes,
      hasFailed: false,
    }
  }

  const end = (span: Span, endMs = nowMs()): void => {
    if (span.isSampled) exporter.add(encodeSpan(span, endMs))
  }

  /** Runs with the span as the current one. */
  const within = <T>(span: Span, run: () => T): T => current.run(span, run)

  return {
    begin,
    end,
    within,
    /** Starts a span, runs with it as the current one, and ends it. An exception marks the span as failed. */
    async run<T>(name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T> {
      const span = begin(name, options)
      try {
        return await within(span, () => run(span))
      } catch (error) {
        span.hasFailed = true
        throw error
      } finally {
        end(span)
      }
    },
  }
}
