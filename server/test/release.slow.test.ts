// A release of a commit is the same bytes each time, and its bill of materials names every package of the lock.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { PackageLock } from '../../scripts/lock-problems.ts'

const bareName = (place: string) => place.replace(/^.*node_modules\//, '')
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
      // A package under another name has its own name in the lock.
      const wanted = Object.entries(packages).flatMap(([place, { name, version, link }]) =>
        place.includes('node_modules/') && !link ? [`pkg:npm/${name ?? bareName(place)}@${version}`] : [],
      )
      expect(wanted.filter((one) => !listed.has(one))).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
