// Reads a backup from its first to its last byte, and throws a BackupError if anything is missing, altered or added.
// Holds one chunk at a time, and one checksum per chunk.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  archiveName,
  BackupError,
  countRowLines,
  type Manifest,
  readManifest,
  readTotals,
  rowEnd,
  type Totals,
} from './backup-format.ts'
import { ageMark, decrypt } from './passphrase.ts'
import { readTar, type TarEntry } from './tar.ts'

const decompress = promisify(gunzip)
/** No row comes near this size, and a chunk ends with the first row above 4 MiB. */
const maxChunkBytes = 512 * 1024 * 1024

export type BackupPart =
  | { kind: 'manifest'; manifest: Manifest }
  | { kind: 'rows'; table: string; rows: Buffer }
  | { kind: 'archive'; file: string; bytes: Buffer }
  /** Everything was read and is intact. The id differs for each backup. */
  | { kind: 'end'; totals: Totals; id: string }

export type BackupFile = { path: string; passphrase: string | null }

export async function* readBackup({ path, passphrase }: BackupFile): AsyncGenerator<BackupPart> {
  try {
    yield* readParts(await open(path, passphrase))
  } catch (error) {
    const { kind, code } = error as { kind?: unknown; code?: string }
    if (kind === 'backup')
      throw new BackupError(`${path} cannot be used: ${(error as Error).message}`, { cause: error })
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new BackupError(`${path} cannot be read (${code})`, { cause: error })
    throw error
  }
}

async function open(path: string, passphrase: string | null): Promise<AsyncIterable<Uint8Array>> {
  const stream = createReadStream(path)
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first = await iterator.next()
  async function* all(): AsyncGenerator<Buffer> {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator } as AsyncIterable<Buffer>
  }
  const isEncrypted = !first.done && first.value.toString('latin1', 0, ageMark.length) === ageMark
  return isEncrypted ? decrypt(all(), passphrase) : all()
}

type Progress = { sums: Map<string, string>; rows: Record<string, number>; archive: Record<string, number> }

async function* readParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart> {
  const progress: Progress = { sums: new Map(), rows: {}, archive: {} }
  let manifest: Manifest | undefined
  let totals: Totals | undefined
  let id: string | undefined
  let last = { folder: '', chunk: 0 }
  for await (const entry of readTar(source)) {
    const { name, body } = entry
    if (id !== undefined) throw new BackupError(`it is damaged: ${name} follows the checksums`)
    if (manifest === undefined) {
      if (name !== 'manifest.json') throw new BackupError('it is not a Quarry backup')
      manifest = readManifest(body)
      for (const table of manifest.tables) progress.rows[table.name] = 0
      yield { kind: 'manifest', manifest }
    } else if (name === 'SHA256SUMS') id = checkSums(body, progress.sums)
    else if (name === 'totals.json') totals = readTotals(body)
    else {
      const [, kind = '', folder = '', chunk = ''] =
        /^(tables|archive)\/([^/]+)\/(\d{6,9})\./.exec(name) ?? []
      if (Number(chunk) !== (folder === last.folder ? last.chunk + 1 : 1))
        throw new BackupError(`it is damaged: ${name} is not expected there`)
      last = { folder, chunk: Number(chunk) }
      yield kind === 'tables'
        ? await readRows(entry, folder, progress)
        : await readPages(entry, folder, progress)
    }
    progress.sums.set(name, createHash('sha256').update(body).digest('hex'))
  }
  if (id === undefined || totals === undefined) throw new BackupError('it is truncated: it has no checksums')
  checkTotals(totals, progress)
  yield { kind: 'end', totals, id }
}

async function readRows(entry: TarEntry, table: string, { rows }: Progress): Promise<BackupPart> {
  if (rows[table] === undefined) throw new BackupError(`it is damaged: ${table} is not in its manifest`)
  const bytes = await unzip(entry)
  if (bytes.at(-1) !== rowEnd) throw new BackupError(`it is damaged: ${entry.name} ends within a row`)
  rows[table] += countRowLines(bytes)
  return { kind: 'rows', table, rows: bytes }
}

async function readPages(entry: TarEntry, file: string, { archive }: Progress): Promise<BackupPart> {
  if (!archiveName.test(file)) throw new BackupError(`it is damaged: ${entry.name} has no valid name`)
  const bytes = await unzip(entry)
  archive[file] = (archive[file] ?? 0) + bytes.length
  return { kind: 'archive', file, bytes }
}

const unzip = ({ name, body }: TarEntry): Promise<Buffer> =>
  decompress(body, { maxOutputLength: maxChunkBytes }).catch((cause: unknown) => {
    throw new BackupError(`it is damaged: ${name} cannot be decompressed`, { cause })
  })

/** Returns the id of the backup. */
function checkSums(body: Buffer, sums: ReadonlyMap<string, string>): string {
  const lines = body.toString('latin1').split('\n')
  if (lines.pop() !== '' || lines.length !== sums.size)
    throw new BackupError(`it is damaged: it has ${sums.size} entries and ${lines.length} checksums`)
  for (const line of lines) {
    const name = line.slice(66)
    if (line.slice(64, 66) !== '  ' || sums.get(name) !== line.slice(0, 64))
      throw new BackupError(`it is damaged: the checksum of ${name || 'an entry'} differs`)
  }
  return createHash('sha256').update(body).digest('hex')
}

function checkTotals(totals: Totals, { rows, archive }: Progress): void {
  for (const [what, written, found] of [
    ['rows', totals.rows, rows],
    ['bytes', totals.archive, archive],
  ] as const)
    for (const name of new Set([...Object.keys(written), ...Object.keys(found)]))
      if ((written[name] ?? 0) !== (found[name] ?? 0))
        throw new BackupError(
          `it is damaged: ${name} has ${found[name] ?? 0} ${what} instead of ${written[name] ?? 0}`,
        )
}
