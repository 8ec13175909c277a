// Cleans up after test runs that were killed: their databases go on running and their folders stay.
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { startEmbedded } from '../../src/db/embedded.ts'
import { holdDataFolder } from '../../src/db/hold-data-folder.ts'

export const testFolderPrefix = join(tmpdir(), 'quarry-test-')

/** Between the making of a folder and its mark: too young to judge. */
const leastAgeMs = 10_000

export async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(dirname(testFolderPrefix))) {
    if (!name.startsWith(basename(testFolderPrefix))) continue
    const folder = join(dirname(testFolderPrefix), name)
    await removeOne(folder).catch(() => {})
  }
}

async function removeOne(folder: string): Promise<void> {
  const { mtimeMs, uid } = await stat(folder)
  if (uid !== process.geteuid?.() || Date.now() - mtimeMs < leastAgeMs) return
  // Throws when a living run has it.
  const hold = await holdDataFolder(folder, 'command')
  const dataDir = join(folder, 'data')
  const left = await stat(join(dataDir, 'postgres')).catch(() => undefined)
  // Adopts what the dead run left, and ends it.
  if (left !== undefined) await (await startEmbedded({ dataDir })).stop()
  await hold.release()
  await rm(folder, { recursive: true, force: true })
}
