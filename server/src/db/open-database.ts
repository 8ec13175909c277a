// The database as the configuration says: an external one by its address, else the embedded one.
import { checkServer, connect, type Database } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { isEmptyDatabase } from './migrate.ts'
import type { Purpose } from './owner-mark.ts'

export type OpenOptions = {
  databaseUrl?: string
  dataDir: string
  purpose: Purpose
  /** Connections at most, those for reads apart. */
  max?: number
  maxReads?: number
  /** Gets what the database and its connections have to say. */
  log?: (line: string) => void
}

export type OpenDatabase = {
  database: Database
  /** Closes the pool, and stops the embedded database if this process runs it. */
  close(): Promise<void>
  embedded: boolean
  /** No migration was ever applied: a database that nobody has used yet. */
  firstStart: boolean
}

export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, purpose, log = () => {} } = options
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir, purpose, log }) : undefined
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
    const firstStart = await isEmptyDatabase(database)
    return { database, close, embedded: embedded !== undefined, firstStart }
  } catch (error) {
    await close()
    throw error
  }
}
