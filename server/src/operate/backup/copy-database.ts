// Copies a database into an empty one through a backup, for upgrades of the embedded PostgreSQL. The audit must find no
// difference in the copy that the original does not have.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from '../../ledger/audit.ts'
import { connect, openLongSession } from '../../platform/db/connect.ts'
import type { CopyDatabase } from '../../platform/db/embedded-upgrade.ts'
import { listAppliedMigrations } from '../../platform/db/migrate.ts'
import { BackupError } from './backup-format.ts'
import { saveFile } from './backup-store.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

export const copyDatabase: CopyDatabase = async ({ from, to, folder, notify }) => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = { path: join(folder, 'database.tar'), passphrase: null }
  const source = connect(from, { max: 2 })
  const target = connect(to, { max: 2 })
  try {
    // A start that was interrupted before the first migration leaves nothing to copy.
    if ((await listAppliedMigrations(source.pool)).length === 0) return
    const client = await openLongSession(from)
    await saveFile(
      file.path,
      writeBackup(client, { archiveFolder: null, onTable: (table) => notify(`Saving ${table}`) }),
    ).finally(() => client.end())
    const verified = await verifyBackup(file)
    const { differences } = await restoreBackup({
      database: target,
      target: to,
      file,
      verified,
      archiveFolder: join(folder, 'archive'),
      onStep: (step) => notify(`Loading: ${step}`),
      onResume: notify,
    })
    // An older schema cannot be audited by this version.
    const before = await audit(source).catch((): string[] => [])
    const added = differences.filter((difference) => !before.includes(difference))
    if (added.length > 0)
      throw new BackupError(`the copy of the database differs, so the old one stays in use: ${added[0]}`)
  } finally {
    await source.close()
    await target.close()
  }
}
