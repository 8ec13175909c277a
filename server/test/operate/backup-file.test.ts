// The content of a backup file, and that a truncated, altered, foreign or newer file is refused with the reason.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leftOutTables, savedTables } from '../../src/operate/backup/backup-format.ts'
import { readTar, type TarEntry, tarEnd, toTarEntry } from '../../src/operate/backup/tar.ts'
import { verifyBackup } from '../../src/operate/backup/verify-backup.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { backupFolder, restoreInto, saveBackup } from '../support/backups.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../support/database.ts'

let fresh: FreshDatabase
let app: TestApp
let folder: string
let bytes: Buffer

beforeAll(async () => {
  fresh = await freshDatabase()
  folder = await backupFolder()
  app = await startApp({ database: fresh.database })
  const { secret } = await app.account()
  await app.call(secret, '/v2/ticketing/event?query=1000000000017')
  const archive = join(folder, 'archive')
  await mkdir(archive)
  await writeFile(join(archive, '00001700000000-a1.pages'), 'pages')
  await writeFile(join(archive, '00001700000000-a1.entries'), '{}\n')
  await saveBackup(fresh.target, join(folder, 'plain.tar'), { archiveFolder: archive })
  bytes = await readFile(join(folder, 'plain.tar'))
})
afterAll(async () => {
  await app.close()
  await fresh.drop()
})

async function verifyBytes(content: Buffer) {
  const path = join(folder, 'tried.tar')
  await writeFile(path, content)
  return verifyBackup({ path, passphrase: null })
}

async function listEntries(content: Buffer): Promise<TarEntry[]> {
  const entries: TarEntry[] = []
  for await (const entry of readTar(Readable.from([content]))) entries.push(entry)
  return entries
}

/** Builds a backup file with recomputed checksums. */
function buildFile(entries: readonly TarEntry[]): Buffer {
  const saved = entries.filter(({ name }) => name !== 'SHA256SUMS')
  const sums = saved.map(({ name, body }) => `${createHash('sha256').update(body).digest('hex')}  ${name}\n`)
  const all = [...saved, { name: 'SHA256SUMS', body: Buffer.from(sums.join('')) }]
  return Buffer.concat([...all.flatMap((entry) => toTarEntry(entry, new Date(0))), tarEnd])
}

const change = (entries: readonly TarEntry[], name: RegExp, edit: (text: string) => string): TarEntry[] =>
  entries.map((entry) =>
    name.test(entry.name) ? { ...entry, body: Buffer.from(edit(entry.body.toString())) } : entry,
  )

test('every table of the schema is either saved or left out with a reason', async () => {
  const { rows } = await fresh.database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition order by 1`,
  )
  const decided = [...savedTables, ...Object.keys(leftOutTables)]
  expect(rows.map(({ name }) => name)).toEqual([...decided].sort())
})

test('the file is readable with tar, gzip and sha256sum', async () => {
  const into = join(folder, 'unpacked')
  await mkdir(into)
  execFileSync('tar', ['-xf', join(folder, 'plain.tar'), '-C', into])
  execFileSync('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: into })
  const rows = gunzipSync(await readFile(join(into, 'tables/accounts/000001.copy.gz'))).toString()
  expect(rows.split('\t')[0]).toMatch(/^\d+$/)
  const pages = gunzipSync(await readFile(join(into, 'archive/00001700000000-a1.pages/000001.gz')))
  expect(pages.toString()).toBe('pages')
})

test('the page archive is restored with the database', async () => {
  const empty = await emptyDatabase()
  const archiveFolder = join(folder, 'restored-archive')
  await restoreInto(empty, join(folder, 'plain.tar'), { archiveFolder })
  expect(await readFile(join(archiveFolder, '00001700000000-a1.pages'), 'utf8')).toBe('pages')
  await empty.drop()
})

test('an intact file is accepted, and its ledger balances', async () => {
  const { differences, totals } = await verifyBytes(bytes)
  expect(differences).toEqual([])
  expect(totals.rows.calls).toBe(1)
})

test('a file cut anywhere is refused', async () => {
  for (let n = 0; n < 20; n += 1) {
    const length = Math.floor((bytes.length * n) / 20)
    await expect(verifyBytes(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow(
      /cannot be used: it is/,
    )
  }
  for (const length of [bytes.length - 1, bytes.length - 512, bytes.length - 1024])
    await expect(verifyBytes(bytes.subarray(0, length))).rejects.toThrow(/it is truncated/)
})

test('a file with one altered byte anywhere is refused', async () => {
  for (let n = 0; n < 60; n += 1) {
    const altered = Buffer.from(bytes)
    const at = Math.floor((bytes.length * (n + 0.5)) / 60)
    altered[at] = (altered[at] as number) ^ 0x11
    await expect(verifyBytes(altered), `byte ${at}`).rejects.toThrow(/cannot be used: it/)
  }
})

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a text', Buffer.from('hello, world\n'.repeat(100))],
  ['zeros', Buffer.alloc(4096)],
  [
    'another tar file',
    Buffer.concat([...toTarEntry({ name: 'a.txt', body: Buffer.from('a') }, new Date()), tarEnd]),
  ],
])('%s is not a backup', async (_, content) => {
  await expect(verifyBytes(content)).rejects.toThrow(/it is not a Quarry backup|it is truncated/)
})

test.each([
  [
    'a newer version',
    (text: string) => text.replace(/"quarry": "[^"]+"/, '"quarry": "99.0.0"'),
    /by Quarry 99\.0\.0; this is/,
  ],
  [
    'an unknown migration',
    (text: string) => text.replace('"0100-baseline"', '"0100-baseline", "9999-later"'),
    /has 9999-later/,
  ],
  [
    'a newer format',
    (text: string) => text.replace('"format_version": 1', '"format_version": 2'),
    /it has the format 2/,
  ],
])('a backup of %s is refused', async (_, edit, reason) => {
  const entries = await listEntries(bytes)
  await expect(verifyBytes(buildFile(change(entries, /^manifest\.json$/, edit)))).rejects.toThrow(reason)
})

test.each([
  [
    'a missing chunk',
    (all: TarEntry[]) => all.filter(({ name }) => !name.startsWith('tables/keys/')),
    /keys has 0 rows/,
  ],
  [
    'a duplicate chunk',
    (all: TarEntry[]) => all.flatMap((one) => (one.name.startsWith('tables/keys/') ? [one, one] : [one])),
    /not expected there/,
  ],
  [
    'a foreign entry',
    (all: TarEntry[]) => [...all.slice(0, -1), { name: '../../etc/passwd', body: Buffer.from('x') }],
    /not expected there/,
  ],
  [
    'a name that escapes its folder',
    (all: TarEntry[]) => [...all.slice(0, -1), { name: 'archive/..x/000001.gz', body: Buffer.from('x') }],
    /no valid name/,
  ],
])('a rewritten file with %s is refused', async (_, edit, reason) => {
  await expect(verifyBytes(buildFile(edit(await listEntries(bytes))))).rejects.toThrow(reason)
})

test('a ledger that differs from its balances is reported', async () => {
  await fresh.database.pool.query('update accounts set period_bonus_charged = period_bonus_charged + 1')
  const path = join(folder, 'differing.tar')
  await saveBackup(fresh.target, path)
  await fresh.database.pool.query('update accounts set period_bonus_charged = period_bonus_charged - 1')
  const { differences } = await verifyBackup({ path, passphrase: null })
  expect(differences).toEqual([
    expect.stringMatching(/period_bonus_charged is 2, by the ledger and the holds 1/),
  ])
})
