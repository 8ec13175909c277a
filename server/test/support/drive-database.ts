// Runs the database driver as a separate process, and creates test folders for it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../../src/platform/db/embedded.ts'
import { findBase } from '../../src/platform/db/embedded-place.ts'
import { holdDataFolder } from '../../src/platform/db/hold-data-folder.ts'
import { testFolderPrefix } from './abandoned.ts'

export type DriverResult = {
  ready?: boolean
  firstStart?: boolean
  logged?: string[]
  rows?: Record<string, unknown>[]
  error?: string
  failed?: string
  name?: string
  closed?: boolean
  postgres?: string
}

export type Driver = {
  process: ChildProcess
  /** The next line that the driver prints. */
  readResult(): Promise<DriverResult>
  query(statement: string): Promise<DriverResult>
  close(): Promise<void>
  /** Kills the process without any cleanup, like a power cut. */
  kill(): Promise<void>
}

export type DriverOptions = { purpose?: 'serve' | 'command'; uid?: number; native?: string }

const script = fileURLToPath(new URL('./database-driver.mjs', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
const running = new Set<ChildProcess>()

export function driveDatabase(dataDir: string, options: DriverOptions = {}): Driver {
  const args = [dataDir, options.purpose ?? 'serve', String(options.uid ?? '')]
  if (options.native !== undefined) args.push(options.native)
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.add(child)
  const exited = once(child, 'exit').finally(() => running.delete(child))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const readResult = async (): Promise<DriverResult> => {
    const { value, done } = await lines.next()
    return done ? { error: 'the driver ended' } : JSON.parse(value)
  }
  const send = async (line: string) => {
    child.stdin.write(`${line}\n`)
    return await readResult()
  }
  return {
    process: child,
    readResult,
    query: (statement) => send(`query ${statement}`),
    close: async () => {
      await send('close')
      await exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

export async function postmasterPid(dataDir: string): Promise<number> {
  const file = join(await findBase(dataDir), 'postgres', 'postmaster.pid')
  return Number((await readFile(file, 'utf8')).split('\n', 1)[0])
}

/** A parent folder with the given mode and owner; `remove` also ends everything that a test left running there. */
export async function testFolder(mode: number, uid = 0): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(testFolderPrefix)
  await chmod(path, mode)
  if (uid !== 0) await chown(path, uid, uid)
  // Other test runs delete databases without an owner.
  const hold = await holdDataFolder(path, 'command')
  const remove = async () => {
    for (const child of running) child.kill('SIGKILL')
    const dataDir = join(path, 'data')
    const base = await findBase(dataDir)
    if ((await readFile(join(base, 'postgres', 'PG_VERSION')).catch(() => '')) !== '') {
      await (await startEmbedded({ dataDir })).stop()
    }
    if (base !== dataDir) await rm(base, { recursive: true, force: true })
    await hold.release()
    await rm(path, { recursive: true, force: true })
  }
  return { path, remove }
}
