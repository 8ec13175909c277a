// Writes a file that only its owner may read: beside its final name, then flushed to disk and renamed, so that a file
// with the final name is always complete.
import { lstat, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BackupError } from './backup-error.ts'

/** Refuses to replace a file. */
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
