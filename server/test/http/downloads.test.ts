// The server offers its own packages, because their names are on no registry: anyone could publish a package under a
// name that the documentation tells readers to install.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { buildDownloads } from '../support/builds.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const names = ['sdk.tgz', 'cli.tgz', 'kit.tgz']

let app: TestApp
beforeAll(async () => {
  buildDownloads()
  app = await startApp()
})
afterAll(() => app.close())

const toSha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const fetchBytes = async (path: string) =>
  Buffer.from(
    await (await app.call(null, path, { headers: { 'accept-encoding': 'gzip, br' } })).arrayBuffer(),
  )

test.each(names)('%s is served without a key, tagged by its SHA-256', async (name) => {
  const response = await app.call(null, `/downloads/${name}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.status).toBe(200)
  expect(bytes.equals(readFileSync(join(root, 'server/downloads', name)))).toBe(true)
  const tag = `"${toSha256(bytes)}"`
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/gzip',
    'content-length': String(bytes.length),
    'cache-control': 'no-cache',
    etag: tag,
  })
  expect(response.headers.get('content-encoding')).toBeNull()

  const known = await app.call(null, `/downloads/${name}`, { headers: { 'if-none-match': tag } })
  expect([known.status, await known.text()]).toEqual([304, ''])
  const head = await app.call(null, `/downloads/${name}`, { method: 'HEAD' })
  expect([
    head.status,
    head.headers.get('content-length'),
    head.headers.get('etag'),
    await head.text(),
  ]).toEqual([200, String(bytes.length), tag, ''])
})

test('unknown names are 404', async () => {
  for (const name of ['', 'other.tgz', '.built', '..%2fpackage.json', 'sdk.tgz%00', 'SDK.tgz']) {
    const response = await app.call(null, `/downloads/${name}`)
    expect([name, response.status, response.headers.get('x-error-reason')]).toEqual([
      name,
      404,
      'unknown_route',
    ])
  }
})

test('the reference shows the URL, the install command and the SHA-256 of each package', async () => {
  const page = await (await app.call(null, '/docs')).text()
  for (const name of names) {
    const sha256 = toSha256(await fetchBytes(`/downloads/${name}`))
    for (const text of [`install ${app.url}/downloads/${name}`, `href="/downloads/${name}"`, sha256])
      expect([text, page.replace('install -g', 'install').includes(text)]).toEqual([text, true])
  }
})

test('each tarball contains one package, without dependencies from a registry', () => {
  for (const name of names) {
    const unpack = (...args: string[]) =>
      execFileSync('tar', [...args, join(root, 'server/downloads', name)], { encoding: 'utf8' })
    const files = unpack('tzf').trim().split('\n')
    expect(files).toEqual(files.toSorted())
    expect(files).toEqual(
      expect.arrayContaining(['package/LICENSE', 'package/README.md', 'package/package.json']),
    )
    const about = JSON.parse(
      execFileSync('tar', ['xzOf', join(root, 'server/downloads', name), 'package/package.json'], {
        encoding: 'utf8',
      }),
    ) as Record<string, unknown>
    expect([about.name, about.dependencies, about.devDependencies, about.scripts]).toEqual([
      `@quarry/${name.replace('.tgz', '')}`,
      undefined,
      undefined,
      undefined,
    ])
  }
})

test('the same files produce the same bytes, in any order', async () => {
  const { packTarball } = (await import(`${root}/scripts/pack-tarball.mjs`)) as {
    packTarball: (files: Record<string, string | Buffer>, programs?: readonly string[]) => Buffer
  }
  const files = { 'package.json': '{}', 'dist/b.js': 'b', 'dist/a.js': Buffer.from('a') }
  const reversed = Object.fromEntries(Object.entries(files).toReversed())
  expect(packTarball(files, ['dist/a.js']).equals(packTarball(reversed, ['dist/a.js']))).toBe(true)
  expect(packTarball(files).equals(packTarball(files, ['dist/a.js']))).toBe(false)
})

test('no text says to install a package by a name that is on no registry', () => {
  const listed = execFileSync(
    'git',
    [
      'ls-files',
      'README.md',
      'SECURITY.md',
      'docs',
      'examples',
      'deploy',
      'console',
      'kit',
      'sources',
      'server/src',
      'sdk',
      'cli',
    ],
    { cwd: root, encoding: 'utf8' },
  )
  const files = listed.trim().split('\n')
  expect(files.length).toBeGreaterThan(300)
  const unowned = [
    /\b(?:npm|pnpm|yarn|bun) (?:i|install|add|exec)\b[^\n`]*[ \t]@?quarry(?:\/|\s|$)/m,
    // Also in a configuration, where command and arguments are separate strings.
    /\b(?:npx|bunx|npm exec)\b(?:[\s",:[\]]|args|--?\w+)*@?quarry\b/,
  ]
  const wrong = files.filter((name) => {
    const text = readFileSync(join(root, name), 'utf8')
    return unowned.some((pattern) => pattern.test(text))
  })
  expect(wrong).toEqual([])
})
