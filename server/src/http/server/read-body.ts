// Reads request bodies: a small one into memory, a large one as a stream with bounds on its size, its speed and its
// total time. Both are read only after authentication, so unknown callers cannot make the server buffer anything.
//
// Chunks of a large body are read in slices of the event loop, round-robin over the accounts. The connection is paused
// in between, so many large bodies together do not delay other requests.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { BodyLimits } from '../../calls/call-request.ts'
import { isRefusal, malformedBody, Refusal } from '../../platform/errors.ts'
import { loopSlices } from '../../platform/lib/slices.ts'

const defaultMaxBytes = 1024 * 1024
/** Smaller bodies are read without waiting for slices, which would cost more than reading. */
const smallBytes = 16 * 1024

export type BodySource = Pick<IncomingMessage, 'headers' | 'iterator'> & { resume: () => unknown }

/** `owner` is the account in whose slices the body is read. */
export async function readBody(request: BodySource, owner: number, maxBytes = defaultMaxBytes) {
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
      if (size > smallBytes) await loopSlices.next(owner)
    }
  } catch (error) {
    if (isRefusal(error)) throw error
    throw malformedBody('the body ended early')
  }
  if (size > smallBytes) await loopSlices.next(owner)
  return Buffer.concat(chunks, size)
}

/** Connections whose body may take longer than the request timeout of the server. */
const streaming = new WeakSet<Socket>()

export const isStreamingBody = (socket: Socket): boolean => streaming.has(socket)

/** How long a refused client may go on sending, so that it reads the response instead of a reset connection. */
const refusedMs = 10_000

/** Streams a body. The time that the server itself needs between two chunks does not count as slow sending. */
export async function* openBody(request: IncomingMessage, owner: number, limits: BodyLimits) {
  const { socket } = request
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(limits)
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false })
  streaming.add(socket)
  let isPending = false
  try {
    const waits = createWaits(limits)
    for (;;) {
      isPending = true
      const next = await waits.within(chunks.next())
      isPending = false
      if (next.done) return
      if (waits.add(next.value.length) > limits.maxBytes) throw tooLarge(limits)
      yield next.value
      await loopSlices.next(owner)
    }
  } catch (error) {
    throw isRefusal(error) ? error : malformedBody('the body ended early')
  } finally {
    streaming.delete(socket)
    if (!isPending) await chunks.return?.()
    if (!request.complete) closeAfterGrace(request)
  }
}

const tooLarge = ({ maxBytes }: BodyLimits) =>
  new Refusal('body_too_large', `Payload Too Large: a file may have ${maxBytes / 1_000_000} MB`)

/** Discards what still arrives, then closes the connection. */
function closeAfterGrace(request: IncomingMessage): void {
  const { socket } = request
  setImmediate(() => request.resume())
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy()
  }, refusedMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** The client may keep the server waiting for `graceMs` plus the time that its bytes take at the minimum speed. */
function createWaits({ totalMs, graceMs, minBytesPerSecond, signal }: BodyLimits) {
  const deadline = performance.now() + totalMs
  let bytes = 0
  let waitedMs = 0
  return {
    /** Returns the bytes so far. */
    add(length: number): number {
      bytes += length
      return bytes
    },
    async within<T>(chunk: Promise<T>): Promise<T> {
      signal.throwIfAborted()
      const startedAt = performance.now()
      const allowedMs = graceMs + (bytes / minBytesPerSecond) * 1000 - waitedMs
      let stop: () => void = () => {}
      const refused = new Promise<never>((_resolve, reject) => {
        const abort = () => reject(signal.reason)
        const ms = Math.max(0, Math.min(allowedMs, deadline - startedAt))
        const timer = setTimeout(() => reject(new Refusal('request_timeout')), ms)
        signal.addEventListener('abort', abort, { once: true })
        stop = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', abort)
        }
      })
      chunk.catch(() => {})
      try {
        return await Promise.race([chunk, refused])
      } finally {
        stop()
        waitedMs += performance.now() - startedAt
      }
    },
  }
}
