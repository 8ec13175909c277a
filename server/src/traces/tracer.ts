// Spans and what runs inside them: which one is open is known to whatever it calls, however late. Whether a trace is
// kept is decided once, where it begins.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceSettings } from '../config-traces.ts'
import type { Exporter } from './export-spans.ts'
import { type Attributes, newSpanId, newTraceId, nowMs, type Remote, type Span, spanText } from './span.ts'

export type Started = { kind?: Span['kind']; attributes?: Attributes; startMs?: number }

export type Tracer = {
  /** A span inside the one that is open; without one, or with a caller's, the first of its trace here. */
  begin: (name: string, started?: Started, remote?: Remote | null) => Span
  end: (span: Span, endMs?: number) => void
  /** Runs with the span open. */
  within: <T>(span: Span, run: () => T) => T
  /** Both, with an end when it is done; what it throws is a failure of the span. */
  run: <T>(name: string, started: Started, run: (span: Span) => Promise<T>) => Promise<T>
}

/** The random end of a trace's id, as a share of all there are. */
const toShare = (traceId: string): number => Number.parseInt(traceId.slice(-12), 16) / 2 ** 48

export function createTracer({ share, followsCaller }: TraceSettings['sampler'], exporter: Exporter): Tracer {
  const open = new AsyncLocalStorage<Span>()

  function isSampled(traceId: string, remote: Remote | null): boolean {
    if (remote && followsCaller) return remote.isSampled
    return toShare(traceId) < share
  }

  function begin(name: string, started: Started = {}, remote: Remote | null = null): Span {
    const { kind = 'internal', attributes = {}, startMs = nowMs() } = started
    const parent = remote ?? open.getStore() ?? null
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
    if (span.isSampled) exporter.add(spanText(span, endMs))
  }

  const within = <T>(span: Span, run: () => T): T => open.run(span, run)

  return {
    begin,
    end,
    within,
    async run(name, started, run) {
      const span = begin(name, started)
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
