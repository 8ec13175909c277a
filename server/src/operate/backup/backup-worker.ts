// The thread of a scheduled backup: writes one backup to the folder or the bucket. It runs at the lowest priority: calls
// come first.
import type { BackupSettings } from '../../platform/config/backups.ts'
import { openLongSession } from '../../platform/db/connect.ts'
import { lowerPriority } from '../../platform/lib/worker-threads.ts'
import { openStore } from './backup-store.ts'
import { encrypt, readPassphrase } from './passphrase.ts'
import { writeBackup } from './write-backup.ts'

lowerPriority()

export type BackupTask = { url: string; name: string; settings: BackupSettings }
/** An error is sent as text, because it crosses a thread. `busy`: another server is running a backup. */
export type BackupReply = { bytes: number } | { busy: true } | { error: string }

/** The advisory lock of a backup. The session that reads holds it, so the lock ends with the session. */
const lockNumber = '3853314791062309109'

export default async function runBackup({ url, name, settings }: BackupTask): Promise<BackupReply> {
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
