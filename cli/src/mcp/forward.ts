// The tools of a server, asked for over HTTP: what comes over stdio is answered there, so that both have the same tools,
// the same bounds and the same words.
import type { Quarry, Result } from '../../../sdk/src/index.ts'

export type Forward = (
  method: string,
  params: object,
  options?: { idempotencyKey?: string },
) => Promise<object>

type Reply = { result?: object; error?: { message?: string } }

export function createForward(quarry: Quarry): Forward {
  let id = 0
  const request = quarry.request as (method: string, path: string, given: object) => Promise<Result<unknown>>
  return async (method, params, options = {}) => {
    id += 1
    // Under an idempotency key the SDK tries again what was lost, and nothing is paid twice.
    const { data } = await request('POST', '/mcp', {
      ...options,
      headers: { 'mcp-protocol-version': '2025-06-18' },
      body: { jsonrpc: '2.0', id, method, params },
    })
    const { result, error } = readReply(data)
    if (result) return result
    throw new Error(error?.message ?? 'the server gave no answer')
  }
}

/** As JSON, or as the one event of a stream. */
function readReply(data: unknown): Reply {
  if (typeof data === 'object' && data !== null) return data as Reply
  const line = String(data)
    .split('\n')
    .findLast((one) => one.startsWith('data: '))
  return line === undefined ? {} : (JSON.parse(line.slice('data: '.length)) as Reply)
}
