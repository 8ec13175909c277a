// Reads a whole backup, checks every checksum and compares its ledger with its balances. Needs no database.
import { createLedgerSums } from './ledger-sums.ts'
import type { Manifest, Totals } from './manifest.ts'
import { type BackupFile, readBackup } from './read-backup.ts'

export type VerifiedBackup = {
  manifest: Manifest
  totals: Totals
  id: string
  /** Where ledger and balances differ. The file itself is intact: the database differed when it was saved. */
  differences: string[]
}

/** Throws a BackupError for a file that cannot be used. */
export async function verifyBackup(file: BackupFile): Promise<VerifiedBackup> {
  let manifest: Manifest | undefined
  let ledger: ReturnType<typeof createLedgerSums> | undefined
  for await (const part of readBackup(file)) {
    if (part.kind === 'manifest') {
      manifest = part.manifest
      ledger = createLedgerSums(manifest)
    } else if (part.kind === 'rows') ledger?.add(part.table, part.rows)
    else if (part.kind === 'end' && manifest && ledger)
      return { manifest, totals: part.totals, id: part.id, differences: ledger.findDifferences() }
  }
  throw new Error('a backup ended without its totals')
}
