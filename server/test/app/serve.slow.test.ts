// Starting, stopping and killing a server as an operator does: one data folder, the embedded database, real processes
// and signals.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quarry, type ServerProcess, startServer } from '../support/server-process.ts'

const parent = mkdtempSync(join(tmpdir(), 'quarry-serve-'))
chmodSync(parent, 0o755)
const dataDir = join(parent, 'data')
const temporary = join(parent, 'tmp')
mkdirSync(temporary)
const env = { QUARRY_DATA_DIR: dataDir, TMPDIR: temporary }
let server: ServerProcess
let key: string

const get = (path: string) => fetch(server.url + path, { headers: { 'x-api-key': key } })
const remaining = async () => ((await (await get('/v2/usage')).json()) as { remaining: number }).remaining

beforeAll(async () => {
  server = await startServer(env)
  key = server.key ?? ''
})
afterAll(async () => {
  await server.stop()
  rmSync(parent, { recursive: true, force: true })
})

test('the first start prints a key and a curl line that works', async () => {
  expect(key).not.toBe('')
  const line = /curl -H 'x-api-key: (\S+)' '(\S+)'/.exec(server.output())
  expect(line?.[1]).toBe(key)
  expect((await fetch(String(line?.[2]), { headers: { 'x-api-key': key } })).status).toBe(200)
  expect(await remaining()).toBeLessThan(1000)
})

test('the admin token is readable by its owner only', () => {
  const file = join(dataDir, 'admin-token')
  expect(readFileSync(file, 'utf8').trim().length).toBeGreaterThanOrEqual(16)
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('a second server on the same folder is refused with one clear line', async () => {
  const { code, stderr } = await quarry(['serve'], { ...env, QUARRY_PORT: '0' })
  expect(code).toBe(1)
  // The first start of a clone builds what is missing and prints a line for it.
  expect(stderr.replace(/^(?:Building…\n)*/, '')).toMatch(
    /^quarry: the data folder .+ is in use by process \d+\n$/,
  )
})

test('commands use the running database', async () => {
  const audit = await quarry(['audit'], env)
  expect([audit.code, audit.stdout, audit.stderr]).toEqual([0, expect.stringContaining('no difference'), ''])
  expect((await quarry(['migrate'], env)).stdout).toContain('up to date')
})

test('on SIGTERM a request in flight is answered, then everything stops', async () => {
  const slow = get(
    `/v2/ticketing/event?query=${encodeURIComponent('https://com.ticketing.example/e/fault-slow-1000000000017')}`,
  )
  const health = async () =>
    (
      await (
        await fetch(`${server.url}/metrics`, {
          headers: { authorization: `Bearer ${readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()}` },
        })
      ).text()
    ).match(/quarry_upstream_active (\d+)/)?.[1]
  await expect.poll(health).toBe('1')
  const stopped = server.stop('SIGTERM')
  expect((await slow).status).toBe(200)
  expect(await stopped).toBe(0)
  const left = await remainingAfterRestart()
  expect(left).toBeLessThan(999)
})

test('after kill -9 the next start continues with the same data', async () => {
  const before = await remaining()
  await server.stop('SIGKILL')
  expect(await remainingAfterRestart()).toBe(before)
  expect((await get('/v2/ticketing/event?query=1000000000017')).status).toBe(200)
  // Only its own folder exists; the killed server's was deleted.
  expect(readdirSync(temporary).filter((name) => name.startsWith('quarry-sandbox-'))).toHaveLength(1)
})

test('a later start prints how to create another key, and the command works', async () => {
  expect(server.key).toBeNull()
  expect(server.output()).toContain('/admin/accounts/demo/keys')
  const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
  const response = await fetch(`${server.url}/admin/accounts/demo/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"alias":"another"}',
  })
  expect(response.status).toBe(201)
})

async function remainingAfterRestart(): Promise<number> {
  server = await startServer(env)
  expect(existsSync(dataDir)).toBe(true)
  return remaining()
}
