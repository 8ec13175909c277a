// Migrations: applied once in order, together or not at all, by however many servers start at the same time.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../src/db/connect.ts'
import { isEmptyDatabase, migrate } from '../src/db/migrate.ts'
import type { Migrations } from '../src/db/migrations/index.ts'
import { type FreshDatabase, freshDatabase } from './support/database.ts'

const run = (statement: string) => async (db: Kysely<unknown>) => {
  await sql.raw(statement).execute(db)
}
const first = { '0001-stones': { up: run('create table stones (id int primary key)') } }
const both: Migrations = { ...first, '0002-weight': { up: run('alter table stones add weight int') } }

describe('migrate', () => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase()
    await sql`drop schema public cascade; create schema public`.execute(fresh.database.kysely)
  })
  afterAll(() => fresh.drop())

  test('two servers that start together apply each migration once', async () => {
    expect(await isEmptyDatabase(fresh.database)).toBe(true)
    const slow: Migrations = {
      '0001-stones': { up: run('select pg_sleep(0.2); create table stones (id int)') },
    }
    const other = connect(fresh.target, { max: 1 })
    const applied = await Promise.all([
      migrate(fresh.database, slow),
      migrate(other, slow),
      migrate(other, slow),
    ])
    await other.close()
    expect(applied.flat()).toEqual(['0001-stones'])
    expect(await isEmptyDatabase(fresh.database)).toBe(false)
  })

  test('only what is missing is applied, and the session is as before', async () => {
    const other = connect(fresh.target, { max: 1 })
    expect(await migrate(other, both)).toEqual(['0002-weight'])
    expect(await migrate(other, both)).toEqual([])
    const { rows } = await other.pool.query('show statement_timeout')
    const locks = await other.pool.query("select from pg_locks where locktype = 'advisory'")
    await other.close()
    expect(rows).toEqual([{ statement_timeout: '30s' }])
    expect(locks.rowCount).toBe(0)
  })

  test('a migration that fails is named and leaves nothing behind', async () => {
    const broken: Migrations = {
      ...both,
      '0003-colour': { up: run('alter table stones add colour text') },
      '0004-broken': { up: run('alter table pebbles add colour text') },
    }
    await expect(migrate(fresh.database, broken)).rejects.toThrow(/0004-broken.*pebbles/)
    const { rows } = await fresh.database.pool.query(
      "select column_name from information_schema.columns where table_name = 'stones' and column_name = 'colour'",
    )
    expect(rows).toEqual([])
    expect(await migrate(fresh.database, both)).toEqual([])
  })

  test('a database newer than the code is refused by name', async () => {
    await expect(migrate(fresh.database, first)).rejects.toThrow(
      'the database is newer than this version of Quarry: it has the unknown migration 0002-weight',
    )
  })
})
