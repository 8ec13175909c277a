// A release of a commit has the same bytes each time, and its bill of materials lists every package of the lock.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { PackageLock } from '../../../scripts/check-lock.ts'
import { version } from '../../src/platform/lib/version.ts'

const bareName = (place: string) => place.replace(/^.*node_modules\//, '')
const root = fileURLToPath(new URL('../../..', import.meta.url))

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

test('every package and the changelog have the version of the release', () => {
  const { workspaces } = readJson('package.json') as { workspaces: string[] }
  const versions = ['.', ...workspaces].map((folder) => readJson(`${folder}/package.json`).version)
  expect(new Set(versions)).toEqual(new Set([version]))
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`)
})

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
      expect(files).toEqual(['SHA256SUMS', `quarry-${version}.cdx.json`, `quarry-${version}.tar.gz`])
      for (const file of files) expect(read('one', file).equals(read('two', file))).toBe(true)
      const packed = run('tar', ['tzf', `one/quarry-${version}.tar.gz`]).split('\n')
      for (const name of ['package-lock.json', '.npmrc', 'LICENSE', 'SECURITY.md', 'server/src/app/main.ts'])
        expect(packed).toContain(`quarry-${version}/${name}`)
      expect(packed.filter((name) => /node_modules|\/\.git\//.test(name))).toEqual([])
      const bill = JSON.parse(read('one', `quarry-${version}.cdx.json`).toString()) as {
        components: { purl: string; licenses?: unknown[] }[]
      }
      const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)))
      const { packages } = JSON.parse(read('copy', 'package-lock.json').toString()) as PackageLock
      // An aliased package has its real name in the lock.
      const expectedPackages = Object.entries(packages).flatMap(([place, { name, version, link }]) =>
        place.includes('node_modules/') && !link ? [`pkg:npm/${name ?? bareName(place)}@${version}`] : [],
      )
      expect(expectedPackages.filter((one) => !listed.has(one))).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
