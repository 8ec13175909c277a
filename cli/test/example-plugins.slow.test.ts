// The example plugins are short, pass their own tests and the generic checks, and load in a server.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPlugins } from '../../server/src/plugins/load-plugins.ts'
import { buildDownloads } from '../../server/test/support/build-downloads.ts'
import { quarry } from '../../server/test/support/server-process.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const examples = join(repository, 'examples/plugins')
const names = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const maxLines = 150

let folder: string
beforeAll(() => {
  buildDownloads()
  folder = mkdtempSync(join(tmpdir(), 'quarry-example-plugins-'))
  cpSync(examples, folder, { recursive: true })
  const kit = join(folder, 'node_modules/@quarry/kit')
  mkdirSync(kit, { recursive: true })
  const tarball = join(repository, 'server/downloads/kit.tgz')
  execFileSync('tar', ['xzf', tarball, '-C', kit, '--strip-components=1'])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(names)('%s is short, passes its tests and the checks, and loads', async (name) => {
  const place = join(folder, name)
  const files = readdirSync(place).filter((file) => file.endsWith('.js'))
  expect(files).toEqual(['index.js', 'index.test.js'])
  const lines = files.flatMap((file) => readFileSync(join(place, file), 'utf8').split('\n'))
  expect(lines.length).toBeLessThan(maxLines)
  const { NODE_OPTIONS: _, ...env } = process.env
  const tested = spawnSync(process.execPath, ['--test'], { cwd: place, encoding: 'utf8', env })
  expect([tested.status, tested.stdout]).toEqual([0, expect.stringMatching(/fail 0\b/)])
  const checked = await quarry(['source', 'check', place])
  expect([checked.code, checked.stdout]).toEqual([0, expect.not.stringMatching(/skipped|FAILED/)])
  const list = { names: [`./${name}`], folder, setting: 'plugins' }
  expect(await loadPlugins(list, [])).toHaveLength(1)
})
