// Reads one response body into memory: undoes its content codings as the bytes come and counts what comes out, so
// that a few hundred bytes which unfold to gigabytes stop at the limit. What comes out is read at once, so a body waits
// for its turn of the event loop before it is decoded: many pages that wait are small, many that are decoded are not.
import { pipeline, Readable, type Transform } from 'node:stream'
import zlib from 'node:zlib'
import type { Dispatcher } from 'undici'
import { type Coding, decodeWhole, isWrapped, wholeBytes } from './decode-whole.ts'
import { countBytes, type Pieces } from './fetched-page.ts'
import type { Limits } from './limits.ts'
import type { Permits } from './permits.ts'

type Body = Dispatcher.ResponseData['body']

/** The body breaks a bound or cannot be decoded: the site's page is at fault, not the connection. */
export class BodyError extends Error {
  constructor(detail: string) {
    super(detail)
    this.name = 'BodyError'
  }
}

// Node has zstd from 22.15 on; the types are older. The window is bounded because memory is.
const { createZstdDecompress, constants } = zlib as unknown as {
  createZstdDecompress?: (options: object) => Transform
  constants: Record<string, number>
}
const chunkSize = 65_536
/** Joined as they fill up: ten megabytes in one go would hold the event loop for as many milliseconds. */
const pieceBytes = 1024 * 1024

const decoders: Partial<Record<Coding, () => Transform>> = {
  gzip: () => zlib.createGunzip({ chunkSize }),
  br: () => zlib.createBrotliDecompress({ chunkSize }),
  ...(createZstdDecompress
    ? {
        zstd: () =>
          createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax ?? 100]: 23 } }),
      }
    : {}),
}

export const acceptEncoding = createZstdDecompress ? 'gzip, br, zstd' : 'gzip, br'

export type ReadBody = (
  body: Body,
  headers: { encoding: string; length: number | null },
  signal: AbortSignal,
  /** Resolves when the page may be decoded and read. */
  turn: () => Promise<void>,
) => Promise<Pieces>

/** Up to here a page is read in less time than a turn is worth; of coded ones as many bytes are a larger page. */
const smallBytes = 16 * 1024
const smallCodedBytes = 2 * 1024

export function createReadBody(limits: Limits, permits: Permits): ReadBody {
  const mostWhole = Math.min(limits.bodyBytes, limits.largeBodyBytes)
  const collect = async (chunks: AsyncIterable<Buffer>, signal: AbortSignal): Promise<Pieces> => {
    const pieces: Buffer[] = []
    let parts: Buffer[] = []
    let bytes = 0
    let inParts = 0
    const join = () => {
      pieces.push(Buffer.concat(parts, inParts))
      parts = []
      inParts = 0
    }
    let release: (() => void) | null = null
    try {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > limits.bodyBytes) throw new BodyError(`page above ${limits.bodyBytes} bytes`)
        if (bytes > limits.largeBodyBytes && !release) release = await permits.acquire(signal)
        parts.push(chunk)
        inParts += chunk.length
        if (inParts >= pieceBytes) join()
      }
      if (inParts > 0 || pieces.length === 0) join()
      return pieces
    } finally {
      release?.()
    }
  }

  return async (body, { encoding, length }, signal, turn) => {
    const codings = readCodings(encoding, limits.codings)
    if (length !== null && length > limits.bodyBytes)
      throw new BodyError(`page above ${limits.bodyBytes} bytes`)
    if (codings.length > 0) {
      const { start, rest } = await readStart(body, length)
      // No body at all, as some sites send with a 404, is not a broken one.
      if (start.length === 0) return []
      if (start.length > smallCodedBytes) await turn()
      const [only] = rest === null && codings.length === 1 ? codings : []
      const whole = only && decodeWhole(start, only, mostWhole)
      return whole ? [whole] : collect(decodeAll(start, rest, codings), signal)
    }
    // A declared length is enforced by the parser, so a small body needs no counting.
    const pieces =
      length !== null && length <= limits.largeBodyBytes
        ? [Buffer.from(await body.arrayBuffer())]
        : await collect(body as AsyncIterable<Buffer>, signal)
    if (countBytes(pieces) > smallBytes) await turn()
    return pieces
  }
}

function readCodings(encoding: string, most: number): Coding[] {
  const names = encoding
    .toLowerCase()
    .split(',', most + 1)
    .map((name) => name.trim())
  if (names.length > most) throw new BodyError(`more than ${most} content codings`)
  const codings = names
    .filter((name) => name !== '' && name !== 'identity')
    .map((name) => name.replace(/^x-/, ''))
  for (const coding of codings)
    if (coding !== 'deflate' && !Object.hasOwn(decoders, coding))
      throw new BodyError(`unknown content coding ${JSON.stringify(coding.slice(0, 20))}`)
  // Decision: codings with a window of megabytes may appear once in a chain; five of them would be memory for nothing.
  if (codings.filter((coding) => coding === 'br' || coding === 'zstd').length > 1)
    throw new BodyError('stacked brotli or zstd codings')
  return codings as Coding[]
}

/** All of a short body, or the beginning of a longer one and what follows it. */
async function readStart(
  body: Body,
  length: number | null,
): Promise<{ start: Buffer; rest: AsyncIterator<Buffer> | null }> {
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

function decodeAll(
  start: Buffer,
  rest: AsyncIterator<Buffer> | null,
  codings: readonly Coding[],
): AsyncIterable<Buffer> {
  async function* all() {
    yield start
    if (rest) yield* { [Symbol.asyncIterator]: () => rest }
  }
  // The header lists the codings in the order they were applied.
  const stages = codings.toReversed().map((coding, at) => decoderFor(coding, at === 0 ? start : null))
  // Returns the last stage; a failure of any stage ends them all and shows where that one is read.
  return pipeline([Readable.from(all()), ...stages], () => {}) as unknown as AsyncIterable<Buffer>
}

function decoderFor(coding: Coding, start: Buffer | null): Transform {
  const make = decoders[coding]
  if (make) return make()
  return isWrapped(start) ? zlib.createInflate({ chunkSize }) : zlib.createInflateRaw({ chunkSize })
}
