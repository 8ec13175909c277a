// Migrations are applied once, in order, all or none, by any number of servers that start at the same time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/platform/db/connect.ts'
import type { DatabaseFunction } from '../../src/platform/db/functions/database-function.ts'
import { isEmptyDatabase, migrate } from '../../src/platform/db/migrate.ts'
import type { Migrations } from '../../src/platform/db/migrations/index.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'

const first: Migrations = { '0001-stones': 'create table stones (id int primary key)' }
const firstAndSecond: Migrations = { ...first, '0002-weight': 'alter table stones add weight int' }
const stoneCount = (version: number, text: string): DatabaseFunction => ({
  signature: 'stone_count()',
  version,
  text: `create or replace function stone_count() returns integer language sql as $$ ${text} $$`,
})

describe('migrate', () => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase()
    await fresh.database.pool.query('drop schema public cascade; create schema public')
  })
  afterAll(() => fresh.drop())

  test('two servers that start together apply each migration once', async () => {
    expect(await isEmptyDatabase(fresh.database)).toBe(true)
    const slow: Migrations = {
      '0001-stones': 'select pg_sleep(0.2); create table stones (id int)',
    }
    // One pool each: they wait for each other in the database, where no pool timeout applies.
    const other = connect(fresh.target, { max: 2 })
    const applied = await Promise.all([
      migrate(fresh.database, { migrations: slow }),
      migrate(other, { migrations: slow }),
      migrate(other, { migrations: slow }),
    ])
    await other.close()
    expect(applied.flat()).toEqual(['0001-stones'])
    expect(await isEmptyDatabase(fresh.database)).toBe(false)
  })

  test('only missing migrations are applied, and the session settings are restored', async () => {
    const other = connect(fresh.target, { max: 1 })
    expect(await migrate(other, { migrations: firstAndSecond })).toEqual(['0002-weight'])
    expect(await migrate(other, { migrations: firstAndSecond })).toEqual([])
    const { rows } = await other.pool.query('show statement_timeout')
    // Locks of this database only: others of this test run may be migrating at the same time.
    const locks = await other.pool.query(
      `select from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`,
    )
    await other.close()
    expect(rows).toEqual([{ statement_timeout: '30s' }])
    expect(locks.rowCount).toBe(0)
  })

  test('a failing migration is named and leaves nothing behind', async () => {
    const broken: Migrations = {
      ...firstAndSecond,
      '0003-colour': 'alter table stones add colour text',
      '0004-broken': 'alter table pebbles add colour text',
    }
    await expect(migrate(fresh.database, { migrations: broken })).rejects.toThrow(/0004-broken.*pebbles/)
    const { rows } = await fresh.database.pool.query(
      "select column_name from information_schema.columns where table_name = 'stones' and column_name = 'colour'",
    )
    expect(rows).toEqual([])
    expect(await migrate(fresh.database, { migrations: firstAndSecond })).toEqual([])
  })

  test('a database newer than the code is refused with the name of the unknown migration', async () => {
    await expect(migrate(fresh.database, { migrations: first })).rejects.toThrow(
      'the database is newer than this version of Quarry: it has the unknown migration 0002-weight',
    )
  })

  test('a function is replaced when its version grows, and never reverted by an older server', async () => {
    const { pool } = fresh.database
    const shape = (version: number, text: string) => ({
      migrations: firstAndSecond,
      functions: [stoneCount(version, text)],
    })
    const count = async () => (await pool.query('select stone_count() as n')).rows[0].n
    await migrate(fresh.database, shape(1, 'select 1'))
    await migrate(fresh.database, shape(2, 'select 2'))
    expect(await count()).toBe(2)
    await migrate(fresh.database, shape(1, 'select 1'))
    expect(await count()).toBe(2)
    const failing = {
      ...shape(3, 'select 3'),
      migrations: { ...firstAndSecond, '0003-broken': 'select broken' },
    }
    await expect(migrate(fresh.database, failing)).rejects.toThrow(/0003-broken/)
    expect(await count()).toBe(2)
  })
})
