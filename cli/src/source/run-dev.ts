// `quarry source dev`: a server with one plugin and a database of its own, started again after each change. A broken
// plugin prints one line; the command then waits for the next change.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, type FSWatcher, readdirSync, readFileSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { exitCodes, UsageError } from '../failure.ts'
import { untilInterrupted } from '../interrupt.ts'
import { printNotice } from '../output.ts'
import { plain, plainLines } from '../text.ts'
import { listEndpoints } from './check-plugin.ts'
import { type DevServer, startDevServer } from './dev-server.ts'
import { findInstallation, type Installation } from './server-installation.ts'

export type DevOptions = { port?: string; open?: boolean; server?: string }

type Plugin = {
  folder: string
  hasBuild: boolean
  installation: Installation
  port: number
  isOpening: boolean
}

const defaultPort = 8090

export async function runDev(target: string, { port, open = true, server }: DevOptions): Promise<void> {
  const folder = resolve(target)
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest))
    throw new UsageError(`${folder} has no package.json; name the folder of a plugin`)
  const installation = findInstallation(server)
  const plugin: Plugin = {
    folder,
    installation,
    hasBuild: readBuildScript(manifest),
    port: await choosePort(port),
    isOpening: open && process.stdout.isTTY === true,
  }
  const isInterrupted = await untilInterrupted((signal) => runUntil(plugin, signal))
  if (isInterrupted) process.exitCode = exitCodes.interrupted
}

async function runUntil(plugin: Plugin, signal: AbortSignal): Promise<void> {
  const files = watchFolder(
    plugin.folder,
    plugin.hasBuild ? ['dist', 'package-lock.json'] : ['package-lock.json'],
  )
  const stopped = once(signal, 'abort')
  printNotice('Building the plugin and starting a server with it.')
  try {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const changed = files.next()
      const server = await startOnce(plugin, isFirst, signal)
      if (server === null && !signal.aborted) printNotice('Waiting for changes.')
      await Promise.race([changed, stopped])
      await server?.stop()
      if (!signal.aborted) printNotice('A file changed; starting again.')
    }
  } finally {
    files.close()
  }
  signal.throwIfAborted()
}

/** Null if the plugin is broken; the reason is printed. */
async function startOnce(plugin: Plugin, isFirst: boolean, signal: AbortSignal): Promise<DevServer | null> {
  const { folder, installation, port } = plugin
  if (plugin.hasBuild && !(await build(folder, signal))) return null
  try {
    const paths = await listEndpoints(folder)
    const server = await startDevServer({ installation, folder, port, paths, signal })
    printNotice(`Listening at ${server.url} with ${paths.map(plain).join(', ')}`)
    if (isFirst) await introduce(server, plugin.isOpening)
    return server
  } catch (error) {
    if (!signal.aborted)
      printNotice(`quarry: ${plain(error instanceof Error ? error.message : String(error))}`)
    return null
  }
}

/** The key is shown once, as by every server; the links sign in without it. */
async function introduce(server: DevServer, isOpening: boolean): Promise<void> {
  if (server.key !== null) printNotice(`API key of the account demo (shown only once): ${server.key}`)
  const link = await server.createPlaygroundLink()
  printNotice(`Playground: ${link}`)
  if (isOpening) openBrowser(link)
}

const maxBuildLines = 30

async function build(folder: string, signal: AbortSignal): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', 'build'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0 || signal.aborted) return code === 0
  for (const line of printed.trim().split('\n').slice(0, maxBuildLines)) printNotice(plainLines(line))
  printNotice('quarry: the build failed')
  return false
}

function readBuildScript(manifest: string): boolean {
  try {
    const about = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: { build?: unknown } }
    return typeof about.scripts?.build === 'string'
  } catch {
    throw new UsageError(`${manifest} is not valid JSON; correct it`)
  }
}

/** One port for all starts, so that the address stays. */
async function choosePort(option: string | undefined): Promise<number> {
  if (option !== undefined && !(/^\d{1,5}$/.test(option) && Number(option) <= 65_535))
    throw new UsageError('--port must be a number from 0 to 65535')
  const preferredPort = option === undefined ? defaultPort : Number(option)
  const free = await tryPort(preferredPort)
  if (free !== null) return free
  if (option !== undefined) throw new UsageError(`port ${option} is in use; choose another`)
  return (await tryPort(0)) ?? preferredPort
}

async function tryPort(port: number): Promise<number | null> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : null
  } catch {
    return null
  } finally {
    server.close()
  }
}

type FolderWatch = {
  /** Resolves at the next change after this call. */
  next: () => Promise<void>
  close: () => void
}

/** Editors and compilers write several files at once. */
const settleMs = 200

/** Packages, the build, data and hidden files do not count. */
const isIgnored = (name: string, ignored: readonly string[]): boolean =>
  name.startsWith('.') || name === 'node_modules' || ignored.includes(name)

/** Watches the files of a plugin. Changes that come together are one change. */
function watchFolder(folder: string, ignored: readonly string[]): FolderWatch {
  const watchers: FSWatcher[] = []
  let waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const onChange = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const settled = waiting
      waiting = []
      for (const resolve of settled) resolve()
    }, settleMs)
  }
  watchers.push(
    watch(folder, (_, name) => {
      if (name !== null && !isIgnored(name, ignored)) onChange()
    }),
  )
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !isIgnored(entry.name, ignored))
      watchers.push(watch(join(folder, entry.name), { recursive: true }, onChange))
  return {
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

const openPrograms: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', linux: 'xdg-open' }

/** Opens an address in the browser of the desktop. Without one nothing happens: the address is printed too. */
function openBrowser(url: string): void {
  const program = openPrograms[process.platform]
  if (program === undefined) return
  const child = spawn(program, [url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
