// Gives a short-lived command the database: the running embedded one through its socket, or started for the
// command's duration, or the external one.
import { loadConfig } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { openDatabase } from '../db/open-database.ts'

export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const config = loadConfig()
  const opened = await openDatabase({
    ...(config.databaseUrl === null ? {} : { databaseUrl: config.databaseUrl }),
    dataDir: config.dataDir,
    purpose: 'command',
  })
  try {
    return await work(opened.database)
  } finally {
    await opened.close()
  }
}
