// The files of the page archive as a backup saves them. The server may append to them meanwhile: lookups are read
// before the pages that they refer to, and a segment that expires is left out.
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { entriesFile, listSegments, pagesFile } from '../../fetching/archive/read-archive.ts'

const chunkBytes = 4 * 1024 * 1024

/** The names that a backup may contain: nothing else is written to the data folder. */
export const archiveName = /^\d{14}-\w{1,64}\.(?:pages|entries)$/

export type ArchiveFile = { name: string; path: string }

export const listArchiveFiles = (folder: string): ArchiveFile[] =>
  listSegments(folder)
    .flatMap(({ name }) => [entriesFile(folder, name), pagesFile(folder, name)])
    .map((path) => ({ name: basename(path), path }))

export async function* readArchiveFile({ path }: ArchiveFile): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: chunkBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
