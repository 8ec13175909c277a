// `quarry source check` on a plugin in its own folder, with the kit that a server offers.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDownloads } from '../../server/test/support/builds.ts'
import { recipesPlugin, weatherPlugin } from '../../server/test/support/plugin-folder.ts'
import { quarry } from '../../server/test/support/server-process.ts'

const tarball = fileURLToPath(new URL('../../server/downloads/kit.tgz', import.meta.url))
let folder: string
beforeAll(() => {
  buildDownloads()
  folder = mkdtempSync(join(tmpdir(), 'quarry-source-check-'))
  const kit = join(folder, 'node_modules/@quarry/kit')
  mkdirSync(kit, { recursive: true })
  execFileSync('tar', ['xzf', tarball, '-C', kit, '--strip-components=1'])
  writeFileSync(join(folder, 'package.json'), '{"name":"recipes","type":"module","exports":"./index.js"}')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = (plugin: string) => {
  writeFileSync(join(folder, 'index.js'), plugin)
  return quarry(['source', 'check', folder])
}

test('a sound plugin passes, with a line for each check', async () => {
  const { code, stdout, stderr } = await check(recipesPlugin)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^\/v2\/recipes\/recipe\n( {2}ok {7}.*\n){12}All checks passed\.\n$/)
})

test('a reader that invents a record is found, with exit code 1', async () => {
  const { code, stdout, stderr } = await check(
    recipesPlugin.replace("throw pageChanged('no recipe')", 'void 0'),
  )
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^quarry: \d checks? failed\n$/)])
  expect(stdout).toContain('FAILED   walls and empty pages are failures')
})

test('without a sandbox site, its checks are skipped; a plugin that cannot be loaded is one line', async () => {
  const { code, stdout } = await check(weatherPlugin)
  expect([code, stdout]).toEqual([0, expect.stringContaining('skipped  damaged pages are failures')])
  const broken = await check('export default 7')
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('is not a source')])
})

test('a parse that is slow, a reader that uses the network and one that never ends are found', async () => {
  const slow = await check(
    recipesPlugin.replace(
      'parse({ query }) {',
      'parse({ query }) {\n    /^(?:a+)+$/.test(query.slice(0, 23) + "!")',
    ),
  )
  expect([slow.code, slow.stdout]).toEqual([
    1,
    expect.stringMatching(/FAILED {3}parse and the address functions are fast: .*ms of CPU time/),
  ])
  const open = await check(
    recipesPlugin
      .replace(
        'function extract(page, query) {',
        "function extract(page, query) {\n  fetch('https://a.example')",
      )
      .replace('parse({ query }) {', "parse({ query }) {\n    connect(80, '127.0.0.1').on('error', () => {})")
      .replace('import {', "import { connect } from 'node:net'\nimport {"),
  )
  expect([open.code, open.stdout]).toEqual([
    1,
    expect.stringMatching(/FAILED {3}nothing reaches the network: .*it uses connect, fetch; fetch pages/),
  ])
  const ended = await check(
    recipesPlugin.replace('parse({ query }) {', 'parse({ query }) {\n    process.exit(0)'),
  )
  expect([ended.code, ended.stdout]).toEqual([1, expect.stringContaining('the plugin ended the checks')])
})
