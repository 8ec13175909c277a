// Sends spans to a collector, some at a time. It never waits and never fails a call: what cannot be sent is dropped,
// and said so now and then.
import type { TraceSettings } from '../config-traces.ts'
import { toAttributes } from './span.ts'

export type Exporter = { add: (span: string) => void; close: () => Promise<void> }

export type ExporterOptions = Pick<
  TraceSettings,
  'url' | 'headers' | 'timeoutMs' | 'delayMs' | 'resource'
> & {
  version: string
  onLost: (spans: number, why: string) => void
}

const maxWaiting = 2_048
const maxSent = 512
const sayEveryMs = 60_000

export function createExporter(options: ExporterOptions): Exporter {
  const { url, headers, timeoutMs, delayMs, resource, version, onLost } = options
  const before = `{"resourceSpans":[{"resource":{"attributes":${JSON.stringify(
    toAttributes({ ...resource, 'service.version': version }),
  )}},"scopeSpans":[{"scope":{"name":"quarry"},"spans":[`
  let waiting: string[] = []
  let lost = 0
  let saidAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | null = null

  function drop(spans: number, why: string): void {
    lost += spans
    if (performance.now() - saidAt < sayEveryMs) return
    onLost(lost, why)
    saidAt = performance.now()
    lost = 0
  }

  async function post(spans: readonly string[]): Promise<void> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: `${before}${spans.join(',')}]}]}]}`,
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
    while (waiting.length > 0) {
      const spans = waiting.slice(0, maxSent)
      waiting = waiting.slice(maxSent)
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
      if (waiting.length >= maxWaiting) return drop(1, 'more than can be sent')
      waiting.push(span)
      if (waiting.length >= maxSent) void flush()
      else if (!sending) timer ??= setTimeout(flush, delayMs).unref()
    },
    close: flush,
  }
}
