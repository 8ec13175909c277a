// Cleans up after killed test runs, whose databases keep running and whose folders remain.
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { startEmbedded } from '../../src/platform/db/embedded.ts'
import { holdDataFolder } from '../../src/platform/db/hold-data-folder.ts'

export const testFolderPrefix = join(tmpdir(), 'quarry-test-')

/** A younger folder may not be locked yet by its run, so it is left alone. */
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
  // Throws if a running test run has locked it.
  const hold = await holdDataFolder(folder, 'command')
  const dataDir = join(folder, 'data')
  const left = await stat(join(dataDir, 'postgres')).catch(() => undefined)
  // Adopts the database that the dead run left, and stops it.
  if (left !== undefined) await (await startEmbedded({ dataDir })).stop()
  await hold.release()
  await rm(folder, { recursive: true, force: true })
}
