// Reads a request body up to a limit. Called after authentication, so unknown callers cannot make the server buffer
// anything. Chunks of a large body are read in the event-loop turns of its account; the connection is paused in
// between, so many large bodies together do not delay other requests.
import type { IncomingMessage } from 'node:http'
import { isRefusal, malformedBody, Refusal } from '../../platform/errors.ts'
import { loopTurns } from '../../platform/lib/turns.ts'

const usualMaxBytes = 1024 * 1024
/** Smaller bodies are read without waiting for turns, which would cost more than reading. */
const smallBytes = 16 * 1024

export type BodySource = Pick<IncomingMessage, 'headers' | 'iterator'> & { resume: () => unknown }

/** `owner` is the account in whose event-loop turns the body is read. */
export async function readBody(request: BodySource, owner: number, maxBytes = usualMaxBytes) {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new Refusal('body_too_large')
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBytes) {
        // Discard the rest: a paused stream would keep the connection open forever.
        setImmediate(() => request.resume())
        throw new Refusal('body_too_large')
      }
      chunks.push(chunk)
      if (size > smallBytes) await loopTurns.next(owner)
    }
  } catch (error) {
    if (isRefusal(error)) throw error
    throw malformedBody('the body ended early')
  }
  if (size > smallBytes) await loopTurns.next(owner)
  return Buffer.concat(chunks, size)
}
