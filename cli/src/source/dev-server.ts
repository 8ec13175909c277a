// One start of a server with a plugin: the program of a server installation, with the embedded database in the plugin's
// folder.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Installation, runProgram, startProgram } from './server-installation.ts'

export type DevServer = {
  url: string
  /** The key of the account demo, on the first start. */
  key: string | null
  /** An address that opens the playground signed in, once. */
  createPlaygroundLink: () => Promise<string>
  stop: () => Promise<void>
}

type Options = {
  installation: Installation
  folder: string
  port: number
  paths: readonly string[]
  signal: AbortSignal
}

/** If the server does not start, throws with the line that it printed. */
export async function startDevServer(options: Options): Promise<DevServer> {
  const { installation, folder, port, paths, signal } = options
  const env = {
    QUARRY_PLUGINS: folder,
    QUARRY_DATA_DIR: join(folder, '.quarry'),
    QUARRY_HOST: '127.0.0.1',
    QUARRY_PORT: String(port),
    QUARRY_LOG_LEVEL: 'warn',
    QUARRY_ROLE: '',
    DATABASE_URL: '',
    REDIS_URL: '',
  }
  const child = startProgram(installation, { args: ['serve'], env, cwd: folder })
  const stop = () => stopChild(child)
  signal.addEventListener('abort', stop, { once: true })
  child.on('close', () => signal.removeEventListener('abort', stop))
  const printed = await waitUntilReady(child)
  const url = /listening at (\S+)/.exec(printed)?.[1] ?? `http://127.0.0.1:${port}`
  return {
    url,
    key: /qry_[A-Za-z0-9]{36}/.exec(printed)?.[0] ?? null,
    stop,
    async createPlaygroundLink() {
      const playground = `${url}/console/playground?endpoint=${encodeURIComponent(paths[0] ?? '')}`
      const lines = await runProgram(installation, ['console-link'], { env, cwd: folder }).catch(() => '')
      const code = /#code=[\w-]+/.exec(lines)?.[0] ?? ''
      return `${playground}${code}`
    },
  }
}

/** Returns what the server printed until it was ready. */
function waitUntilReady(child: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        printed += chunk
        // The banner ends with a command that shows how to call it.
        if (/listening at \S+/.test(printed) && printed.includes('curl ')) resolve(printed)
      })
    child.on('error', reject)
    child.on('close', (code) => {
      const lines = printed.split('\n').filter((line) => line.startsWith('quarry: '))
      const reason = lines.map((line) => line.slice('quarry: '.length)).join('; ')
      reject(new Error(reason || `the server ended with exit code ${code}`))
    })
  })
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  // Unlike SIGTERM, this skips the drain.
  child.kill('SIGINT')
  await closed
}
