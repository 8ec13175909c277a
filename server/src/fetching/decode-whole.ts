// Decompresses a short body in one call: for short pages, which are most, streams cost more than the decompression.
import zlib, { type ZlibOptions } from 'node:zlib'

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

/** Up to this size a body is read whole. */
export const wholeBytes = 64 * 1024

/** Decompressing this much takes about a millisecond; larger results are streamed off the event loop. */
const maxDecoded = 512 * 1024
const minChunk = 16 * 1024

/** Node has zstd from 22.15 on; the types are older. */
const { zstdDecompressSync } = zlib as unknown as {
  zstdDecompressSync?: (bytes: Buffer, options: ZlibOptions) => Buffer
}

/** Null for a page above `maxBytes` or `maxDecoded`; throws the decoder's errors. */
export function decodeWhole(bytes: Buffer, coding: Coding, maxBytes: number): Buffer | null {
  const maxOutputLength = Math.min(maxBytes, maxDecoded)
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
export const isWrapped = (start: Buffer | null): boolean => start === null || ((start[0] ?? 0) & 0x0f) === 8

/** gzip declares the decompressed length at its end, so that one buffer is enough. */
function guessLength(bytes: Buffer, coding: Coding): number {
  const guess =
    coding === 'gzip' && bytes.length >= 4 ? bytes.readUInt32LE(bytes.length - 4) + 64 : bytes.length * 8
  return Math.min(maxDecoded, Math.max(minChunk, guess))
}
