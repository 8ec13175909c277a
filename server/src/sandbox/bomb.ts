// A response of a few kilobytes that decompresses to hundreds of megabytes. Built on first use by streaming one small
// block through the compressor, which takes little memory and does not block the event loop.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

export type Bomb = { encoding: 'br' | 'gzip'; body: Buffer }

const blockBytes = 256 * 1024
const blocks = 1280

const built = new Map<Bomb['encoding'], Promise<Bomb>>()

/** Brotli where it is accepted, gzip otherwise. */
export function getBomb(acceptEncoding: string): Promise<Bomb> {
  const encoding = /\bbr\b/.test(acceptEncoding) ? 'br' : 'gzip'
  const before = built.get(encoding)
  if (before) return before
  const building = build(encoding)
  built.set(encoding, building)
  // Not cached after a failure, so that the next request tries again.
  building.catch(() => built.delete(encoding))
  return building
}

async function build(encoding: Bomb['encoding']): Promise<Bomb> {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : createGzip({ level: 9 })
  const block = Buffer.alloc(blockBytes, ' ')
  const content = Readable.from(Array.from({ length: blocks }, () => block))
  return { encoding, body: await buffer(content.pipe(compressor)) }
}
