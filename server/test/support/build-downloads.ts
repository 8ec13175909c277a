// Builds the packages under /downloads if they are older than their sources.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const builder = fileURLToPath(new URL('../../../scripts/build-downloads.mjs', import.meta.url))

/** Builds into `target` if given, otherwise in place and only if stale. */
export function buildDownloads(target = '--if-stale'): void {
  const { status, stderr } = spawnSync(process.execPath, [builder, target], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the downloads could not be built: ${stderr}`)
}
