// Makes created, renamed and removed names in a folder survive a power loss.
import { closeSync, fsyncSync, openSync } from 'node:fs'

export function syncFolder(folder: string): void {
  // Windows cannot open a folder; its file systems journal names by themselves.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
