// The archive with its thread: what it stores, what it drops, and when it is off.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { type ArchiveCandidate, createArchive } from './archive.ts'
import { fieldPrints, longHash } from './entry.ts'
import { readArchive } from './read-archive.ts'

const home = mkdtempSync(join(tmpdir(), 'quarry-archive-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const url = 'https://www.shop.example/1'
const record = { name: 'Größe', offers: [{ price: 1 }, { price: null }], tags: [] }

function offered(n: number, page = Buffer.from(`Gr\xf6\xdfe ${n}`, 'latin1')): ArchiveCandidate {
  return {
    at: new Date().toISOString(),
    path: '/v2/shop/item',
    provider: 'site',
    reader: 'site',
    site: { template: 'https://www.shop.example', domains: [] },
    query: n,
    form: 'json',
    body: Buffer.from(JSON.stringify(record)),
    pages: [
      { url, head: { url, status: 200, contentType: 'text/html; charset=iso-8859-1' }, pieces: [page] },
    ],
  }
}

test('lookups are stored as text, and those that the queue cannot take are dropped and counted', async () => {
  const folder = join(home, 'kept')
  const archive = createArchive({ folder, days: 3, bytes: 10_000_000, onOff: expect.unreachable })
  for (let n = 0; n < 200; n += 1) archive.offer(offered(n))
  expect(archive.stats()).toMatchObject({ kept: 0, dropped: 136, isOn: true })
  await vi.waitFor(() => expect(archive.stats()).toMatchObject({ kept: 64, dropped: 136 }), 120_000)
  // Pieces of such a large page may have been moved to a reading thread.
  archive.offer({
    ...offered(0),
    pages: [{ ...offered(0).pages[0], pieces: [1, 2, 3].map(() => Buffer.from('a')) }],
  } as ArchiveCandidate)
  expect(archive.stats().dropped).toBe(137)
  archive.offer(offered(200))
  await archive.close()
  const reader = readArchive(folder)
  const entries = reader.entries()
  expect(entries.map(({ query }) => query)).toEqual([...Array.from({ length: 64 }, (_, n) => n), 200])
  const [first] = entries
  expect(first).toMatchObject({ record: longHash(JSON.stringify(record)), form: 'json' })
  expect(first?.fields).toEqual(fieldPrints(record))
  expect(Object.keys(first?.fields ?? {})).toEqual(['name', 'offers[].price'])
  expect(reader.readText(first?.pages[0]?.hash ?? '')).toBe('Größe 0')
})

test('an archive that cannot be written turns itself off and reports it once', async () => {
  const folder = join(home, 'a-file', 'archive')
  writeFileSync(join(home, 'a-file'), '')
  const notices: string[] = []
  const archive = createArchive({ folder, days: 3, bytes: 10_000_000, onOff: (why) => notices.push(why) })
  archive.offer(offered(1))
  archive.offer(offered(2))
  await vi.waitFor(() => expect(archive.isOn()).toBe(false), 120_000)
  archive.offer(offered(3))
  expect(notices).toEqual([expect.stringContaining('ENOTDIR')])
  expect(archive.stats()).toMatchObject({ kept: 0, dropped: 2 })
  await archive.close()
})

test('an archive with no days or no bytes is off', async () => {
  for (const settings of [
    { days: 0, bytes: 10_000_000 },
    { days: 3, bytes: 0 },
  ]) {
    const folder = join(home, 'off')
    const archive = createArchive({ folder, ...settings, onOff: expect.unreachable })
    archive.offer(offered(1))
    expect(archive.stats()).toEqual({ kept: 0, dropped: 0, bytes: 0, isOn: false })
    await archive.close()
    expect(existsSync(folder)).toBe(false)
  }
})
