// Starts the command line from the build, which is made first where it is missing or older than the sources. Callers'
// commands are those of `cli/`, which are known by their names; everything else is the server's.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as client from '../cli/build.mjs'
import * as server from './build.mjs'
import * as page from './build-console.mjs'

const [name] = process.argv.slice(2)
make(client, '../cli/build.mjs')
const { commandNames } = await load(client, 'command-names.js')
const isHelp = name === undefined || ['--help', '-h', 'help'].includes(name)

if (isHelp || commandNames.includes(name)) {
  const { main } = await load(client, 'main.js')
  await main(
    process.argv.slice(2),
    isHelp ? `\nOf the server, in its repository:\n${serverHelp()}\n` : undefined,
  )
} else {
  make(server, './build.mjs')
  if (name === 'serve') make(page, './build-console.mjs')
  process.argv[1] = join(server.build, 'cli.js')
  await load(server, 'cli.js')
}

/** In a process of its own: the compiler must not stay in the server's memory. */
function make(part, script) {
  if (!part.isStale()) return
  process.stderr.write('Building…\n')
  const builder = fileURLToPath(new URL(script, import.meta.url))
  const { status } = spawnSync(process.execPath, [builder, '--if-stale'], { stdio: 'inherit' })
  if (status === 0) return
  process.stderr.write('quarry: the build failed\n')
  process.exit(1)
}

function load({ build }, file) {
  return import(pathToFileURL(join(build, file)).href)
}

/** As the server's own command line says it, without its first line. */
function serverHelp() {
  make(server, './build.mjs')
  const { stdout } = spawnSync(process.execPath, [join(server.build, 'cli.js'), '--help'], {
    encoding: 'utf8',
  })
  return stdout
    .split('\n')
    .filter((line) => /^ {2}\S/.test(line))
    .join('\n')
}
