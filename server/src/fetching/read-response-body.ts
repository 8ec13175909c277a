// Reads one response body into memory, decompresses it while it arrives and counts the decompressed bytes, so that a
// compression bomb stops at the limit. A body waits for a slice of the event loop before it is decompressed: queued
// pages then take little memory.
import { pipeline, Readable, type Transform } from 'node:stream'
import zlib, { type ZlibOptions } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { createFairSlots, type FairSlots, type Slot, toWaitingAccount } from '../platform/lib/fair-slots.ts'
import { countPieceBytes, type Pieces } from './fetched-page.ts'
import type { FetchLimits } from './limits.ts'

type ResponseBody = Dispatcher.ResponseData['body']

/** The body exceeds a bound or cannot be decompressed: a fault of the page, not of the connection. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
}

type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

/** Node has zstd from 22.15 on; the types are older. */
const { createZstdDecompress, zstdDecompressSync, constants } = zlib as unknown as {
  createZstdDecompress?: (options: object) => Transform
  zstdDecompressSync?: (bytes: Buffer, options: ZlibOptions) => Buffer
  constants: Record<string, number>
}
const chunkSize = 65_536
/** The window size is bounded to bound memory. */
const zstdParams = { [constants.ZSTD_d_windowLogMax ?? 100]: 23 }
/** Chunks are joined into pieces of this size: joining 10 MB at once would block the event loop for about 10 ms. */
const pieceBytes = 1024 * 1024

const decoders: Partial<Record<Coding, () => Transform>> = {
  gzip: () => zlib.createGunzip({ chunkSize }),
  br: () => zlib.createBrotliDecompress({ chunkSize }),
  ...(createZstdDecompress && { zstd: () => createZstdDecompress({ chunkSize, params: zstdParams }) }),
}

export const acceptEncoding = createZstdDecompress ? 'gzip, br, zstd' : 'gzip, br'

export type ReadBody = (
  body: ResponseBody,
  headers: { encoding: string; length: number | null },
  signal: AbortSignal,
  /** Resolves when the page may be decompressed. */
  nextSlice: () => Promise<void>,
) => Promise<Pieces>

/** Up to these sizes a page is read at once: waiting for a slice would cost more than reading. */
const smallBytes = 16 * 1024
const smallCodedBytes = 2 * 1024

/** Up to this size a body is read whole. */
const wholeBytes = 64 * 1024

/** Decompressing this much takes about a millisecond; larger results are streamed off the event loop. */
const maxWholeDecodedBytes = 512 * 1024
const minChunkBytes = 16 * 1024

/** Large pages of all accounts are read in the order of their arrival. */
const allAccounts = toWaitingAccount('all')

export function createReadBody(limits: FetchLimits): ReadBody {
  const largeBodies = createFairSlots(Number.POSITIVE_INFINITY)
  const maxWholeBytes = Math.min(limits.bodyBytes, limits.largeBodyBytes)
  const collect = (chunks: AsyncIterable<Buffer>, signal: AbortSignal) =>
    collectPieces(limits, largeBodies, chunks, signal)

  return async (body, { encoding, length }, signal, nextSlice) => {
    const codings = readCodings(encoding, limits.codings)
    if (length !== null && length > limits.bodyBytes)
      throw new BodyError(`page larger than ${limits.bodyBytes} bytes`)
    if (codings.length > 0) {
      const { start, rest } = await readStart(body, length)
      // Some sites send a 404 without a body.
      if (start.length === 0) return []
      if (start.length > smallCodedBytes) await nextSlice()
      const [only] = rest === null && codings.length === 1 ? codings : []
      const decoded = only && decodeWhole(start, only, maxWholeBytes)
      return decoded ? [decoded] : collect(decodeAll(start, rest, codings), signal)
    }
    // The HTTP parser enforces a declared length, so a small body needs no counting.
    const pieces =
      length !== null && length <= limits.largeBodyBytes
        ? [Buffer.from(await body.arrayBuffer())]
        : await collect(body as AsyncIterable<Buffer>, signal)
    if (countPieceBytes(pieces) > smallBytes) await nextSlice()
    return pieces
  }
}

async function collectPieces(
  { bodyBytes, largeBodyBytes, largeBodies: maxSlots }: FetchLimits,
  largeBodies: FairSlots,
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<Pieces> {
  const pieces: Buffer[] = []
  let pending: Buffer[] = []
  let bytes = 0
  let pendingBytes = 0
  let slot: Slot | undefined
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > bodyBytes) throw new BodyError(`page larger than ${bodyBytes} bytes`)
      if (bytes > largeBodyBytes)
        slot ??= await largeBodies.take({ waiters: allAccounts, maxSlots, maxPerAccount: maxSlots, signal })
      pending.push(chunk)
      pendingBytes += chunk.length
      if (pendingBytes < pieceBytes) continue
      pieces.push(Buffer.concat(pending, pendingBytes))
      pending = []
      pendingBytes = 0
    }
    return pendingBytes > 0 || pieces.length === 0 ? [...pieces, Buffer.concat(pending)] : pieces
  } finally {
    slot?.release()
  }
}

function readCodings(encoding: string, max: number): Coding[] {
  const names = encoding
    .toLowerCase()
    .split(',', max + 1)
    .map((name) => name.trim())
  if (names.length > max) throw new BodyError(`more than ${max} content codings`)
  const codings = names
    .filter((name) => name !== '' && name !== 'identity')
    .map((name) => name.replace(/^x-/, ''))
  for (const coding of codings)
    if (coding !== 'deflate' && !Object.hasOwn(decoders, coding))
      throw new BodyError(`unknown content coding ${JSON.stringify(coding.slice(0, 20))}`)
  // Decision: codings with a window of megabytes may appear once in a chain, to bound memory.
  if (codings.filter((coding) => coding === 'br' || coding === 'zstd').length > 1)
    throw new BodyError('more than one brotli or zstd coding')
  return codings as Coding[]
}

/** All of a short body, or the beginning of a longer one and what follows it. */
async function readStart(body: ResponseBody, length: number | null) {
  if (length !== null && length <= wholeBytes)
    return { start: Buffer.from(await body.arrayBuffer()), rest: null }
  const incoming: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  const chunks: Buffer[] = []
  for (let bytes = 0; bytes <= wholeBytes; ) {
    const { done, value } = await incoming.next()
    if (done) return { start: Buffer.concat(chunks), rest: null }
    chunks.push(value)
    bytes += value.length
  }
  return { start: Buffer.concat(chunks), rest: incoming }
}

/**
 * Decompresses a short body in one call: for short pages, which are most, streams cost more than the decompression.
 * Null for a page above `maxBytes` or `maxWholeDecodedBytes`; throws the decoder's errors.
 */
function decodeWhole(bytes: Buffer, coding: Coding, maxBytes: number): Buffer | null {
  const maxOutputLength = Math.min(maxBytes, maxWholeDecodedBytes)
  const options = { maxOutputLength, chunkSize: guessLength(bytes, coding) }
  try {
    if (coding === 'gzip') return zlib.gunzipSync(bytes, options)
    if (coding === 'br') return zlib.brotliDecompressSync(bytes, options)
    if (coding === 'zstd') return zstdDecompressSync?.(bytes, options) ?? null
    return isWrapped(bytes) ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options)
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return null
    throw error
  }
}

/** `deflate` should be a zlib stream; some sites send a raw one, which never starts with this nibble. */
const isWrapped = (start: Buffer | null): boolean => start === null || ((start[0] ?? 0) & 0x0f) === 8

/** gzip declares the decompressed length at its end, so that one buffer is enough. */
function guessLength(bytes: Buffer, coding: Coding): number {
  const guess =
    coding === 'gzip' && bytes.length >= 4 ? bytes.readUInt32LE(bytes.length - 4) + 64 : bytes.length * 8
  return Math.min(maxWholeDecodedBytes, Math.max(minChunkBytes, guess))
}

function decodeAll(start: Buffer, rest: AsyncIterator<Buffer> | null, codings: readonly Coding[]) {
  async function* all() {
    yield start
    if (rest) yield* { [Symbol.asyncIterator]: () => rest }
  }
  // The header lists the codings in the order they were applied.
  const stages = codings.toReversed().map((coding, at) => createDecoder(coding, at === 0 ? start : null))
  // Returns the last stage; a failure of any stage ends all of them and is thrown to the reader.
  return pipeline([Readable.from(all()), ...stages], () => {}) as unknown as AsyncIterable<Buffer>
}

function createDecoder(coding: Coding, start: Buffer | null): Transform {
  const create = decoders[coding]
  if (create) return create()
  return isWrapped(start) ? zlib.createInflate({ chunkSize }) : zlib.createInflateRaw({ chunkSize })
}
