// The page archive of a running server: which lookups it stores, and that `quarry replay` can parse their pages again.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesFile, listSegments, readArchive } from '../../src/fetching/archive/read-archive.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { quarry } from '../support/server-process.ts'
import { sends, shop, startReplica } from '../support/two-providers.ts'

let app: TestApp
let secret: string
const dataDir = mkdtempSync(join(tmpdir(), 'quarry-archived-'))
const folder = join(dataDir, 'archive')
beforeAll(async () => {
  app = await startApp({ config: { dataDir, archive: { days: 3, bytes: 100_000_000 } } })
  secret = (await app.account()).secret
})
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const readCount = async (of: TestApp, result: string) => {
  const line = `quarry_archive_lookups_total{result="${result}"} `
  const rows = (await (await of.admin('/metrics')).text()).split('\n')
  return Number(rows.find((row) => row.startsWith(line))?.slice(line.length))
}
const event = '/v2/ticketing/event?query=1000000000017'
const search = '/v2/company/suggest?query=a'

test('lookups that were parsed are archived with their pages; raw pages, cached records and failures are not', async () => {
  for (const path of [event, `${event}&max_age=600`, search, '/v2/ticketing/event?query=fault-garbage'])
    await app.call(secret, path)
  const listing = 'https://www.realestate-fr.example/annonces/x/200146830.htm'
  const raw = await app.call(
    secret,
    `/v2/realestate_fr/property?query=${encodeURIComponent(listing)}&return_page_source=true`,
  )
  expect(raw.headers.get('content-type')).toContain('text/html')
  const paths = ['/v2/ticketing/event', '/v2/company/suggest']
  await eventually(async () => expect(await readCount(app, 'kept')).toBe(2))
  const archive = readArchive(folder)
  const entries = archive.entries()
  expect(entries.map(({ path, provider, reader }) => [path, provider, reader])).toEqual(
    paths.map((path) => [path, 'sandbox', 'site']),
  )
  for (const { pages, fields } of entries) {
    expect(Object.keys(fields).length).toBeGreaterThan(2)
    for (const { hash, head } of pages) {
      expect(archive.readText(hash)?.length).toBeGreaterThan(1000)
      expect(head.headers ?? {}).not.toHaveProperty('set-cookie')
    }
  }
  expect(await readCount(app, 'dropped')).toBe(0)
})

test('replay parses them again: exit code 0 without a difference, 1 when a field is lost, and a Markdown report', async () => {
  const env = { QUARRY_DATA_DIR: dataDir }
  const same = await quarry(['replay'], env)
  expect([same.code, same.stderr]).toEqual([0, ''])
  expect(same.stdout).toContain('2 lookups read again.')
  expect(same.stdout.match(/1 read, no difference/g)).toHaveLength(2)

  // An entry with one more field, as if an earlier reader had found it.
  const [segment] = listSegments(folder)
  const file = entriesFile(folder, segment?.name ?? '')
  const [first] = readArchive(folder).entries()
  appendFileSync(
    file,
    `${JSON.stringify({ ...first, record: 'x', fields: { ...first?.fields, extra: '1:x' } })}\n{"torn`,
  )
  const note = join(dataDir, 'note.md')
  const less = await quarry(
    ['replay', '--endpoint', 'ticketing/event', '--since', '1h', '--markdown', note],
    env,
  )
  expect([less.code, less.stderr]).toEqual([1, ''])
  expect(less.stdout.match(/\S+: \d+ lost/g)).toEqual(['extra: 1 lost'])
  expect(less.stdout).toContain('2 lookups read again.')
  expect(readFileSync(note, 'utf8')).toContain('| `extra` | 1 | 0 | 0 |')
})

test('records whose licence forbids storage are not archived, nor equal records within one minute', async () => {
  const [site, keyed] = [await startReplica(), await startReplica()]
  site.respondWith(sends({ name: 'lamp' }))
  keyed.respondWith(sends({ name: 'lamp' }))
  let shiftMs = 0
  const own = mkdtempSync(join(tmpdir(), 'quarry-archived-'))
  const other = await startApp({
    sources: [shop],
    file: {
      sources: {
        shop: { site: site.origin, allow_private: true, robots: false, providers: ['site', 'keyed'] },
      },
      providers: { keyed: { sites: { 'api.keyed.test': keyed.origin }, allow_private: true } },
    },
    env: { KEYED_API_KEY: 'a-secret-key' },
    config: { dataDir: own, archive: { days: 3, bytes: 100_000_000 } },
    nowMs: () => performance.now() + shiftMs,
  })
  const account = await other.account()
  const lookUp = async (provider: string) => {
    const response = await other.call(account.secret, `/v2/shop/item?query=lamp&provider=${provider}`)
    expect(response.headers.get('x-provider')).toBe(provider)
  }
  const waitForKept = (count: number) =>
    eventually(async () => expect(await readCount(other, 'kept')).toBe(count))
  await lookUp('keyed')
  await lookUp('site')
  await waitForKept(1)
  await lookUp('site')
  site.respondWith(sends({ name: 'lamp', colour: 'red' }))
  await lookUp('site')
  await waitForKept(2)
  shiftMs = 61_000
  await lookUp('site')
  await waitForKept(3)
  await other.close()
  const entries = readArchive(join(own, 'archive')).entries()
  expect(entries.map(({ provider }) => provider)).toEqual(['site', 'site', 'site'])
  const [first, second, third] = entries.map(({ record }) => record)
  expect([second === first, third === second]).toEqual([false, true])
  expect(JSON.stringify(entries)).not.toContain('a-secret-key')
  await Promise.all([site.close(), keyed.close()])
  rmSync(own, { recursive: true, force: true })
})
