// Opens the configured database: an external one by its URL, otherwise the embedded one. Refuses a database that a restore
// has filled only in part.

import { type ConnectOptions, checkServer, connect, type Database, type DatabaseTarget } from './connect.ts'
import { type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { isEmptyDatabase } from './migrate.ts'
import { hasTable } from './statement.ts'

/** `log` also gets lost connections. */
export type OpenOptions = EmbeddedOptions &
  ConnectOptions & {
    /** Null for the embedded database. */
    databaseUrl?: string | null
    /** Accepts a database that a restore has filled in part. */
    isRestore?: boolean
  }

export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>

/**
 * `target`: where to connect for sessions outside the pool. `close` also stops the embedded database if this process
 * runs it. `firstStart`: no migration was ever applied.
 */
export async function openDatabase(options: OpenOptions) {
  const { databaseUrl = null, log = () => {} } = options
  const embedded = databaseUrl === null ? await startEmbedded(options) : undefined
  const target: DatabaseTarget = embedded?.target ?? { url: databaseUrl ?? '' }
  const close = async () => {
    await database?.close()
    await embedded?.stop()
  }
  let database: Database | undefined
  try {
    database = connect(target, {
      ...options,
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

/** Exists from the first write of a restore until it is complete. */
export const unfinishedRestoreTable = 'restore_state'

export async function refuseUnfinishedRestore({ pool }: Database): Promise<void> {
  if (!(await hasTable(pool, unfinishedRestoreTable))) return
  const { rows } = await pool.query<{ file: string }>(`select file from ${unfinishedRestoreTable} limit 1`)
  throw new Error(
    `a restore of the database from ${rows[0]?.file ?? 'a backup'} is running or was interrupted: run quarry restore ${rows[0]?.file ?? '<file>'} to finish it`,
  )
}
