// The example plugins are short, pass their own tests and the generic checks, and load in a server.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Source } from '@quarry/kit/source'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '../../plugins/page/src/sandbox/sandbox.ts'
import { loadPlugins } from '../../server/src/lookups/plugins/load-plugins.ts'
import { buildDownloads } from '../../server/test/support/builds.ts'
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

test('shop-products reads the product pages that the sandbox of plugins/page serves', async () => {
  const file = pathToFileURL(join(folder, 'shop-products/index.js')).href
  const { default: shop } = (await import(file)) as { default: Source }
  const provider = shop.endpoints[0]?.providers[0]
  for (const form of ['json-ld', 'graph']) {
    const request = { method: 'GET', json: undefined, now: new Date() } as const
    let url = new URL(`https://shop.page.example/product/${form}-1`)
    let response = sandbox({ ...request, url })
    // A page on another of its hosts is a redirect.
    if (response.headers?.location) {
      url = new URL(response.headers.location)
      response = sandbox({ ...request, url })
    }
    const page = { url: url.href, status: 200, contentType: 'text/html', body: response.body }
    expect(provider?.extract(page, 'CG-1001')).toMatchObject({
      kind: 'found',
      form: 'json-ld',
      record: { id: 'CG-1001', brand: 'Lindgren', price: expect.any(Number), currency: expect.any(String) },
    })
  }
})
