// Reads a request body up to a limit. Called where the order of checks allows it: a caller without a valid
// key never makes us buffer anything. Of a large one each piece is taken when it is its account's turn, and the
// connection stands still in between, so that many of them together hold nobody up.
import type { IncomingMessage } from 'node:http'
import { isRefusal, malformedBody, Refusal } from '../errors.ts'
import { loopTurns } from '../lib/turns.ts'

const usualMaxBytes = 1024 * 1024
/** Up to here a body is read in less time than turns are worth. */
const smallBytes = 16 * 1024

/** What is used of a request. */
export type BodySource = Pick<IncomingMessage, 'headers' | 'iterator'> & { resume: () => unknown }

/** `owner` is the account in whose event-loop turns the body is read. */
export async function readBody(
  request: BodySource,
  owner: number,
  maxBytes: number = usualMaxBytes,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new Refusal('body_too_large')
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBytes) {
        // What is still to come is let through unread: a paused stream would keep the connection for ever.
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
