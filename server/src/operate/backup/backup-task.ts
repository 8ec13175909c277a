// One scheduled backup: writes the file to the folder or the bucket, and deletes files that are no longer kept.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupSettings } from '../../platform/config/backups.ts'
import { openLongSession } from '../../platform/db/connect.ts'
import { encrypt, readPassphrase } from './passphrase.ts'
import { createBucket } from './s3.ts'
import { saveFile } from './save-file.ts'
import { writeBackup } from './write-backup.ts'

export type BackupTask = { url: string; name: string; settings: BackupSettings }
/** An error is sent as text, because it crosses a thread. `busy`: another server is running a backup. */
export type BackupReply = { bytes: number } | { busy: true } | { error: string }

/** The advisory lock of a backup. The session that reads holds it, so the lock ends with the session. */
const lockNumber = '3853314791062309109'

export async function runBackupTask({ url, name, settings }: BackupTask): Promise<BackupReply> {
  try {
    const client = await openLongSession({ url })
    try {
      const { rows } = await client.query<{ locked: boolean }>(
        `select pg_try_advisory_lock(${lockNumber}) as locked`,
      )
      if (rows[0]?.locked !== true) return { busy: true }
      let bytes = 0
      async function* count(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
        for await (const piece of content) {
          bytes += piece.length
          yield piece
        }
      }
      const passphrase = await readPassphrase(settings.passphraseFile)
      const content = await encrypt(writeBackup(client, { archiveFolder: null }), passphrase)
      await openStore(settings).save(name, count(content))
      return { bytes }
    } finally {
      await client.end().catch(() => {})
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/** Where scheduled backups are stored. */
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
