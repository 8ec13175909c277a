// Starts the command line from the build, which is made first where it is missing or older than the sources.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, isStale } from './build.mjs'

if (isStale()) {
  process.stderr.write('Building…\n')
  // In a process of its own: the compiler must not stay in the server's memory.
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('./build.mjs', import.meta.url))], {
    stdio: 'inherit',
  })
  if (status !== 0) {
    process.stderr.write('quarry: the build failed\n')
    process.exit(1)
  }
}
const cli = join(build, 'cli.js')
process.argv[1] = cli
await import(pathToFileURL(cli).href)
