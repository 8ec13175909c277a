// The built-in sources use nothing that a plugin cannot: one of them, copied out of the repository with the files that
// sources share, loads as a plugin with the packed kit, and passes its own tests and the generic checks.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { transformSync } from 'rolldown/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPlugins } from '../../src/lookups/plugins/load-plugins.ts'
import { buildDownloads } from '../support/builds.ts'
import { root } from '../support/doc-pages.ts'
import { quarry } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

const name = 'ticketing'
const shared = ['apis', 'sandbox', 'shops', 'libraries']

let folder: string
beforeAll(() => {
  buildDownloads()
  folder = createTempFolder('quarry-built-in-')
  const isShared = (file: string) => !file.endsWith('.test.ts')
  const copy = (part: string, filter: (file: string) => boolean) =>
    cpSync(join(root, 'sources/src', part), join(folder, 'src', part), { recursive: true, filter })
  copy(name, (file) => !/\.(?:slow|long)\.test\.ts$/.test(file))
  for (const part of shared) copy(part, isShared)
  const kit = join(folder, 'node_modules/@quarry/kit')
  mkdirSync(kit, { recursive: true })
  execFileSync('tar', ['xzf', join(root, 'server/downloads/kit.tgz'), '-C', kit, '--strip-components=1'])
  for (const one of ['vitest', 'fast-check', 'minisearch'])
    symlinkSync(join(root, 'node_modules', one), join(folder, 'node_modules', one))
  for (const file of readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !file.endsWith('.test.ts')) compile(file)
  writeFileSync(join(folder, 'dist/plugin.js'), `export { ${name} as default } from './${name}/index.js'\n`)
  writeFileSync(
    join(folder, 'package.json'),
    '{"name":"copied","type":"module","exports":"./dist/plugin.js"}',
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function compile(file: string): void {
  const { code } = transformSync(basename(file), readFileSync(join(folder, 'src', file), 'utf8'), {
    lang: 'ts',
    target: 'es2023',
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
  })
  const built = join(folder, 'dist', file.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(built), { recursive: true })
  writeFileSync(built, code)
}

test('it loads as a plugin and passes the generic checks', async () => {
  const loaded = await loadPlugins({ names: ['.'], folder, setting: 'plugins' }, [])
  expect(loaded.map((source) => source.name)).toEqual([name])
  const { code, stdout } = await quarry(['source', 'check', folder])
  expect([code, stdout]).toEqual([0, expect.not.stringMatching(/FAILED|skipped/)])
})

test('it passes its own tests', () => {
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--root', join(folder, 'src'), '--reporter', 'json', '--testTimeout', '60000']
  const end = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env })
  const start = end.stdout.indexOf('{')
  const report = JSON.parse(start === -1 ? '{}' : end.stdout.slice(start)) as {
    numFailedTests: number
    numPassedTests: number
  }
  expect([end.status, report.numFailedTests, end.stderr]).toEqual([0, 0, expect.any(String)])
  expect(report.numPassedTests).toBeGreaterThan(10)
})
