// The files of the archive: reading them back, kills at any time, and the bounds on bytes and days.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fieldPrints } from './entry.ts'
import { entriesFile, listSegments, pagesFile, readArchive } from './read-archive.ts'
import { createArchiveWriter, type EntryToWrite } from './write-archive.ts'

const home = mkdtempSync(join(tmpdir(), 'quarry-archive-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let folders = 0
const newFolder = () => join(home, String(folders++))

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1)

function entry(n: number, texts: readonly string[], at = start): EntryToWrite {
  const url = `https://www.shop.example/${n}`
  return {
    at: new Date(at).toISOString(),
    path: '/v2/shop/item',
    provider: 'site',
    reader: 'site',
    site: { template: 'https://www.shop.example', domains: [] },
    query: n,
    form: 'json',
    record: `record ${n}`,
    fields: fieldPrints({ name: `item ${n}` }),
    pages: texts.map((text) => ({ url, head: { url, status: 200, contentType: 'text/html' }, text })),
  }
}

/** Text that hardly compresses, so that sizes can be counted on. */
const noise = (seed: number, chars: number): string =>
  createHash('shake256', { outputLength: Math.ceil(chars * 0.75) })
    .update(String(seed))
    .digest('base64')
    .slice(0, chars)

const filesIn = (folder: string) => readdirSync(folder).sort()
const bytesIn = (folder: string) =>
  filesIn(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
/** Each lookup with the texts of its pages. */
function readContent(folder: string) {
  const archive = readArchive(folder)
  return archive.entries().map(({ query, pages }) => [query, pages.map(({ hash }) => archive.readText(hash))])
}

test('entries are read back, each text is stored once, also after a restart', () => {
  const folder = newFolder()
  const options = { folder, days: 3, bytes: 10_000_000, now: () => start }
  const first = createArchiveWriter({ ...options, owner: 'a' })
  const long = noise(1, 50_000)
  first.add(entry(1, ['Größe ☂ "one"', long]))
  const once = bytesIn(folder)
  first.add(entry(2, [long]))
  first.close()
  const second = createArchiveWriter({ ...options, owner: 'b' })
  second.add(entry(3, [long, 'three']))
  second.close()
  expect(readContent(folder)).toEqual([
    [1, ['Größe ☂ "one"', long]],
    [2, [long]],
    [3, [long, 'three']],
  ])
  expect(bytesIn(folder) - once).toBeLessThan(2_500)
  expect(second.bytes()).toBe(bytesIn(folder))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const file of filesIn(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
})

test('killed at any time: finished entries are complete, and the unfinished one is left out', () => {
  const folder = newFolder()
  const writes: { file: 'pages' | 'entries'; content: Buffer }[] = []
  const fds: number[] = []
  const write = (fd: number, content: Buffer) => {
    if (!fds.includes(fd)) fds.push(fd)
    // Pages are always written first.
    writes.push({ file: fd === fds[0] ? 'pages' : 'entries', content })
    writeSync(fd, content)
  }
  const writer = createArchiveWriter({
    folder,
    days: 3,
    bytes: 10_000_000,
    owner: 'a',
    now: () => start,
    write,
  })
  const expected = [
    [1, ['page one']],
    [2, ['page two', 'and more']],
    [3, ['page one', 'page four']],
  ] as const
  for (const [n, texts] of expected) writer.add(entry(n, texts))
  writer.close()
  const [segment] = listSegments(folder)
  const name = segment?.name ?? ''

  let moments = 0
  for (const [index, { content }] of writes.entries())
    for (const cut of [...Array(Math.ceil(content.length / 4)).keys()]
      .map((n) => n * 4)
      .concat(content.length - 1)) {
      const killed = newFolder()
      createArchiveWriter({ folder: killed, days: 3, bytes: 10_000_000, owner: 'x' }).close()
      for (const [n, done] of writes.slice(0, index + 1).entries()) {
        const path = done.file === 'pages' ? pagesFile(killed, name) : entriesFile(killed, name)
        appendFileSync(path, n === index ? done.content.subarray(0, cut) : done.content)
      }
      // A line is complete even without its final line break.
      const isWhole = ({ file }: (typeof writes)[number], n: number) =>
        file === 'entries' && (n < index || (n === index && cut === content.length - 1))
      const wholeFiles = writes.filter(isWhole).length
      expect(readContent(killed)).toEqual(expected.slice(0, wholeFiles))
      // The next server continues from there.
      if (cut === 8) {
        const next = createArchiveWriter({
          folder: killed,
          days: 3,
          bytes: 10_000_000,
          owner: 'b',
          now: () => start,
        })
        next.add(entry(9, ['page one']))
        next.close()
        expect(readContent(killed)).toEqual([...expected.slice(0, wholeFiles), [9, ['page one']]])
      }
      rmSync(killed, { recursive: true })
      moments += 1
    }
  expect(moments).toBeGreaterThan(300)
})

test('a process that is killed while it writes leaves an archive that can be read', async () => {
  const folder = newFolder()
  const program = `import { createArchiveWriter } from ${JSON.stringify(new URL('./write-archive.ts', import.meta.url).href)}
    const writer = createArchiveWriter({ folder: ${JSON.stringify(folder)}, days: 3, bytes: 50_000_000, owner: 'k' + process.pid })
    const entry = ${JSON.stringify(entry(0, []))}
    for (let n = 0; ; n += 1) {
      const text = String(n).repeat(3000)
      writer.add({ ...entry, query: n, pages: [{ url: 'https://www.shop.example/', head: {}, text }] })
      if (n === 50) process.stdout.write('writing')
    }`
  let written = 0
  for (let kill = 0; kill < 2; kill += 1) {
    const child = spawn(process.execPath, [
      '--import',
      import.meta.resolve('tsx'),
      '--input-type=module',
      '-e',
      program,
    ])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'close')
    const archive = readArchive(folder)
    const entries = archive.entries()
    for (const { query, pages } of entries)
      expect(archive.readText(pages[0]?.hash ?? '')).toBe(String(query).repeat(3000))
    expect(entries.length).toBeGreaterThan(written + 50)
    written = entries.length
  }
})

test('the oldest segments are removed when the bytes are used up, but no page that younger lookups refer to', () => {
  const folder = newFolder()
  let now = start
  const bytes = 1_000_000
  const writer = createArchiveWriter({ folder, days: 3, bytes, owner: 'a', now: () => now })
  const met = noise(0, 2_000)
  for (let n = 1; n <= 400; n += 1) {
    now += 1000
    expect(writer.add(entry(n, [met, noise(n, 10_000)], now))).toBe(true)
    expect(writer.bytes()).toBeLessThanOrEqual(bytes)
  }
  writer.close()
  expect(bytesIn(folder)).toBe(writer.bytes())
  const stored = readContent(folder)
  const numbers = stored.map(([n]) => Number(n))
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => 401 - numbers.length + n))
  expect(numbers.length).toBeGreaterThan(60)
  for (const [n, texts] of stored) expect(texts).toEqual([met, noise(Number(n), 10_000)])
  expect(writer.add(entry(0, [noise(7, 400_000)]))).toBe(false)
})

test('entries older than the retention are deleted, also without another lookup', () => {
  const folder = newFolder()
  let now = start
  const writer = createArchiveWriter({ folder, days: 3, bytes: 10_000_000, owner: 'a', now: () => now })
  writer.add(entry(1, ['old', 'met again'], now))
  now += 2 * dayMs
  writer.add(entry(2, ['met again'], now))
  now += 1.5 * dayMs
  writer.expire()
  expect(readContent(folder)).toEqual([[2, ['met again']]])
  now += 3 * dayMs
  writer.expire()
  expect(filesIn(folder).filter((file) => file.endsWith('.entries'))).toHaveLength(1)
  expect(readContent(folder)).toEqual([])
})

test('a damaged page counts as missing, and a full disk leaves stored pages intact', () => {
  const folder = newFolder()
  let isFull = false
  const write = (fd: number, content: Buffer) => {
    if (!isFull) return void writeSync(fd, content)
    writeSync(fd, content.subarray(0, 10))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  const writer = createArchiveWriter({
    folder,
    days: 3,
    bytes: 10_000_000,
    owner: 'a',
    now: () => start,
    write,
  })
  writer.add(entry(1, ['one']))
  isFull = true
  expect(() => writer.add(entry(2, ['two']))).toThrow('ENOSPC')
  expect(readContent(folder)).toEqual([[1, ['one']]])
  const [pages = ''] = filesIn(folder).filter((file) => file.endsWith('.pages'))
  writeFileSync(join(folder, pages), Buffer.alloc(statSync(join(folder, pages)).size, 'QPG1'))
  expect(readContent(folder)).toEqual([[1, [null]]])
})
