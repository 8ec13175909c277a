// A span and its encoding as OTLP JSON.
import { randomBytes } from 'node:crypto'

export type Attributes = Record<string, string | number | boolean>

export const kinds = { internal: 1, server: 2, client: 3 } as const

export type Span = {
  traceId: string
  spanId: string
  parentId: string | null
  /** False: the span is not exported, and neither are its children. */
  isSampled: boolean
  name: string
  kind: keyof typeof kinds
  startMs: number
  attributes: Attributes
  hasFailed: boolean
}

/** The caller's trace context, from the `traceparent` header. */
export type Remote = { traceId: string; spanId: string; isSampled: boolean }

/** Parses a W3C `traceparent` header; null if it is missing or malformed. */
export function readTraceparent(header: unknown): Remote | null {
  if (typeof header !== 'string' || header.length > 512) return null
  const match = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header)
  const [, version, traceId = '', spanId = '', flags = '', more] = match ?? []
  if (!match || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const newTraceId = (): string => randomBytes(16).toString('hex')
export const newSpanId = (): string => randomBytes(8).toString('hex')

/** Milliseconds since 1970, with fractions. */
export const nowMs = (): number => performance.timeOrigin + performance.now()

const toNanos = (ms: number): string =>
  `${Math.floor(ms)}${String(Math.floor((ms % 1) * 1e6)).padStart(6, '0')}`

const toAnyValue = (value: string | number | boolean) => {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

export const toAttributes = (attributes: Readonly<Attributes>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) }))

export const encodeSpan = (span: Span, endMs: number): string =>
  JSON.stringify({
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: toNanos(span.startMs),
    endTimeUnixNano: toNanos(Math.max(span.startMs, endMs)),
    attributes: toAttributes(span.attributes),
    status: span.hasFailed ? { code: 2 } : {},
  })
