// Reads a request to the sandbox: an address on the sandbox site's host and a bounded JSON body.
import type { IncomingMessage } from 'node:http'
import { isUrl } from '@quarry/kit/is-url'

export type SandboxRequest = { address: string; json: unknown }

const maxBodyBytes = 1024 * 1024

/** The request, or the status that refuses it. */
export async function readRequest(
  request: IncomingMessage,
  host: string,
): Promise<SandboxRequest | 400 | 413> {
  // Joined, not resolved: a path like `//other.example/` stays on this host.
  const address = `https://${host}${request.url ?? '/'}`
  if (!request.url?.startsWith('/') || !isUrl(address)) return 400
  const body = await readBody(request)
  if (body === null) return 413
  if (body === '') return { address, json: undefined }
  try {
    return { address, json: JSON.parse(body) }
  } catch {
    return 400
  }
}

/** The body as text; null above the bound. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  // A body above the bound is read to its end, so that its sender gets the refusal.
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes <= maxBodyBytes) parts.push(part)
  }
  return bytes <= maxBodyBytes ? Buffer.concat(parts).toString('utf8') : null
}
