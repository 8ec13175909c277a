// The request that creates a batch: a JSON body for few inputs, or a file with one input per line.
import type { Call, CallOptions } from './request.ts'
import type { Settings } from './settings.ts'

/** The limits of a JSON body, with some space: 1,000 inputs, 1 MiB and 50,000 values. */
const maxInputs = 1_000
const maxChars = 300_000
const maxValues = 40_000
/** The server accepts an upload for this long. */
const fileTimeoutMs = 15 * 60_000

export type BatchRequest = { endpoint: string; inputs: readonly unknown[]; webhook: string | undefined }

export function createBatchCall(
  settings: Settings,
  { endpoint, inputs, webhook }: BatchRequest,
  options: CallOptions,
): { call: Call; options: CallOptions } {
  const call: Call = { method: 'POST', path: '/v2/batches', body: { endpoint, inputs, webhook } }
  const text = inputs.map((input) => `${JSON.stringify(input)}\n`).join('')
  if (isSmall(inputs.length, text)) return { call, options }
  return {
    call: { ...call, query: { endpoint, webhook }, file: { type: 'application/x-ndjson', text } },
    options: {
      timeoutMs: Math.max(settings.timeoutMs, fileTimeoutMs),
      tryTimeoutMs: Math.max(settings.tryTimeoutMs, fileTimeoutMs),
      ...options,
    },
  }
}

const isSmall = (count: number, text: string): boolean =>
  count <= maxInputs && text.length <= maxChars && (text.match(/[:,]/g)?.length ?? 0) <= maxValues
