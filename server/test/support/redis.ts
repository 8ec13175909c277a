// A real Redis or Valkey in its own process, which tests can wipe, pause, kill and restart.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './find-program.ts'

export const findRedis = (): string | null =>
  findProgram(
    'QUARRY_TEST_REDIS',
    ['redis-server', 'valkey-server'],
    ['/usr/sbin/redis-server', '/usr/local/bin/redis-server'],
  )

const path = findRedis()
const why =
  'no Redis was found: install it (Debian: apt-get install redis-server), or name it in QUARRY_TEST_REDIS'

/** False skips the tests with Redis with a notice; with CI=true they fail instead. */
export const hasRedis = path !== null || process.env.CI === 'true'
if (path === null) process.stderr.write(`Tests with Redis: ${why}\n`)

export type TestRedis = {
  url: string
  start: () => Promise<void>
  kill: () => Promise<void>
  /** It accepts connections and never responds. */
  pause: () => void
  resume: () => void
  stop: () => Promise<void>
}

export async function startRedis(): Promise<TestRedis> {
  if (path === null) throw new Error(why)
  const folder = await mkdtemp(join(tmpdir(), 'quarry-redis-'))
  const port = await freePort()
  let child: ChildProcess | null = null
  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    const fresh = spawn(path, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    child = fresh
    await new Promise<void>((resolve, reject) => {
      let output = ''
      fresh.stdout.on('data', (chunk) => {
        output += chunk
        if (/Ready to accept connections/i.test(output)) resolve()
      })
      fresh.once('exit', () => reject(new Error(`Redis ended: ${output}`)))
    })
  }
  const kill = async () => {
    const dying = child
    if (!dying || dying.exitCode !== null || dying.signalCode !== null) return
    const gone = once(dying, 'exit')
    dying.kill('SIGKILL')
    await gone
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
