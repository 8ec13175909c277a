// Opens the configured database: an external one by its URL, otherwise the embedded one.
import { checkServer, connect, type Database, type DatabaseTarget } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import type { CopyDatabase } from './embedded-upgrade.ts'
import { isEmptyDatabase } from './migrate.ts'
import type { Purpose } from './owner-mark.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'

export type OpenOptions = {
  databaseUrl?: string
  dataDir: string
  purpose: Purpose
  /** Maximum of connections, without those for reads. */
  max?: number
  maxReads?: number
  /** Accepts a database that a restore has filled in part. */
  isRestore?: boolean
  /** Gets output of the embedded database and lost connections. */
  log?: (line: string) => void
  /** Upgrades an embedded database of an older PostgreSQL; without it such a data folder is refused. */
  copy?: CopyDatabase
  /** Gets one line per step of an upgrade. */
  notify?: (line: string) => void
}

export type OpenDatabase = {
  database: Database
  /** Where to connect for sessions outside the pool. */
  target: DatabaseTarget
  /** Closes the pool, and stops the embedded database if this process runs it. */
  close(): Promise<void>
  embedded: boolean
  /** No migration was ever applied. */
  firstStart: boolean
}

export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, purpose, log = () => {} } = options
  const { copy, notify } = options
  const upgrade = { ...(copy && { copy }), ...(notify && { notify }) }
  const embedded =
    databaseUrl === undefined ? await startEmbedded({ dataDir, purpose, log, ...upgrade }) : undefined
  const target = embedded?.target ?? { url: databaseUrl ?? '' }
  const close = async () => {
    await database?.close()
    await embedded?.stop()
  }
  let database: Database | undefined
  try {
    database = connect(target, {
      ...(options.max === undefined ? {} : { max: options.max }),
      ...(options.maxReads === undefined ? {} : { maxReads: options.maxReads }),
      onError: (error) => log(`connection lost: ${error.message}`),
    })
    await checkServer(database)
    if (!options.isRestore) await refuseUnfinishedRestore(database)
    const firstStart = await isEmptyDatabase(database)
    return { database, target, close, embedded: embedded !== undefined, firstStart }
  } catch (error) {
    await close()
    throw error
  }
}
