// Creates a temporary folder for the data of one run. The database user must be able to enter it; otherwise a server
// run by root creates its database elsewhere and leaves it there.
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function createTempFolder(prefix = 'quarry-bench-'): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o711)
  return folder
}
