// Reads one response body into memory: undoes its content codings as the bytes come and counts what comes out, so
// that a few hundred bytes which unfold to gigabytes stop at the limit.
import { pipeline, Readable, type Transform } from 'node:stream'
import zlib from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { Limits } from './limits.ts'
import type { Permits } from './permits.ts'
import type { Pieces } from './sent-page.ts'

type Body = Dispatcher.ResponseData['body']
type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

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
) => Promise<Pieces>

export function createReadBody(limits: Limits, permits: Permits): ReadBody {
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

  return async (body, { encoding, length }, signal) => {
    const codings = readCodings(encoding, limits.codings)
    if (length !== null && length > limits.bodyBytes)
      throw new BodyError(`page above ${limits.bodyBytes} bytes`)
    if (codings.length > 0) return decodeAll(body, codings, (chunks) => collect(chunks, signal))
    // A declared length is enforced by the parser, so a small body needs no counting.
    if (length !== null && length <= limits.largeBodyBytes) return [Buffer.from(await body.arrayBuffer())]
    return collect(body as AsyncIterable<Buffer>, signal)
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

async function decodeAll(
  body: AsyncIterable<Buffer>,
  codings: readonly Coding[],
  collect: (chunks: AsyncIterable<Buffer>) => Promise<Pieces>,
): Promise<Pieces> {
  const incoming = body[Symbol.asyncIterator]()
  const first = await incoming.next()
  // No body at all, as some sites send with a 404, is not a broken one.
  if (first.done) return []
  const start: Buffer = first.value
  async function* whole() {
    yield start
    yield* { [Symbol.asyncIterator]: () => incoming }
  }
  // The header lists the codings in the order they were applied.
  const stages = codings.toReversed().map((coding, at) => decoderFor(coding, at === 0 ? start : null))
  // Returns the last stage; a failure of any stage ends them all and shows where that one is read.
  const decoded = pipeline([Readable.from(whole()), ...stages], () => {})
  return collect(decoded as unknown as AsyncIterable<Buffer>)
}

function decoderFor(coding: Coding, start: Buffer | null): Transform {
  const make = decoders[coding]
  if (make) return make()
  // `deflate` should be a zlib stream, but some sites send the bare one, which never starts with this nibble.
  const wrapped = start === null || ((start[0] ?? 0) & 0x0f) === 8
  return wrapped ? zlib.createInflate({ chunkSize }) : zlib.createInflateRaw({ chunkSize })
}
