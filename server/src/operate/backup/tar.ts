// Reads and writes tar files (ustar) with small regular files. Written here because the reader must detect every
// altered byte, padding included, and must never hold more than one bounded entry.
import { BackupError } from './backup-format.ts'

const blockBytes = 512
const zeros = Buffer.alloc(blockBytes)
const sumStart = 148
const sumEnd = 156
/** Larger than any entry that is written: an entry ends after 4 MiB of rows, and no row comes near this size. */
const maxEntryBytes = 512 * 1024 * 1024

export type TarEntry = { name: string; body: Buffer }

/** Header, body and padding of one entry. */
export const toTarEntry = ({ name, body }: TarEntry, at: Date): Buffer[] => [
  createHeader(name, body.length, Math.floor(at.getTime() / 1000)),
  body,
  zeros.subarray(0, countPadding(body.length)),
]

/** A regular file that its owner may read and write. */
function createHeader(name: string, bytes: number, seconds: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0, 100, 'ascii')
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${toOctal(bytes, 11)}\0`, 124)
  header.write(`${toOctal(seconds, 11)}\0`, 136)
  header.write('0', sumEnd)
  header.write('ustar\x0000', 257)
  header.write(`${toOctal(sumHeader(header), 6)}\0 `, sumStart)
  return header
}

/** The two empty blocks at the end of a tar file. */
export const tarEnd = Buffer.alloc(2 * blockBytes)

const toOctal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
const countPadding = (bytes: number) => (blockBytes - (bytes % blockBytes)) % blockBytes

/** The checksum of a header: the sum of its bytes, with the field of the checksum itself read as spaces. */
function sumHeader(header: Buffer): number {
  let sum = 0
  for (let at = 0; at < blockBytes; at += 1)
    sum += at >= sumStart && at < sumEnd ? 32 : (header[at] as number)
  return sum
}

/** The entries in order; throws a BackupError if the file is not a complete tar file. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const read = createReader(source)
  for (let isFirst = true; ; isFirst = false) {
    const header = await read(blockBytes)
    if (header.length < blockBytes)
      throw new BackupError(isFirst ? 'it is not a Quarry backup' : 'it is truncated')
    if (!isFirst && header.equals(zeros)) return await checkEnd(read)
    const { name, bytes } = readHeader(header, isFirst)
    const body = await read(bytes)
    const padding = await read(countPadding(bytes))
    if (body.length < bytes || padding.length < countPadding(bytes)) throw new BackupError('it is truncated')
    if (padding.some((byte) => byte !== 0)) throw new BackupError(`it is damaged after ${name}`)
    yield { name, body }
  }
}

function readHeader(header: Buffer, isFirst: boolean): { name: string; bytes: number } {
  const name = header.toString('latin1', 0, 100).replace(/\0.*$/s, '')
  const bytes = Number.parseInt(header.toString('latin1', 124, 135), 8)
  const seconds = Number.parseInt(header.toString('latin1', 136, 147), 8)
  const isValid = [bytes, seconds].every(Number.isSafeInteger) && bytes >= 0 && bytes <= maxEntryBytes
  if (!isValid || !header.equals(createHeader(name, bytes, seconds)))
    throw new BackupError(
      isFirst ? 'it is not a Quarry backup' : 'it is damaged: an entry has no valid header',
    )
  return { name, bytes }
}

async function checkEnd(read: (bytes: number) => Promise<Buffer>): Promise<void> {
  const second = await read(blockBytes)
  if (!second.equals(zeros)) throw new BackupError('it is truncated')
  if ((await read(1)).length > 0) throw new BackupError('it is damaged: bytes follow its end')
}

/** Returns a function that reads the next bytes; fewer at the end of the source. */
function createReader(source: AsyncIterable<Uint8Array>): (bytes: number) => Promise<Buffer> {
  const iterator = source[Symbol.asyncIterator]()
  let pieces: Uint8Array[] = []
  let available = 0
  return async (bytes) => {
    while (available < bytes) {
      const { value, done } = await iterator.next()
      if (done) break
      pieces.push(value)
      available += value.length
    }
    const all = Buffer.concat(pieces)
    pieces = [all.subarray(bytes)]
    available = Math.max(0, available - bytes)
    return all.subarray(0, bytes)
  }
}
