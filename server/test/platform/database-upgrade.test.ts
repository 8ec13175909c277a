// Upgrades databases from before the baseline migration, and from before the migration that renames.
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/platform/db/migrate.ts'
import { migrations } from '../../src/platform/db/migrations/index.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { describeSchema } from '../support/describe-schema.ts'
import {
  createEarlierSchema,
  insertEarlierRows,
  readRenamedRows,
  renamedRows,
  renamingMigration,
} from '../support/earlier-names.ts'
import { nameReplacedMigrations } from '../support/replaced-migrations.ts'

let fresh: FreshDatabase
beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => fresh.drop())

const migrationNames = async () => {
  const { rows } = await fresh.database.pool.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}

async function returnToBaseline(): Promise<void> {
  const { pool } = fresh.database
  await pool.query('drop schema public cascade; create schema public')
  await migrate(fresh.database, { migrations: { '0100-baseline': migrations['0100-baseline'] ?? '' } })
  await nameReplacedMigrations(pool)
}

test('a database with every replaced migration is marked as being at the baseline', async () => {
  const expected = await describeSchema(fresh.database)
  await returnToBaseline()
  const [baseline, ...later] = Object.keys(migrations)
  expect(await migrate(fresh.database)).toEqual(later)
  expect(await migrationNames()).toEqual([baseline, ...later])
  expect(await describeSchema(fresh.database)).toBe(expected)
  expect(await migrate(fresh.database)).toEqual([])
})

test.each([
  ['the last', "name = '0050-idempotent-bodies'"],
  ['an early', "name = '0018-events'"],
  ['all but the first', "name <> '0001-accounts-and-keys'"],
])(
  'a database without %s replaced migration is refused with the commit to upgrade through',
  async (_, missing) => {
    await returnToBaseline()
    await fresh.database.pool.query(`delete from kysely_migration where ${missing}`)
    const before = await migrationNames()
    await expect(migrate(fresh.database)).rejects.toThrow(
      /the database is too old for this version of Quarry: stop all servers, check out commit [0-9a-f]{7},/,
    )
    expect(await migrationNames()).toEqual(before)
  },
)

const dropSchema = () => fresh.database.pool.query('drop schema public cascade; create schema public')

test('a database with the earlier names of tables and columns keeps its rows, and no earlier name is left', async () => {
  const { pool } = fresh.database
  const expected = await describeSchema(fresh.database)
  await dropSchema()
  await createEarlierSchema(fresh.database)
  await insertEarlierRows(pool)
  expect(await migrate(fresh.database)).toEqual([renamingMigration])
  expect(await describeSchema(fresh.database)).toBe(expected)
  expect(await readRenamedRows(pool)).toEqual(renamedRows)
  expect((await pool.query('select key, bytes from final_responses')).rows).toEqual([
    { key: 'key', bytes: 4 },
  ])
})

test.each([
  ['0109-fair-queue', 'quarry/2'],
  ['0114-names', 'quarry/2'],
  ['0114-names', 'quarry'],
])('%s is refused while a server with the session name %s is connected', async (name, application_name) => {
  await dropSchema()
  const earlier = Object.entries(migrations).filter(([earlierName]) => earlierName < name)
  await migrate(fresh.database, { migrations: Object.fromEntries(earlier) })
  const before = await describeSchema(fresh.database)
  const older = new pg.Client({ connectionString: fresh.target.url, application_name })
  await older.connect()
  await expect(migrate(fresh.database)).rejects.toThrow(
    `the database could not be migrated (${name}): an older version of Quarry is connected to this database ` +
      '(connections: 1): stop all its servers, workers and commands, then start this version again',
  )
  expect(await describeSchema(fresh.database)).toBe(before)
  await older.end()
  expect(await migrate(fresh.database)).toContain(name)
})
