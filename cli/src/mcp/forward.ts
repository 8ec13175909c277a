// Forwards tool requests to the MCP route of the server, so that stdio and HTTP have the same tools.
import type { Quarry, Result } from '../../../sdk/src/index.ts'

export type Forward = (
  method: string,
  params: object,
  options?: { idempotencyKey?: string },
) => Promise<object>

type Reply = { result?: object; error?: { message?: string } }

export function createForward(quarry: Quarry): Forward {
  let id = 0
  const request = quarry.request as (method: string, path: string, params: object) => Promise<Result<unknown>>
  return async (method, params, options = {}) => {
    id += 1
    // With an idempotency key the SDK retries lost requests without paying twice.
    const { data } = await request('POST', '/mcp', {
      ...options,
      headers: { 'mcp-protocol-version': '2025-06-18' },
      body: { jsonrpc: '2.0', id, method, params },
    })
    const { result, error } = readReply(data)
    if (result) return result
    throw new Error(error?.message ?? 'the server did not respond')
  }
}

/** The body is JSON, or a stream with one event. */
function readReply(data: unknown): Reply {
  if (typeof data === 'object' && data !== null) return data as Reply
  const line = String(data)
    .split('\n')
    .findLast((part) => part.startsWith('data: '))
  return line === undefined ? {} : (JSON.parse(line.slice('data: '.length)) as Reply)
}
