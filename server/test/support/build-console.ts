// Builds the console if it is older than its sources.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const builder = fileURLToPath(new URL('../../../scripts/build-console.mjs', import.meta.url))

export function buildConsole(): void {
  const { status, stderr } = spawnSync(process.execPath, [builder, '--if-stale'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the console could not be built: ${stderr}`)
}
