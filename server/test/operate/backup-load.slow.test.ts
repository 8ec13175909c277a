// The backup commands as an operator runs them: a backup under load is restored into another PostgreSQL and into a new
// data folder, and a killed restore is finished by the next one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/platform/db/connect.ts'
import { isLong, longOrShort } from '../support/long.ts'
import { startPostgres15 } from '../support/old-postgres.ts'
import { quarry, type ServerProcess, startServer } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const event = '/v2/ticketing/event?query=1000000000017&max_age=86400'
const callers = isLong ? 64 : 16

const folder = createTempFolder('quarry-backup-')
const file = join(folder, 'load.tar')
/** Ids of requests that were answered before the backup started. */
const delivered: string[] = []
let server: ServerProcess
let key: string

const call = (url: string, path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { 'x-api-key': key, 'content-type': 'application/json' } })

beforeAll(async () => {
  server = await startServer({ QUARRY_DATA_DIR: join(folder, 'data') })
  key = server.key ?? ''
  const watch = { endpoint: '/v2/ticketing/event', params: { query: '1000000000017' }, every: 300 }
  await call(server.url, '/v2/watches', { method: 'POST', body: JSON.stringify(watch) })
  await call(server.url, `${event}&is_async=true`)
  let isBegun = false
  let isOver = false
  let resolveDelivered = () => {}
  const enoughDelivered = new Promise<void>((resolve) => {
    resolveDelivered = resolve
  })
  const work = async (caller: number) => {
    for (let n = 0; !isOver; n += 1) {
      const isJob = caller === 0 && n % 20 === 0
      const response = await call(server.url, isJob ? `${event}&is_async=true` : event)
      await response.arrayBuffer()
      // Credits may run out, so only 200 responses count.
      if (response.status === 200 && !isBegun) delivered.push(response.headers.get('x-request-id') ?? '')
      if (delivered.length >= 200) resolveDelivered()
    }
  }
  const working = Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)))
  await enoughDelivered
  isBegun = true
  const { code, stderr } = await quarry(['backup', file], { QUARRY_DATA_DIR: join(folder, 'data') })
  isOver = true
  await working
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Saved \d+ rows of \d+ tables, as of /)])
  await server.stop()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the file is readable by its owner only, and can be verified without a database', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { code, stdout } = await quarry(['backup', '--verify', file])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/ is intact: .*\nIts ledger is balanced\.\n$/)])
  const again = await quarry(['backup', file], { QUARRY_DATA_DIR: join(folder, 'data') })
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringContaining('already exists: choose another name'),
  ])
})

/** Expects that the key works, no call is missing, no watch runs twice and the ledger balances. */
async function expectComplete(settings: NodeJS.ProcessEnv): Promise<void> {
  const restored = await startServer(settings)
  const response = await call(restored.url, '/v2/usage')
  expect(response.status).toBe(200)
  const watches = (await (await call(restored.url, '/v2/watches')).json()) as { watches: { runs: number }[] }
  expect(watches.watches).toHaveLength(1)
  expect(watches.watches[0]?.runs).toBeLessThanOrEqual(1)
  await restored.stop()
  expect((await quarry(['audit'], settings)).stdout).toContain('no difference found')
}

async function expectDelivered(url: string): Promise<void> {
  const { pool, close } = connect({ url }, { max: 1 })
  const { rows } = await pool.query('select request_id from calls where request_id = any($1)', [delivered])
  expect(rows).toHaveLength(delivered.length)
  await close()
}

test('the file is restored into PostgreSQL 15, with every call that was answered before the backup started', async () => {
  const postgres = await startPostgres15()
  const settings = { DATABASE_URL: postgres.url, QUARRY_DATA_DIR: join(folder, 'data-15') }
  const { code, stdout } = await quarry(['restore', file], settings)
  expect([code, stdout]).toEqual([0, expect.stringContaining('The ledger is balanced: no difference found.')])
  await expectDelivered(postgres.url)
  await expectComplete(settings)
  const again = await quarry(['restore', file], settings)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('the database is not empty')])
  await postgres.stop()
})

const kills = longOrShort('kills', { short: 2, long: 20 })
test(`a restore into a new data folder, killed ${kills} times, blocks the server until it is finished`, async () => {
  const settings = { QUARRY_DATA_DIR: join(folder, 'data-new') }
  let isComplete = false
  for (let n = 0; n < kills; n += 1) {
    if (isComplete) await rm(settings.QUARRY_DATA_DIR, { recursive: true, force: true })
    const child = spawn(process.execPath, [cli, 'restore', file], {
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    const closed = once(child, 'close')
    await Promise.race([delay(500 + Math.random() * 4_000), closed])
    child.kill('SIGKILL')
    await closed
    isComplete = output.includes('Restored')
    if (isComplete) await expectComplete(settings)
  }
  if (!isComplete) {
    const { code, stdout } = await quarry(['restore', file], settings)
    expect([code, stdout]).toEqual([0, expect.stringContaining('no difference found')])
  }
  await expectComplete(settings)
})

test('a truncated file is refused with the reason, and no data folder is created', async () => {
  const settings = { QUARRY_DATA_DIR: join(folder, 'data-none') }
  await truncate(file, (await stat(file)).size - 2_000)
  const { code, stderr } = await quarry(['restore', file], settings)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^quarry: .*load\.tar cannot be used: it is truncated/),
  ])
  await expect(stat(settings.QUARRY_DATA_DIR)).rejects.toThrow('ENOENT')
})
