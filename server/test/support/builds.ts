// Builds the console, and the packages under /downloads, if they are older than their sources.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const consoleBuilder = fileURLToPath(new URL('../../../scripts/build-console.mjs', import.meta.url))

export function buildConsole(): void {
  const { status, stderr } = spawnSync(process.execPath, [consoleBuilder, '--if-stale'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the console could not be built: ${stderr}`)
}

const downloadsBuilder = fileURLToPath(new URL('../../../scripts/build-downloads.mjs', import.meta.url))

/** Builds into the folder `target`; by default in place, and only if stale. */
export function buildDownloads(target = '--if-stale'): void {
  const { status, stderr } = spawnSync(process.execPath, [downloadsBuilder, target], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the downloads could not be built: ${stderr}`)
}
