// Sends spans to an OpenTelemetry collector in batches. Never delays or fails a call: spans that cannot be sent are dropped
// and reported at most once a minute.
import type { TraceSettings } from '../config-traces.ts'
import { toAttributes } from './span.ts'

export type Exporter = { add: (span: string) => void; close: () => Promise<void> }

export type ExporterOptions = Pick<
  TraceSettings,
  'url' | 'headers' | 'timeoutMs' | 'delayMs' | 'resource'
> & {
  version: string
  /** Called with the number of spans dropped since the last report and the reason of the last drop. */
  onLost: (spans: number, why: string) => void
}

const maxQueued = 2_048
const maxBatch = 512
const reportEveryMs = 60_000

export function createExporter(options: ExporterOptions): Exporter {
  const { url, headers, timeoutMs, delayMs, resource, version, onLost } = options
  const head = `{"resourceSpans":[{"resource":{"attributes":${JSON.stringify(
    toAttributes({ ...resource, 'service.version': version }),
  )}},"scopeSpans":[{"scope":{"name":"quarry"},"spans":[`
  let queue: string[] = []
  let lost = 0
  let reportedAtMs = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | null = null

  function drop(spans: number, why: string): void {
    lost += spans
    if (performance.now() - reportedAtMs < reportEveryMs) return
    onLost(lost, why)
    reportedAtMs = performance.now()
    lost = 0
  }

  async function post(spans: readonly string[]): Promise<void> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: `${head}${spans.join(',')}]}]}]}`,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) drop(spans.length, `status ${response.status}`)
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      drop(spans.length, cause?.code ?? (error instanceof Error ? error.name : 'unknown'))
    }
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    while (queue.length > 0) {
      const spans = queue.slice(0, maxBatch)
      queue = queue.slice(maxBatch)
      await post(spans)
    }
    sending = null
  }

  const flush = (): Promise<void> => {
    sending ??= send()
    return sending
  }

  return {
    add(span) {
      if (queue.length >= maxQueued) return drop(1, 'the queue is full')
      queue.push(span)
      if (queue.length >= maxBatch) void flush()
      else if (!sending) timer ??= setTimeout(flush, delayMs).unref()
    },
    close: flush,
  }
}
