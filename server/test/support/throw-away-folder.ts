// A folder for the data of one run. Root's must let the database's user pass: the database of a closed one is kept
// elsewhere, and would be left there.
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function throwAwayFolder(prefix = 'quarry-bench-'): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o711)
  return folder
}
