// Runs the command line from the build, which it makes first if it is missing or older than the sources. Client
// commands are in `cli/`, all others in the server. `serve` runs in a child process with the options of
// `start-options.mjs`, because Node.js and the C library read them only when a process starts.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as client from '../cli/build.mjs'
import * as pagePlugin from '../plugins/page/build.mjs'
import * as server from './build.mjs'
import * as page from './build-console.mjs'
import * as downloads from './build-downloads.mjs'
import { mallocVariables, nodeFlags } from './start-options.mjs'

const [name] = process.argv.slice(2)
// The tools for authors of plugins run the server of this folder.
process.env.QUARRY_HOME ??= fileURLToPath(new URL('..', import.meta.url))
make(client, '../cli/build.mjs')
const { commandNames } = await load(client, 'command-names.js')
const isHelp = name === undefined || ['--help', '-h', 'help'].includes(name)

// Options before a command, such as `--version` and `--profile`, are those of the client.
if (isHelp || name.startsWith('-') || commandNames.includes(name)) {
  const { main } = await load(client, 'main.js')
  await main(
    process.argv.slice(2),
    isHelp ? `\nServer commands, in the repository of the server:\n${serverHelp()}\n` : undefined,
  )
} else {
  make(server, './build.mjs')
  if (usesPagePlugin()) make(pagePlugin, '../plugins/page/build.mjs')
  if (name === 'serve') {
    make(page, './build-console.mjs')
    make(downloads, './build-downloads.mjs')
    serve()
  } else {
    process.argv[1] = join(server.build, 'cli.js')
    await load(server, 'cli.js')
  }
}

/** Whether the configuration names the page plugin, by its package or its folder; only then it is built. */
function usesPagePlugin() {
  const { QUARRY_PLUGINS = '', QUARRY_CONFIG = '' } = process.env
  const isNamed = (text) => /source-page|plugins[/\\]+page/.test(text)
  try {
    return isNamed(QUARRY_PLUGINS) || (QUARRY_CONFIG !== '' && isNamed(readFileSync(QUARRY_CONFIG, 'utf8')))
  } catch {
    // The server reports a file that it cannot read.
    return false
  }
}

/** Runs the server as a child process that ends with this one, and exits with its exit code. */
function serve() {
  const child = spawn(
    process.execPath,
    [...nodeFlags, join(server.build, 'cli.js'), ...process.argv.slice(2)],
    {
      // The channel closes when this process dies, even by SIGKILL, and the server notices.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...mallocVariables, ...process.env },
    },
  )
  // Ctrl-C reaches the child as well, since both are in the terminal's process group: a second SIGINT does nothing.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // The program that started this one died.
  process.on('disconnect', () => child.kill('SIGINT'))
  child.on('error', (error) => {
    process.stderr.write(`quarry: the server could not be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** In a separate process, so that the compiler does not stay in the server's memory. */
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

/** The commands in the server's own help, without its first line. */
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
