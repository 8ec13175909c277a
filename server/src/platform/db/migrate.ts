// Updates the functions and tables of a database in one transaction: once, however many servers start together.
// Never goes back to an older version.

import type { Database } from './connect.ts'
import { inTransaction, noQueryTimeout } from './connection.ts'
import type { DatabaseFunction } from './functions/database-function.ts'
import { functions } from './functions/index.ts'
import { type Migrations, migrations } from './migrations/index.ts'
import { hasTable, type Queryable, statement } from './statement.ts'

/** The table that names the applied migrations. */
const namesTable = 'kysely_migration'
const lockTimeout = '60s'
// Servers that run during an upgrade use the same lock and the same table of names: keep both.
const lockNumber = '3853314791062309107'

type Shape = { migrations?: Migrations; functions?: readonly DatabaseFunction[] }

/** Returns the names of the migrations that it applied, oldest first. */
export async function migrate(database: Database, shape: Shape = {}): Promise<string[]> {
  const list = shape.migrations ?? migrations
  return await inTransaction(database.pool, async (client) => {
    await begin(client)
    const before = await listAppliedMigrations(client)
    const applied = shape.migrations ? before : await stampBaseline(client, before)
    const unknown = applied.find((name) => !Object.hasOwn(list, name))
    if (unknown !== undefined)
      throw new Error(
        `the database is newer than this version of Quarry: it has the unknown migration ${unknown}`,
      )
    await applyFunctions(client, shape.functions ?? functions)
    const missing = Object.entries(list).filter(([name]) => !applied.includes(name))
    for (const [name, text] of missing) await applyMigration(client, name, text)
    return missing.map(([name]) => name)
  })
}

/** Whether any migration was ever applied. */
export async function isEmptyDatabase(database: Database): Promise<boolean> {
  return (await listAppliedMigrations(database.pool)).length === 0
}

const baselineName = '0100-baseline'
const replaced = { count: 32, last: '0050-idempotent-bodies' } as const
const lastCommitWithThem = '1d7d37f'

const forgetStatement = statement(`delete from ${namesTable} where name < '${baselineName}'`)
const recordStatement = statement(`insert into ${namesTable} (name, timestamp) values ($1, $2)`)

/**
 * Marks a database with all migrations that the baseline replaced as being at the baseline. An older one must be
 * upgraded with the last commit that has those migrations. Returns the applied migrations as they are afterwards.
 */
async function stampBaseline(client: Queryable, applied: readonly string[]): Promise<readonly string[]> {
  const earlier = applied.filter((name) => name < baselineName)
  if (earlier.length === 0) return applied
  if (earlier.length !== replaced.count || !earlier.includes(replaced.last))
    throw new Error(
      `the database is too old for this version of Quarry: stop all servers, check out commit ${lastCommitWithThem}, ` +
        'run "npm ci" and "npm run -s quarry -- migrate" there, then start this version again',
    )
  await client.query(forgetStatement)
  await recordMigration(client, baselineName)
  return [baselineName, ...applied.filter((name) => !earlier.includes(name))]
}

const recordMigration = (client: Queryable, name: string) =>
  client.query({ ...recordStatement, values: [name, new Date().toISOString()] })

async function begin(client: Queryable): Promise<void> {
  // A migration may rewrite a large table, which takes longer than the statement timeout of calls.
  await client.query(`set local statement_timeout = 0; set local lock_timeout = '${lockTimeout}'`)
  await client.query({ text: `select pg_advisory_xact_lock(${lockNumber})`, ...noQueryTimeout })
  await client.query(`
    create table if not exists ${namesTable} (name varchar(255) primary key, timestamp varchar(255) not null);
    create table if not exists functions (signature text primary key, version integer not null)`)
}

// Before the tables, whose defaults and triggers use them; their bodies cannot be checked yet.
async function applyFunctions(client: Queryable, list: readonly DatabaseFunction[]): Promise<void> {
  const { rows } = await client.query<DatabaseFunction>('select signature, version from functions')
  const present = new Map(rows.map(({ signature, version }) => [signature, version]))
  await client.query('set local check_function_bodies = off')
  for (const { signature, version, text } of list) {
    if ((present.get(signature) ?? 0) >= version) continue
    await client.query(text)
    await client.query(
      `insert into functions (signature, version) values ($1, $2)
      on conflict (signature) do update set version = excluded.version`,
      [signature, version],
    )
  }
}

async function applyMigration(client: Queryable, name: string, text: string): Promise<void> {
  try {
    await client.query({ text, ...noQueryTimeout })
    await recordMigration(client, name)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw new Error(`the database could not be migrated (${name}): ${detail}`, { cause: error })
  }
}

export async function listAppliedMigrations(client: Queryable): Promise<string[]> {
  if (!(await hasTable(client, namesTable))) return []
  const { rows } = await client.query<{ name: string }>(`select name from ${namesTable} order by name`)
  return rows.map((row) => row.name)
}
