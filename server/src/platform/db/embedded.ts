// The embedded database as the rest of the server uses it: start or attach, keep running, stop.

import { setTimeout as delay } from 'node:timers/promises'
import { once } from '../lib/run.ts'
import type { DatabaseTarget } from './connect.ts'
import { prepareBinaries } from './embedded-binaries.ts'
import { ensureCluster, ensureDatabase, readMajor, writeAccess } from './embedded-cluster.ts'
import {
  type ClusterFolders,
  choosePlace,
  findBase,
  openDataFolder,
  openSocketDir,
  removeSocketDir,
  toSocketDir,
} from './embedded-place.ts'
import {
  bringDown,
  bringUp,
  keepRunning,
  type Launch,
  openSentinel,
  type Sentinel,
  socketTarget,
} from './embedded-server.ts'
import { type CopyDatabase, finishExchange, upgradeCluster } from './embedded-upgrade.ts'
import { type DataFolderHold, DataFolderInUse, holdDataFolder, type Purpose } from './hold-data-folder.ts'
import { statement } from './statement.ts'

export type Embedded = {
  target: DatabaseTarget
  stop(): Promise<void>
  /** False when another process runs it: `stop` then only disconnects. */
  owned: boolean
}

export type EmbeddedOptions = {
  dataDir: string
  /** A server holds the folder alone; a command joins a running server, or runs the database while it lasts. */
  purpose?: Purpose
  /** Gets each line of the database's output. */
  log?: (line: string) => void
  /** Copies a database of an older PostgreSQL into a new one; without it such a data folder is refused. */
  copy?: CopyDatabase
  /** Gets one line per step of an upgrade. */
  notify?: (line: string) => void
  /** These override postgresql.conf. */
  settings?: Record<string, string>
}

const fixedSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // Statements and error details could contain a caller's data.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}
const attachTimeoutMs = 30_000
const attachPollMs = 50

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const purpose = options.purpose ?? 'serve'
  const dataDir = await openDataFolder(options.dataDir)
  const deadlineMs = performance.now() + attachTimeoutMs
  for (;;) {
    try {
      const hold = await holdDataFolder(dataDir, purpose)
      return await startOwned(dataDir, hold, options)
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error
      // A server waits for a command to end; a command joins the running process once it is ready.
      if (purpose === 'serve' && error.purpose !== 'command') throw error
      const joined = purpose === 'command' ? await attach(dataDir) : undefined
      if (joined !== undefined) return joined
      if (performance.now() > deadlineMs) throw error
      await delay(attachPollMs)
    }
  }
}

async function attach(dataDir: string): Promise<Embedded | undefined> {
  const socketDir = toSocketDir(await findBase(dataDir))
  try {
    // Stays open until the end: an owner that is a command too waits for it.
    const { client } = await openSentinel(socketDir)
    return { target: socketTarget(socketDir), owned: false, stop: once(() => client.end()) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw error
    return undefined
  }
}

async function startOwned(
  dataDir: string,
  hold: DataFolderHold,
  options: EmbeddedOptions,
): Promise<Embedded> {
  let place: ClusterFolders | undefined
  const leave = async () => {
    try {
      if (place === undefined) return
      await bringDown(place)
      await removeSocketDir(place)
    } finally {
      await hold.release()
    }
  }
  try {
    place = await choosePlace(dataDir)
    const plan = await prepare(place, options)
    const sentinel = await bringUp(plan)
    await ensureDatabase(sentinel)
    const watch = keepRunning(plan, sentinel)
    const stop = async () => {
      if (options.purpose === 'command') await waitForOtherSessions(watch.current().client)
      await watch.end()
      await leave()
    }
    return { target: socketTarget(place.socketDir), owned: true, stop: once(stop) }
  } catch (error) {
    await leave().catch(() => {})
    throw error
  }
}

async function prepare(place: ClusterFolders, options: EmbeddedOptions): Promise<Launch> {
  const binaries = await prepareBinaries(place)
  const { copy, notify = () => {}, log = () => {} } = options
  await finishExchange(place, notify)
  const major = await readMajor(place)
  if (copy !== undefined && major !== undefined && major < binaries.major)
    await upgradeCluster({ place, binaries, major, copy, notify, log })
  await ensureCluster(place, binaries)
  await openSocketDir(place)
  const { hbaFile, identFile } = await writeAccess(place)
  const settings = { ...options.settings, ...fixedSettings, hba_file: hbaFile, ident_file: identFile }
  return { place, postgres: binaries.postgres, settings, log }
}

const othersStatement = statement(`
select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`)

/** Other commands that joined keep a session open: the database is stopped after them. */
async function waitForOtherSessions(client: Sentinel['client']): Promise<void> {
  const deadlineMs = performance.now() + attachTimeoutMs
  while (performance.now() < deadlineMs) {
    const found = await client.query(othersStatement).catch(() => undefined)
    if (!found?.rowCount) return
    await delay(attachPollMs)
  }
}
