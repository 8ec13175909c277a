// The lock installs on both processors, and the check that says so notices each way in which it might not. What is
// shipped stands under licences that let us, and a release of a commit is the same bytes whoever makes it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { licencePage, licenceProblems } from '../../scripts/licence-list.ts'
import { lockProblems, type PackageLock } from '../../scripts/lock-problems.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
const lock: PackageLock = read('package-lock.json')
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
const scripts = Object.keys(allowScripts)

/** The lock with some packages changed, or taken out where the change is null. */
function changed(places: readonly string[], change: object | null): PackageLock {
  const packages = { ...lock.packages }
  for (const place of places)
    if (change === null) delete packages[place]
    else packages[place] = { ...packages[place], ...change }
  return { packages }
}

const placesOf = (cpu: string) =>
  Object.keys(lock.packages).filter((place) => {
    const { os, cpu: cpus, libc } = lock.packages[place] ?? {}
    return os?.includes('linux') && cpus?.includes(cpu) && (libc?.includes('glibc') ?? true)
  })
const bareName = (place: string) => place.replace(/^.*node_modules\//, '')

test('the lock has everything for both processors', () => {
  expect(lockProblems(lock, scripts)).toEqual([])
  expect(placesOf('arm64').length).toBeGreaterThanOrEqual(8)
})

test.each(['x64', 'arm64'])('a package for %s without a hash, or of another version, is named', (cpu) => {
  for (const place of placesOf(cpu))
    expect(lockProblems(changed([place], { integrity: undefined }), scripts)).toEqual([
      `${bareName(place)}: has no integrity`,
    ])
  const rolldown = placesOf(cpu).filter((place) => place.includes('@rolldown/'))
  expect(lockProblems(changed(rolldown, { version: '0.0.1' }), scripts)).toHaveLength(1)
})

test('a family that lost a processor, or every member, is named', () => {
  for (const place of placesOf('arm64'))
    expect(lockProblems(changed([place], null), scripts)).toEqual([
      expect.stringMatching(/: has no package for linux-arm64$/),
    ])
  const family = Object.keys(lock.packages).filter((place) => place.includes('@rolldown/binding-'))
  expect(family.length).toBeGreaterThan(2)
  expect(lockProblems(changed(family, null), scripts)).toEqual([
    'rolldown: has no package for linux-x64',
    'rolldown: has no package for linux-arm64',
  ])
})

test('a package for musl, or for another system, does not stand in', () => {
  const [place = ''] = placesOf('arm64').filter((at) => at.includes('@rolldown/'))
  for (const change of [{ libc: ['musl'] }, { os: ['android'] }, { cpu: ['arm'] }])
    expect(lockProblems(changed([place], change), scripts)).toEqual([
      'rolldown: has no package for linux-arm64',
    ])
})

test('a download host, a missing hash, an unjudged install script and an empty lock are named', () => {
  const host = { resolved: 'https://registry.example/fastify.tgz' }
  expect(lockProblems(changed(['node_modules/fastify'], host), scripts)).toEqual([
    'fastify: names where it was downloaded',
  ])
  expect(lockProblems(changed(['node_modules/fastify'], { integrity: undefined }), scripts)).toEqual([
    'fastify: has no integrity',
  ])
  expect(lockProblems(changed(['node_modules/fastify'], { hasInstallScript: true }), scripts)).toEqual([
    'fastify: has an install script that allowScripts does not mention',
  ])
  expect(lockProblems({ packages: {} }, scripts)).toEqual(['no family of platform packages was found'])
})

test('licences are listed, and one that is missing or was never judged is named', () => {
  expect(licenceProblems(lock)).toEqual([])
  const page = readFileSync(new URL('../../docs/licences.md', import.meta.url), 'utf8')
  expect(page).toBe(licencePage(lock))
  expect(page).toContain('`fastify`')
  const at = ['node_modules/fastify']
  for (const [license, problem] of [
    [undefined, 'fastify: names no licence'],
    ['GPL-3.0-only', 'fastify: stands under GPL-3.0-only, which nobody has judged'],
    ['(MIT AND GPL-3.0-only)', 'fastify: stands under (MIT AND GPL-3.0-only), which nobody has judged'],
  ] as const)
    expect(licenceProblems(changed(at, { license }))).toEqual([problem])
  expect(licenceProblems(changed(at, { license: '(GPL-3.0-only OR MIT)' }))).toEqual([])
  expect(licenceProblems({ packages: {} })).toEqual(['the lock has no package'])
})

const root = fileURLToPath(new URL('../..', import.meta.url))

test.runIf(existsSync(join(root, '.git')))(
  'a release is the same bytes each time, and its bill is complete',
  { timeout: 240_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-release-'))
    try {
      const read = (...path: string[]) => readFileSync(join(folder, ...path))
      const run = (program: string, args: string[]) =>
        execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString()
      run('git', ['clone', '-q', '--depth', '1', `file://${root}`, 'copy'])
      for (const out of ['one', 'two']) run(process.execPath, ['copy/scripts/release.mjs', '--out', out])
      const files = readdirSync(join(folder, 'one'))
      expect(files).toEqual(['SHA256SUMS', 'quarry-0.1.0.cdx.json', 'quarry-0.1.0.tar.gz'])
      for (const file of files) expect(read('one', file).equals(read('two', file))).toBe(true)
      const packed = run('tar', ['tzf', 'one/quarry-0.1.0.tar.gz']).split('\n')
      for (const name of ['package-lock.json', '.npmrc', 'LICENSE', 'SECURITY.md', 'server/src/main.ts'])
        expect(packed).toContain(`quarry-0.1.0/${name}`)
      expect(packed.filter((name) => /node_modules|\/\.git\//.test(name))).toEqual([])
      const bill = JSON.parse(read('one', 'quarry-0.1.0.cdx.json').toString()) as {
        components: { purl: string; licenses?: unknown[] }[]
      }
      const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)))
      const { packages } = JSON.parse(read('copy', 'package-lock.json').toString()) as PackageLock
      const wanted = Object.entries(packages).flatMap(([place, { version, link }]) =>
        place.includes('node_modules/') && !link ? [`pkg:npm/${bareName(place)}@${version}`] : [],
      )
      expect(wanted.filter((one) => !listed.has(one))).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
