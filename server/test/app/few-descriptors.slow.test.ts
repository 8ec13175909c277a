// A server that may open few files: idle connections leave it the descriptors that lookups need, and a lookup that gets
// none does not count against its site.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'quarry-descriptors-'))
let server: ServerProcess
const sockets: Socket[] = []

beforeAll(async () => {
  server = await startServer({ QUARRY_DATA_DIR: dataDir }, { openFiles: 256 })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const get = (path: string) => fetch(server.url + path, { headers: { 'x-api-key': String(server.key) } })
const lookUpEvent = (id: number) => get(`/v2/ticketing/event?query=${id}&max_age=0`)
const readJson = async <T>(path: string) => (await (await get(path)).json()) as T

test('400 idle connections of a stranger delay no lookup', async () => {
  const { port } = new URL(server.url)
  for (let n = 0; n < 400; n += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1' })
    sockets.push(socket.on('error', () => {}).resume())
    await once(socket, 'connect')
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => lookUpEvent(1000000000017)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(sockets.filter(({ readyState }) => readyState === 'open').length).toBeLessThan(30)
  expect(server.output()).toContain('ulimit -n')
})

/** Below the number of those that are always open, so that the process gets none. Its hard limit stays. */
const noneFree = 10

const limitDescriptors = (soft: number) =>
  execFileSync('prlimit', ['--pid', String(server.process.pid), `--nofile=${soft}:`])

test.runIf(process.platform === 'linux')(
  'a lookup without a descriptor is 500 internal, free, and counts for no provider',
  async () => {
    const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
    const readMetrics = async () =>
      (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
    const before = await readJson<{ remaining: number }>('/v2/usage')
    limitDescriptors(noneFree)
    const failed = await get('/v2/company?query=fenmont.example&max_age=0').finally(() =>
      limitDescriptors(256),
    )
    expect([failed.status, failed.headers.get('x-error-reason')]).toEqual([500, 'internal'])
    expect(failed.headers.get('x-provider')).toBe(null)
    expect(await readJson('/v2/usage')).toMatchObject({ remaining: before.remaining })
    const metrics = await readMetrics()
    expect(metrics).not.toMatch(
      /quarry_provider_answers_total\{endpoint="\/v2\/company",[^}]*outcome="failed"/,
    )
    expect(metrics).toMatch(/quarry_upstream_open_account_breakers 0/)
    const { status } = await get('/v2/company?query=fenmont.example&max_age=0')
    expect(status).toBe(200)
  },
)
