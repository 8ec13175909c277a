// Sends spans to an OpenTelemetry collector in batches. Never delays or fails a call: spans that cannot be sent are
// dropped and reported at most once a minute.
import type { TraceSettings } from '../config/traces.ts'
import { toAttributes } from './span.ts'

export type Exporter = { add: (span: string) => void; close: () => Promise<void> }

export type ExporterOptions = Omit<TraceSettings, 'sampler'> & {
  version: string
  /** Called with the number of spans dropped since the last report and the reason of the last drop. */
  onLost: (spans: number, why: string) => void
}

const maxQueued = 2_048
const maxBatch = 512
const reportEveryMs = 60_000

type ExporterState = ReturnType<typeof createState>

function createState(options: ExporterOptions) {
  const attributes = toAttributes({ ...options.resource, 'service.version': options.version })
  return {
    ...options,
    /** The JSON before the spans. */
    head: `{"resourceSpans":[{"resource":{"attributes":${JSON.stringify(attributes)}},"scopeSpans":[{"scope":{"name":"quarry"},"spans":[`,
    queue: [] as string[],
    lost: 0,
    reportedAtMs: Number.NEGATIVE_INFINITY,
    timer: undefined as NodeJS.Timeout | undefined,
    sending: null as Promise<void> | null,
  }
}

export function createExporter(options: ExporterOptions): Exporter {
  const state = createState(options)
  return { add: (span) => addSpan(state, span), close: () => flush(state) }
}

function addSpan(state: ExporterState, span: string): void {
  if (state.queue.length >= maxQueued) return void drop(state, 1, 'the queue is full')
  state.queue.push(span)
  if (state.queue.length >= maxBatch) void flush(state)
  else if (!state.sending) state.timer ??= setTimeout(flush, state.delayMs, state).unref()
}

function flush(state: ExporterState): Promise<void> {
  state.sending ??= send(state)
  return state.sending
}

async function send(state: ExporterState): Promise<void> {
  clearTimeout(state.timer)
  state.timer = undefined
  while (state.queue.length > 0) {
    const spans = state.queue.slice(0, maxBatch)
    state.queue = state.queue.slice(maxBatch)
    await post(state, spans)
  }
  state.sending = null
}

async function post(state: ExporterState, spans: readonly string[]): Promise<void> {
  try {
    const response = await fetch(state.url, {
      method: 'POST',
      headers: { ...state.headers, 'content-type': 'application/json' },
      body: `${state.head}${spans.join(',')}]}]}]}`,
      redirect: 'error',
      signal: AbortSignal.timeout(state.timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) drop(state, spans.length, `status ${response.status}`)
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    drop(state, spans.length, cause?.code ?? (error instanceof Error ? error.name : 'unknown'))
  }
}

function drop(state: ExporterState, spans: number, why: string): void {
  state.lost += spans
  if (performance.now() - state.reportedAtMs < reportEveryMs) return
  state.onLost(state.lost, why)
  state.reportedAtMs = performance.now()
  state.lost = 0
}
