// The lock installs on both processors, and the check that says so notices each way in which it might not.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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
