// The connection pool: value types, session settings, and that a lost database fails a query and never the process.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/platform/db/connect.ts'
import { keepConnection } from '../../src/platform/db/connection.ts'
import { openDatabase } from '../../src/platform/db/open-database.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'

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

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('follow-up work is sent before the result of earlier work is reported to others', async () => {
  const { pool, close } = connect(fresh.target)
  const onConnection = keepConnection(pool)
  const events: string[] = []
  const work = (name: string) =>
    onConnection((client) => {
      events.push(`${name} is sent`)
      return client.query('select 1')
    })
  await work('first').then(() => {
    const second = work('second')
    void Promise.resolve().then(() => events.push('the first is known'))
    return second
  })
  expect(events).toEqual(['first is sent', 'second is sent', 'the first is known'])
  await close()
})

test('a kept connection returns to the pool when no work follows or others wait for one', async () => {
  const { pool, close } = connect(fresh.target, { max: 1 })
  const onConnection = keepConnection(pool)
  const runQuery = () => onConnection((client) => client.query('select 1'))
  await runQuery()
  expect(pool.idleCount).toBe(0)
  await nextTurn()
  expect(pool.idleCount).toBe(1)
  const served: string[] = []
  const another = pool.query('select 1').then(() => served.push('another'))
  for (let n = 0; n < 3; n += 1) await runQuery().then(() => served.push('look'))
  await another
  expect(served[0]).toBe('another')
  const third = runQuery().then(async () => {
    for (let n = 0; n < 3; n += 1) await runQuery().then(() => served.push('look again'))
  })
  await pool.query('select 1').then(() => served.push('one that waited'))
  await third
  expect(served.slice(4)).toEqual(['one that waited', 'look again', 'look again', 'look again'])
  await nextTurn()
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0])
  await close()
})

test('concurrent work uses one connection each, and none is leaked', async () => {
  const { pool, close } = connect(fresh.target, { max: 3 })
  const onConnection = keepConnection(pool)
  const runQuery = () => onConnection((client) => client.query('select pg_sleep(0.01)'))
  for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 9 }, runQuery))
  await nextTurn()
  expect([pool.totalCount, pool.idleCount]).toEqual([3, 3])
  await close()
})

test('a connection that opens while another is kept is released too', async () => {
  // A stub pool: with a real one, the order of the two is a matter of microseconds.
  const released: string[] = []
  const createClient = (name: string) => ({ release: () => released.push(name) })
  let finishFirst = () => {}
  let openSecond = () => {}
  const connections = [
    Promise.resolve(createClient('a')),
    new Promise((resolve) => {
      openSecond = () => resolve(createClient('b'))
    }),
  ]
  const onConnection = keepConnection({ waitingCount: 0, connect: () => connections.shift() } as never)
  const first = onConnection(
    () =>
      new Promise<void>((resolve) => {
        finishFirst = resolve
      }),
  )
  const second = onConnection(async () => {})
  await nextTurn()
  finishFirst()
  openSecond()
  await Promise.all([first, second])
  await nextTurn()
  expect(released.sort()).toEqual(['a', 'b'])
})

test('a connection on which a query failed is not reused', async () => {
  const { pool, close } = connect(fresh.target, { max: 1 })
  const onConnection = keepConnection(pool)
  const backend = () =>
    onConnection(async (client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid)
  const first = await backend()
  expect(await backend()).toBe(first)
  await expect(onConnection((client) => client.query('select 1 / 0'))).rejects.toThrow('zero')
  expect(await backend()).not.toBe(first)
  await close()
})

describe('sessions', () => {
  test('run in UTC with the application name and a time limit, whatever the URL sets', async () => {
    const url = new URL(fresh.target.url)
    url.searchParams.set('options', '-c timezone=Asia/Tokyo -c work_mem=8MB')
    const other = connect({ url: url.href })
    const names = ['timezone', 'work_mem', 'application_name', 'statement_timeout']
    const { rows } = await other.pool.query(
      'select array(select current_setting(name) from unnest($1::text[]) with ordinality as t(name, n) order by n) as values',
      [names],
    )
    await other.close()
    expect(rows[0].values).toEqual(['UTC', '8MB', 'quarry/3', '30s'])
  })

  test('lost while idle or between two queries of a transaction, they only cause an error', async () => {
    const lost: string[] = []
    const other = connect(fresh.target, { onError: (error) => lost.push(error.message) })
    const [held, idle] = await Promise.all([other.pool.connect(), other.pool.connect()])
    await held.query('begin')
    const selectPid = 'select pg_backend_pid() as pid'
    const pids = [(await held.query(selectPid)).rows[0].pid, (await idle.query(selectPid)).rows[0].pid]
    idle.release()
    await fresh.database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
    await eventually(() => expect(other.pool.idleCount).toBe(0))
    await eventually(() => expect(lost.length).toBeGreaterThanOrEqual(2))
    await expect(held.query('commit')).rejects.toThrow()
    held.release(true)
    expect((await other.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await other.close()
    await other.close()
  })
})

describe('an external database', () => {
  test('is opened by its URL, and left running', async () => {
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

  test('that is unreachable is an error, without its password', async () => {
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
