// Brings a database to the shape this code expects, all or nothing. Kysely's migrator takes an advisory lock for
// it, so that servers that start together do it once.
import { type Kysely, type MigrationResult, Migrator, sql } from 'kysely'
import type { Database } from './connect.ts'
import { type Migrations, migrations } from './migrations/index.ts'

const lockTimeout = '60s'

/** Applies what is missing and returns the names of it, oldest first. */
export async function migrate(database: Database, list: Migrations = migrations): Promise<string[]> {
  return await database.kysely.connection().execute(async (session) => {
    // A migration may rewrite a large table: the pool's statement limit is for calls.
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', ${lockTimeout}, false)`.execute(
      session,
    )
    try {
      const migrator = new Migrator({ db: session, provider: { getMigrations: async () => ({ ...list }) } })
      const { error, results } = await migrator.migrateToLatest()
      if (error === undefined) return (results ?? []).map((result) => result.migrationName)
      await refuseNewerDatabase(session, list)
      throw failure(error, results)
    } finally {
      await sql`reset all`.execute(session)
    }
  })
}

function failure(error: unknown, results: readonly MigrationResult[] | undefined): Error {
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  const detail = error instanceof Error ? error.message : String(error)
  return new Error(`the database could not be migrated${failed ? ` (${failed})` : ''}: ${detail}`, {
    cause: error,
  })
}

/** Whether any migration was ever applied. */
export async function isEmptyDatabase(database: Database): Promise<boolean> {
  return (await appliedMigrations(database.kysely)).length === 0
}

async function refuseNewerDatabase(session: Kysely<unknown>, list: Migrations): Promise<void> {
  const unknown = (await appliedMigrations(session)).find((name) => !Object.hasOwn(list, name))
  if (unknown === undefined) return
  throw new Error(
    `the database is newer than this version of Quarry: it has the unknown migration ${unknown}`,
  )
}

async function appliedMigrations(session: Kysely<unknown>): Promise<string[]> {
  const found = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(session)
  if (found.rows[0]?.exists !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    session,
  )
  return rows.map((row) => row.name)
}
