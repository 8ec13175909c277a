// Reads a request body up to the limit. Called where the order of checks allows it: a caller without a valid
// key never makes us buffer anything.
import type { IncomingMessage } from 'node:http'
import { malformedBody, Refusal } from '../errors.ts'

const maxBodyBytes = 1024 * 1024

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw new Refusal('body_too_large')
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBodyBytes) {
        // What is still to come is let through unread: a paused stream would keep the connection for ever.
        setImmediate(() => request.resume())
        throw new Refusal('body_too_large')
      }
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw malformedBody('the body ended early')
  }
  return Buffer.concat(chunks, size)
}
