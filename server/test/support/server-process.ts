// Runs the real program in its own process, as `npm start` does, to test its output, its exit and what it leaves
// behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { mallocVariables, nodeFlags } from '../../../scripts/start-options.mjs'
import type { Block } from './loop-monitor.mjs'

const tsx = import.meta.resolve('tsx')
const run = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url))
const loopMonitor = import.meta.resolve('./loop-monitor.mjs')
const builtCli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

export type Run = { code: number | null; stdout: string; stderr: string }
export type ServerProcess = {
  process: ChildProcess
  url: string
  /** The key that it printed on a first start. */
  key: string | null
  output: () => string
  /** Rejects if the event loop was blocked for longer than QUARRY_TEST_MAX_BLOCK_MS: see loop-monitor.mjs. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

const environment = (extra: NodeJS.ProcessEnv) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...extra,
})

/** Runs a command to its end. */
export async function quarry(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const child = spawn(process.execPath, [run, ...args], { env: environment(env) })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/**
 * Starts a server and waits until it listens; rejects with its output if it does not. Runs the build without the
 * launcher, so that a signal reaches the server itself, or the sources of another `program`. `openFiles` limits its
 * file descriptors.
 */
export async function startServer(
  env: NodeJS.ProcessEnv,
  { program, openFiles }: { program?: string; openFiles?: number } = {},
): Promise<ServerProcess> {
  // Sources are compiled while they run, which blocks the event loop, so only the build is monitored.
  const started =
    program === undefined ? [...nodeFlags, '--import', loopMonitor, builtCli] : ['--import', tsx, program]
  const command = [process.execPath, ...started, 'serve']
  const limited =
    openFiles === undefined ? command : ['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...command]
  const child = spawn(limited[0] as string, limited.slice(1), {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env: environment({
      ...mallocVariables,
      QUARRY_PORT: '0',
      QUARRY_LOG_LEVEL: 'warn',
      QUARRY_TEST_MAX_BLOCK_MS: '100',
      ...env,
    }),
  })
  let reports = ''
  ;(child.stdio[3] as Readable).on('data', (chunk) => (reports += chunk))
  let output = ''
  const listening = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const url = /listening at (\S+)/.exec(output)?.[1]
      // The key and the curl line are printed together with the URL.
      if (url && /curl/.test(output)) resolve(url)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('close', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  const url = await listening
  return {
    process: child,
    url,
    key: /qry_[A-Za-z0-9]{36}/.exec(output)?.[0] ?? null,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const closed = once(child, 'close')
        child.kill(signal)
        await closed
      }
      assertNoBlocks(reports)
      return child.exitCode
    },
  }
}

function assertNoBlocks(reports: string): void {
  const blocks = reports.split('\n').filter((line) => line !== '')
  if (blocks.length === 0) return
  const lines = blocks.map((line) => {
    const { cpuMs, startedBy, requests } = JSON.parse(line) as Block
    return `${cpuMs} ms of CPU time for ${startedBy}; requests in progress: ${requests.join(', ')}`
  })
  throw new Error(`the event loop was blocked:\n${lines.join('\n')}`)
}
