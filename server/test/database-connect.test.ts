// The pool as the rest of the server relies on it: its value types, its session settings, and that a database
// that goes away costs a query and never the process.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect } from '../src/db/connect.ts'
import { onConnection } from '../src/db/connection.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { type FreshDatabase, freshDatabase } from './support/database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

describe('values', () => {
  test('bigint is a number, date a string, timestamptz a Date, also in arrays', async () => {
    const { rows } = await fresh.database.pool.query(
      `select 9007199254740991 as big, null::bigint as none, array[1, null, -2]::bigint[] as bigs,
       array[[1],[2]]::bigint[] as nested, date '2024-02-29' as day, array[date '2024-02-29'] as days,
       timestamptz '2024-02-29 12:00+02' as at`,
    )
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        none: null,
        bigs: [1, null, -2],
        nested: [[1], [2]],
        day: '2024-02-29',
        days: ['2024-02-29'],
        at: new Date('2024-02-29T10:00:00Z'),
      },
    ])
  })

  test('a bigint beyond safe integers fails the query', async () => {
    await expect(fresh.database.pool.query('select 9007199254740992')).rejects.toThrow(RangeError)
    expect((await fresh.database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

test('a connection on which something failed is not used again', async () => {
  const { pool, close } = connect(fresh.target, { max: 1 })
  const backend = () =>
    onConnection(pool, async (client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid)
  const first = await backend()
  expect(await backend()).toBe(first)
  await expect(onConnection(pool, (client) => client.query('select 1 / 0'))).rejects.toThrow('zero')
  expect(await backend()).not.toBe(first)
  await close()
})

describe('sessions', () => {
  test('run in UTC under our name with a time limit, whatever the address sets', async () => {
    const url = new URL(fresh.target.url)
    url.searchParams.set('options', '-c timezone=Asia/Tokyo -c work_mem=8MB')
    const other = connect({ url: url.href })
    const names = ['timezone', 'work_mem', 'application_name', 'statement_timeout']
    const { rows } = await other.pool.query(
      'select array(select current_setting(name) from unnest($1::text[]) with ordinality as t(name, n) order by n) as values',
      [names],
    )
    await other.close()
    expect(rows[0].values).toEqual(['UTC', '8MB', 'quarry', '30s'])
  })

  test('lost while idle or between two queries of a transaction, they cost no more than an error', async () => {
    const lost: string[] = []
    const other = connect(fresh.target, { onError: (error) => lost.push(error.message) })
    const [held, idle] = await Promise.all([other.pool.connect(), other.pool.connect()])
    await held.query('begin')
    const pidOf = 'select pg_backend_pid() as pid'
    const pids = [(await held.query(pidOf)).rows[0].pid, (await idle.query(pidOf)).rows[0].pid]
    idle.release()
    await fresh.database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
    await vi.waitFor(() => expect(other.pool.idleCount).toBe(0))
    await vi.waitFor(() => expect(lost.length).toBeGreaterThanOrEqual(2))
    await expect(held.query('commit')).rejects.toThrow()
    held.release(true)
    expect((await other.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await other.close()
    await other.close()
  })
})

describe('an external database', () => {
  test('is opened by its address, and left running', async () => {
    const { database, close, embedded } = await openDatabase({
      databaseUrl: fresh.target.url,
      dataDir: '/nonexistent',
      purpose: 'serve',
    })
    expect(embedded).toBe(false)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await close()
    expect((await fresh.database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('that cannot be reached is an error, without its password', async () => {
    const opening = openDatabase({
      databaseUrl: 'postgresql://quarry:hunter2@127.0.0.1:1/quarry',
      dataDir: '/nonexistent',
      purpose: 'serve',
    })
    const error = await opening.catch((thrown: Error) => thrown)
    expect(String(error)).toContain('ECONNREFUSED')
    expect(String(error)).not.toContain('hunter2')
  })
})
