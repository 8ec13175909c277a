// A folder for the data of one run. For root it must be traversable by the database user; otherwise the database would
// be created elsewhere and left there.
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function throwAwayFolder(prefix = 'quarry-bench-'): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o711)
  return folder
}
