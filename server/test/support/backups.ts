// Saves and restores test databases with the code of the commands.
import { mkdtemp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { savedTables } from '../../src/operate/backup/backup-format.ts'
import { saveFile } from '../../src/operate/backup/backup-store.ts'
import { encrypt } from '../../src/operate/backup/passphrase.ts'
import { type RestoreResult, restoreBackup } from '../../src/operate/backup/restore-backup.ts'
import { verifyBackup } from '../../src/operate/backup/verify-backup.ts'
import { writeBackup } from '../../src/operate/backup/write-backup.ts'
import { type Database, type DatabaseTarget, openLongSession } from '../../src/platform/db/connect.ts'

/** In the folder of the test run, which is deleted at its end. */
export const backupFolder = () => mkdtemp(join(dirname(inject('databaseSocket')), 'backup-'))

export async function saveBackup(
  target: DatabaseTarget,
  path: string,
  {
    archiveFolder = null,
    passphrase,
    onTable,
  }: { archiveFolder?: string | null; passphrase?: string; onTable?: (table: string) => void } = {},
): Promise<void> {
  const client = await openLongSession(target)
  const content = writeBackup(client, { archiveFolder, ...(onTable && { onTable }) })
  await saveFile(path, passphrase === undefined ? content : await encrypt(content, passphrase)).finally(() =>
    client.end(),
  )
}

type Into = { database: Database; target: DatabaseTarget }

export async function restoreInto(
  { database, target }: Into,
  path: string,
  more: { archiveFolder?: string; onStep?: (step: string) => void; passphrase?: string } = {},
): Promise<RestoreResult & { resumed: string[] }> {
  const file = { path, passphrase: more.passphrase ?? null }
  const resumed: string[] = []
  const verified = await verifyBackup(file)
  const restored = await restoreBackup({
    database,
    target,
    file,
    verified,
    archiveFolder: more.archiveFolder ?? `${path}.archive`,
    onStep: more.onStep ?? (() => {}),
    onResume: (line) => resumed.push(line),
  })
  return { ...restored, resumed }
}

/** The content of each saved table, as a digest. */
export async function digestTables({ pool }: Database): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const table of savedTables) {
    const { rows } = await pool.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as digest from ${table} t`,
    )
    digests[table] = String(rows[0]?.digest)
  }
  return digests
}
