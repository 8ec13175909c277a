// The embedded database as the rest of the server sees it: started or attached to, kept running, and stopped.
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseTarget } from './connect.ts'
import { prepareBinaries } from './embedded-binaries.ts'
import { ensureCluster, roleName, writeAccess } from './embedded-cluster.ts'
import {
  choosePlace,
  findBase,
  openDataFolder,
  openSocketDir,
  removeSocketDir,
  socketDirOf,
} from './embedded-place.ts'
import type { Launch } from './embedded-postmaster.ts'
import { bringDown, bringUp, greet, type Sentinel, socketTarget } from './embedded-server.ts'
import { DataFolderInUse, type Hold, holdDataFolder, type Purpose } from './hold-data-folder.ts'

export type Embedded = {
  target: DatabaseTarget
  stop(): Promise<void>
  /** False when another process runs it: `stop` then leaves it alone. */
  owned: boolean
}

export type EmbeddedOptions = {
  dataDir: string
  /** A server has the folder to itself; a command joins the server that runs, or runs one while it lasts. */
  purpose?: Purpose
  /** Gets each line the database writes. */
  log?: (line: string) => void
  /** Server settings that win over postgresql.conf. */
  settings?: Record<string, string>
}

const attachTimeoutMs = 30_000
const attachPollMs = 50
const longestBackOffMs = 5_000
const steadyMs = 10_000

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const purpose = options.purpose ?? 'serve'
  const dataDir = await openDataFolder(options.dataDir)
  const deadlineMs = Date.now() + attachTimeoutMs
  for (;;) {
    try {
      const hold = await holdDataFolder(dataDir, purpose)
      return await own(dataDir, hold, options)
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error
      // A server waits for a command to end; a command joins whoever is there, once that one is ready.
      if (purpose === 'serve' && error.purpose !== 'command') throw error
      const joined = purpose === 'command' ? await join(dataDir) : undefined
      if (joined !== undefined) return joined
      if (Date.now() > deadlineMs) throw error
      await delay(attachPollMs)
    }
  }
}

async function join(dataDir: string): Promise<Embedded | undefined> {
  const socketDir = socketDirOf(await findBase(dataDir))
  try {
    await (await greet(socketDir)).end()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw error
    return undefined
  }
  return { target: socketTarget(socketDir), owned: false, stop: async () => {} }
}

async function own(dataDir: string, hold: Hold, options: EmbeddedOptions): Promise<Embedded> {
  try {
    const place = await choosePlace(dataDir)
    const binaries = await prepareBinaries(place)
    await ensureCluster(place, binaries)
    await openSocketDir(place)
    const { hbaFile, identFile } = await writeAccess(place)
    const fixed = {
      listen_addresses: '',
      unix_socket_permissions: '0700',
      hba_file: hbaFile,
      ident_file: identFile,
    }
    const log = options.log ?? (() => {})
    const plan = { place, postgres: binaries.postgres, settings: { ...options.settings, ...fixed }, log }
    const sentinel = await bringUp(plan)
    await ensureDatabase(sentinel)
    const watch = keepRunning(plan, sentinel)
    const stop = async () => {
      await watch.end()
      await bringDown(place, options.purpose === 'command' ? 'patient' : 'prompt')
      await removeSocketDir(place)
      await hold.release()
    }
    return { target: socketTarget(place.socketDir), owned: true, stop: once(stop) }
  } catch (error) {
    await hold.release()
    throw error
  }
}

async function ensureDatabase(sentinel: Sentinel): Promise<void> {
  const { rowCount } = await sentinel.query('select from pg_database where datname = $1', [roleName])
  if (rowCount === 0) await sentinel.query(`create database ${roleName}`)
}

/** A database that dies under a running server is started again, ever more slowly while that fails. */
function keepRunning(plan: Launch, first: Sentinel): { end(): Promise<void> } {
  const ending = new AbortController()
  let sentinel = first
  const watching = (async () => {
    let attempts = 0
    for (;;) {
      const sinceMs = Date.now()
      await ended(sentinel, ending.signal)
      if (ending.signal.aborted) return
      if (Date.now() - sinceMs > steadyMs) attempts = 0
      const next = await restart()
      if (next === undefined) return
      sentinel = next
    }
    async function restart(): Promise<Sentinel | undefined> {
      for (;;) {
        await delay(Math.min(100 * 2 ** attempts, longestBackOffMs), undefined, {
          signal: ending.signal,
        }).catch(() => {})
        if (ending.signal.aborted) return undefined
        attempts += 1
        try {
          await openSocketDir(plan.place)
          return await bringUp(plan)
        } catch (error) {
          plan.log(`could not restart: ${(error as Error).message}`)
        }
      }
    }
  })()
  const end = async () => {
    ending.abort()
    await watching
    await sentinel.end().catch(() => {})
  }
  return { end }
}

const ended = (sentinel: Sentinel, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    sentinel.once('end', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= action()
    return running
  }
}
