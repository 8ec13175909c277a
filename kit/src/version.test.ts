// The version of the kit, and which versions are compatible.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isCompatible, kitVersion } from './version.ts'

test('is the version of the package', () => {
  const about = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(kitVersion).toBe(about.version)
})

test('another major version, or another minor version before 1.0, is not compatible', () => {
  const [major, minor] = kitVersion.split('.').map(Number) as [number, number]
  expect([kitVersion, `${major}.${minor}.99`].map(isCompatible)).toEqual([true, true])
  expect([`${major + 1}.0.0`, '9.0.0', ''].map(isCompatible)).toEqual([false, false, false])
  if (major === 0) expect(isCompatible(`0.${minor + 1}.0`)).toBe(false)
})
