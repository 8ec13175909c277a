// Where backups are stored: a file, a folder for scheduled backups, or a bucket for them.
import { lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupSettings } from '../../platform/config/backups.ts'
import { BackupError } from './backup-format.ts'
import { createBucket } from './s3.ts'

/** Opens the folder or the bucket of scheduled backups. */
export function openStore({ to }: Pick<BackupSettings, 'to'>) {
  if ('bucket' in to) {
    const { upload, remove } = createBucket(to)
    return { save: upload, remove }
  }
  return {
    async save(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
      await mkdir(to.folder, { recursive: true, mode: 0o700 })
      await removeUnfinished(to.folder)
      await saveFile(join(to.folder, name), content)
    },
    remove: (name: string) => rm(join(to.folder, name), { force: true }),
  }
}

/** Removes the unfinished files of killed servers. Only one backup runs at a time. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/^quarry-[\dTZ-]+\.tar(?:\.age)?\.\d+\.part$/.test(name))
      await rm(join(folder, name), { force: true })
}

/**
 * Writes a file that only its owner may read: beside its final name, then flushed to disk and renamed, so that a file
 * with the final name is always complete. Throws if the file exists.
 */
export async function saveFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  if (await lstat(path).catch(() => undefined))
    throw new BackupError(`${path} already exists: choose another name`)
  const handle = await open(unfinished, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw toSaveError(error, path)
  })
  try {
    try {
      await writeFile(handle, content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw toSaveError(error as NodeJS.ErrnoException, path)
  }
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

/** Converts errors of the file system. Errors thrown by the content itself are returned unchanged. */
const toSaveError = (error: NodeJS.ErrnoException, path: string): Error =>
  error.syscall === undefined || (error as { kind?: unknown }).kind !== undefined
    ? error
    : new BackupError(`${path} cannot be written (${error.code})`, { cause: error })
