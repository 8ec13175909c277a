// A response of a few kilobytes that unpacks to hundreds of megabytes. Built when first provoked, by streaming one
// small block through the compressor, so building it needs neither the memory nor the event loop.
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

export type Bomb = { encoding: 'br' | 'gzip'; body: Buffer }

const blockBytes = 256 * 1024
const blocks = 1280

const built = new Map<Bomb['encoding'], Promise<Bomb>>()

/** The bomb in the reader's favourite coding: brotli where it is accepted, gzip otherwise. */
export function bombFor(acceptEncoding: string): Promise<Bomb> {
  const encoding = /\bbr\b/.test(acceptEncoding) ? 'br' : 'gzip'
  const known = built.get(encoding)
  if (known) return known
  const building = build(encoding)
  built.set(encoding, building)
  // A failed attempt is not kept, or the fault could never be provoked again.
  building.catch(() => built.delete(encoding))
  return building
}

async function build(encoding: Bomb['encoding']): Promise<Bomb> {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : createGzip({ level: 9 })
  const block = Buffer.alloc(blockBytes, ' ')
  const parts: Buffer[] = []
  compressor.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve, reject) => {
    compressor.once('end', resolve)
    compressor.once('error', reject)
  })
  for (let sent = 0; sent < blocks; sent++) {
    if (!compressor.write(block)) await new Promise((resolve) => compressor.once('drain', resolve))
  }
  compressor.end()
  await ended
  return { encoding, body: Buffer.concat(parts) }
}
