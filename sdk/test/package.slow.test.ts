// The packed package in an empty folder: it is small, it compiles without a cast and without the types of a runtime, it
// runs, and every example of its README does what it says.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCatalogue } from '../../cli/src/catalogue.ts'
import { formatTypes } from '../../cli/src/commands/types.ts'
import { signBody } from '../../server/src/fetching/deliver.ts'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { hasBrowser, openPage, startBrowser } from '../../server/test/support/browser.ts'
import { Quarry } from '../src/index.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const maxBytes = 16_000

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'quarry-sdk-'))
  const packed = await run('npm', ['pack', '-w', 'sdk', '--json', '--pack-destination', folder], root)
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('['))) as [{ filename: string }]
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', join(folder, filename)], folder)
}, 240_000)
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** Its output; if it fails, throws with all of its output. */
function run(command: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, npm_config_update_notifier: 'false' } })
    let out = ''
    let all = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
      all += chunk
    })
    child.stderr.on('data', (chunk) => (all += chunk))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(all))))
  })
}

const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
const asNode = ['--module', 'nodenext', '--moduleResolution', 'nodenext']
const asBundler = ['--module', 'esnext', '--moduleResolution', 'bundler']
/** A compiler takes long on a busy machine, most of all if it checks every library too. */
const timeout = 240_000

const compile = (files: string[], options: string[]) =>
  run(process.execPath, [compiler, '--strict', '--target', 'es2022', ...options, ...files], folder)

/** Puts the key of a new account and the address of the server into an example. */
async function withKey(source: string): Promise<string> {
  const { secret } = await app.account()
  return source.replaceAll('qry_…', secret).replaceAll('http://127.0.0.1:8080', app.url)
}

const lines = `import { Quarry } from '@quarry/sdk'

const quarry = new Quarry({ key: 'qry_…', baseUrl: 'http://127.0.0.1:8080' })
const { data, meta } = await quarry.ticketing.event({ query: '1000000000017' })
console.log(data.event_id, meta.creditsUsed, meta.provider)
`

test('ten lines of TypeScript compile without a cast and print a record, its price and its provider', {
  timeout,
}, async () => {
  await writeFile(join(folder, 'ten.ts'), await withKey(lines))
  await compile(['ten.ts'], asNode)
  expect(await run(process.execPath, ['ten.js'], folder)).toBe('1000000000017 1 sandbox\n')
  await compile(['ten.ts'], [...asBundler, '--skipLibCheck'])
})

test('the same in plain JavaScript', async () => {
  await writeFile(join(folder, 'plain.mjs'), await withKey(lines))
  expect(await run(process.execPath, ['plain.mjs'], folder)).toBe('1000000000017 1 sandbox\n')
})

test('CommonJS programs require it, with types', { timeout }, async () => {
  const required = lines
    .replace(/^import.*$/m, "import quarrySdk = require('@quarry/sdk')")
    .replace('new Quarry', 'new quarrySdk.Quarry')
    .replace(/^const \{ data, meta \} = await ([^\n]*)\n([^\n]*)$/m, '$1.then(({ data, meta }) => {\n$2\n})')
  await writeFile(join(folder, 'required.cts'), await withKey(required))
  await compile(['required.cts'], asNode)
  expect(await run(process.execPath, ['required.cjs'], folder)).toBe('1000000000017 1 sandbox\n')
})

test('a misspelt parameter and a misspelt field are found', { timeout }, async () => {
  await writeFile(join(folder, 'parameter.ts'), lines.replace('{ query:', '{ qeury:'))
  await writeFile(join(folder, 'field.ts'), lines.replace('data.event_id', 'data.event_ids'))
  const output = await compile(['parameter.ts', 'field.ts'], [...asNode, '--skipLibCheck']).catch(
    (error: Error) => error.message,
  )
  expect(output.match(/^\w+\.ts\(\d+,\d+\): error TS\d+/gm)).toHaveLength(2)
  expect(output).toMatch(/parameter\.ts\(4,.*\n(?:.*\n)*?.*'qeury' does not exist/)
  expect(output).toMatch(/field\.ts\(5,.*'event_ids' does not exist/)
})

test('it is small, has no dependencies, and holds the build, its types and nothing else', async () => {
  const place = join(folder, 'node_modules/@quarry/sdk')
  const files = (await readdir(place, { recursive: true })).filter((name) => /\.\w+$|LICENSE/.test(name))
  expect(files.filter((name) => !/^dist\/[\w/-]+(?:\.js|\.d\.ts)$/.test(name)).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'dist/cjs/package.json',
    'package.json',
  ])
  const code = await Promise.all(
    files
      .filter((name) => name.endsWith('.js') && !name.startsWith('dist/cjs/'))
      .map((name) => readFile(join(place, name))),
  )
  expect(gzipSync(Buffer.concat(code)).length).toBeLessThan(maxBytes)
  const about = JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as Record<string, unknown>
  expect(about).toMatchObject({ type: 'module', sideEffects: false, publishConfig: { provenance: true } })
  expect([about.dependencies, about.peerDependencies, about.private]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  for (const name of ['dist/index.js', 'dist/index.d.ts']) expect(existsSync(join(place, name))).toBe(true)
})

test('with the file of `quarry types` the compiler checks lookups by path', { timeout }, async () => {
  const catalogue = await readCatalogue(new Quarry({ baseUrl: app.url, key: 'unused' }))
  const own = { ...catalogue[0], path: '/v2/recipes/recipe' } as (typeof catalogue)[number]
  await writeFile(join(folder, 'quarry.d.ts'), formatTypes([...catalogue, own], app.url))
  const call = (path: string, field: string) => `import { Quarry } from '@quarry/sdk'
const { data } = await new Quarry().lookup('${path}', { query: 'fenmont.example' })
console.log(data.${field})
`
  await writeFile(join(folder, 'own.ts'), call('/v2/company', 'name'))
  await writeFile(join(folder, 'own-field.ts'), call('/v2/company', 'nme'))
  await writeFile(join(folder, 'own-path.ts'), call('/v2/recipes/recpe', 'name'))
  await compile(['own.ts', 'quarry.d.ts'], asNode)
  const output = await compile(['own-field.ts', 'own-path.ts', 'quarry.d.ts'], asNode).catch(
    (error: Error) => error.message,
  )
  expect(output).toMatch(/own-field\.ts\(3,.*'nme' does not exist/)
  expect(output).toMatch(/own-path\.ts\(2,/)
})

type Example = { kind: string; code: string; prints: string | null }

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/```ts ?(\w*)\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)].map(
  ([, kind = '', code = '', prints]): Example => ({ kind, code, prints: prints ?? null }),
)

test('every example of the README compiles, and prints what it says', { timeout }, async () => {
  expect(examples.length).toBeGreaterThan(5)
  for (const [index, { code }] of examples.entries())
    await writeFile(join(folder, `example-${index}.ts`), await withKey(code))
  const files = examples.map((_, index) => `example-${index}.ts`)
  await compile(files, [...asNode, '--skipLibCheck'])
  const hasEvents = app.routes.some(({ path }) => path === '/v2/events')
  for (const [index, { kind, prints }] of examples.entries()) {
    if (kind === 'webhook' || (kind === 'events' && !hasEvents)) continue
    expect([index, await run(process.execPath, [`example-${index}.js`], folder)]).toEqual([index, prints])
  }
})

test('the receiver of the README takes what the server has signed', async () => {
  const index = examples.findIndex(({ kind }) => kind === 'webhook')
  const { receive } = (await import(join(folder, `example-${index}.js`))) as {
    receive: (request: Request, secret: string) => Promise<Response>
  }
  const body = JSON.stringify({ type: 'job.failed', delivery_id: 'd', job: {} })
  const sent = (signature: string) =>
    new Request('https://receiver.example', {
      method: 'POST',
      body,
      headers: { 'quarry-signature': signature },
    })
  const seconds = Math.floor(Date.now() / 1000)
  expect((await receive(sent(signBody(['whsec_a'], seconds, body)), 'whsec_a')).status).toBe(204)
  await expect(receive(sent(signBody(['whsec_b'], seconds, body)), 'whsec_a')).rejects.toThrow('not signed')
})

test.runIf(hasBrowser)('it runs in a browser as it is, module by module', { timeout }, async () => {
  const { secret } = await app.account()
  const browser = await startBrowser()
  try {
    const { page, problems } = await openPage(browser, `${app.url}/docs`)
    // As if the page's server also served the package's files.
    await page.route(`${app.url}/sdk/**`, (route) => {
      const name = new URL(route.request().url()).pathname.replace('/sdk/', '')
      return route.fulfill({
        path: join(folder, 'node_modules/@quarry/sdk/dist', name),
        contentType: 'text/javascript',
      })
    })
    const printed = await page.evaluate(`(async () => {
      const { NotFound, Quarry } = await import('/sdk/index.js')
      const quarry = new Quarry({ key: '${secret}', baseUrl: location.origin }).withBudget(2)
      const { data, meta } = await quarry.company({ query: 'fenmont.example' })
      const missing = await quarry.company({ query: 'nobody.example' }).catch((error) => error instanceof NotFound)
      const job = await quarry.company.async({ query: 'fenmont.example' })
      const later = await job.wait()
      return [data.name, meta.creditsUsed, meta.provider, missing, later.data.name, quarry.budget.spent]
    })()`)
    expect(printed).toEqual(['Fenmont', 1, 'sandbox', true, 'Fenmont', 2])
    expect(problems).toEqual([])
  } finally {
    await browser.close()
  }
})
