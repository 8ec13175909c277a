// What a request to the sandbox says: an address on the pretend site's own host and a bounded JSON body.
import type { IncomingMessage } from 'node:http'
import { isUrl } from '@quarry/kit/is-url'

export type SandboxRequest = { address: string; json: unknown }

const bodyBytesMax = 1024 * 1024

/** The request, or the status that refuses it. */
export async function readRequest(
  request: IncomingMessage,
  host: string,
): Promise<SandboxRequest | 400 | 413> {
  // Joined, not resolved: a path of `//elsewhere/` stays a path of this host.
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

/** The body as text, or null when it is larger than any client of these sites sends. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  // Too large a body is read to its end and thrown away: cut off, its sender would not hear the refusal.
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes <= bodyBytesMax) parts.push(part)
  }
  return bytes <= bodyBytesMax ? Buffer.concat(parts).toString('utf8') : null
}
