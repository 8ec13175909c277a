// Undoes the content coding of a short body in one go: most pages are short, and for those a chain of streams and their
// many small buffers cost more than the decoding itself.
import zlib, { type ZlibOptions } from 'node:zlib'

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

/** A body up to here comes in one piece. */
export const wholeBytes = 64 * 1024

/** Unfolding so much takes about a millisecond; what unfolds to more is decoded off the event loop. */
const mostUnfolded = 512 * 1024
const leastChunk = 16 * 1024

/** Node has zstd from 22.15 on; the types are older. */
const { zstdDecompressSync } = zlib as unknown as {
  zstdDecompressSync?: (bytes: Buffer, options: ZlibOptions) => Buffer
}

/** Null for a page above `mostBytes`, or one that is long work; throws what the decoder throws. */
export function decodeWhole(bytes: Buffer, coding: Coding, mostBytes: number): Buffer | null {
  const maxOutputLength = Math.min(mostBytes, mostUnfolded)
  const options = { maxOutputLength, chunkSize: lengthGuess(bytes, coding) }
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

/** `deflate` should be a zlib stream, but some sites send the bare one, which never starts with this nibble. */
export const isWrapped = (start: Buffer | null): boolean => start === null || ((start[0] ?? 0) & 0x0f) === 8

/** Into one buffer, where that can be had: gzip says at its end how long its content is, or pretends to. */
function lengthGuess(bytes: Buffer, coding: Coding): number {
  const guess =
    coding === 'gzip' && bytes.length >= 4 ? bytes.readUInt32LE(bytes.length - 4) + 64 : bytes.length * 8
  return Math.min(mostUnfolded, Math.max(leastChunk, guess))
}
