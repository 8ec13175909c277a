// Installs the packages under /downloads as a user does, into an empty folder without access to a registry, and uses
// them for real calls.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPlugins } from '../../src/lookups/plugins/load-plugins.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { buildDownloads } from '../support/builds.ts'

let app: TestApp
let folder: string
let env: Record<string, string | undefined>
beforeAll(async () => {
  buildDownloads()
  app = await startApp()
  folder = mkdtempSync(join(tmpdir(), 'quarry-downloads-'))
  env = {
    PATH: process.env.PATH,
    HOME: folder,
    QUARRY_URL: app.url,
    QUARRY_KEY: (await app.account()).secret,
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
})

/** Runs a program; rejects with everything it printed when it fails. */
function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    let all = ''
    child.stdout?.on('data', (chunk) => (printed += chunk))
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (all += chunk))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(all))))
  })
}

async function install(name: string): Promise<string> {
  const place = join(folder, name)
  mkdirSync(place)
  // Nothing listens on this port, so everything that npm would fetch from a registry fails.
  const isolated = [
    '--registry',
    'http://127.0.0.1:9',
    '--fetch-retries',
    '0',
    '--cache',
    join(folder, 'cache'),
  ]
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier']
  await run('npm', ['install', ...isolated, ...quiet, `${app.url}/downloads/${name}.tgz`], place)
  expect(readdirSync(join(place, 'node_modules')).filter((entry) => !entry.startsWith('.'))).toEqual([
    '@quarry',
  ])
  expect(readdirSync(join(place, 'node_modules/@quarry'))).toEqual([name])
  return place
}

test('the SDK installs from the server alone and looks up a record', async () => {
  const place = await install('sdk')
  const program = `import { Quarry } from '@quarry/sdk'
const quarry = new Quarry({ key: process.env.QUARRY_KEY, baseUrl: process.env.QUARRY_URL })
const { data, meta } = await quarry.company({ query: 'fenmont.example' })
console.log(data.name, meta.creditsUsed)
`
  writeFileSync(join(place, 'call.mjs'), program)
  expect(await run(process.execPath, ['call.mjs'], place)).toBe('Fenmont 1\n')
  expect(readdirSync(join(place, 'node_modules/@quarry/sdk/dist'))).toContain('index.d.ts')
})

test('the command line installs from the server alone, with all its commands', async () => {
  const place = await install('cli')
  const quarry = join(place, 'node_modules/.bin/quarry')
  const record = await run(quarry, ['get', 'company', 'query=fenmont.example', '--json'], place)
  expect(JSON.parse(record)).toMatchObject({ name: 'Fenmont' })
  // These modules are loaded only when they are used.
  writeFileSync(join(place, 'in.csv'), 'query\nfenmont.example\n')
  await run(quarry, ['batch', 'company', 'in.csv', '--out', 'out.ndjson'], place)
  expect(readFileSync(join(place, 'out.ndjson'), 'utf8')).toContain('Fenmont')
  expect(await run(quarry, ['mcp', '--budget', '1'], place)).toBe('')
})

test('the kit installs from the server alone: a plugin compiles, passes its checks and loads', async () => {
  const place = await install('kit')
  const readme = readFileSync(join(place, 'node_modules/@quarry/kit/README.md'), 'utf8')
  const [, example = ''] = /```ts\n(import \{ defineSource.*?)```/s.exec(readme) ?? []
  const page = '<script type="application/json" id="lantern">{"no":"7","tint":"amber glow"}</script>'
  mkdirSync(join(place, 'sandbox'))
  writeFileSync(join(place, 'package.json'), '{"type":"module"}')
  writeFileSync(join(place, 'sandbox/sandbox.ts'), `export const sandbox = () => ({ body: '${page}' })\n`)
  writeFileSync(
    join(place, 'lanterns.ts'),
    `${example.replace('sandbox.ts', 'sandbox.js')}\nexport default lanterns\n`,
  )
  const check = `import { checkSource } from '@quarry/kit/testing'
import lanterns from './lanterns.js'
await checkSource(lanterns)
console.log('sound')
`
  writeFileSync(join(place, 'check.mjs'), check)
  const compiler = fileURLToPath(new URL('../../../node_modules/typescript-native/bin/tsc', import.meta.url))
  const asNode = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--types', '']
  await run(process.execPath, [compiler, ...asNode, 'lanterns.ts'], place)
  expect(await run(process.execPath, ['check.mjs'], place)).toBe('sound\n')
  const list = { names: ['./lanterns.js'], folder: place, setting: 'plugins' }
  expect((await loadPlugins(list, [])).map(({ name }) => name)).toEqual(['lanterns'])
})

test('a second build produces the same bytes', () => {
  const again = join(folder, 'again')
  buildDownloads(again)
  const served = fileURLToPath(new URL('../../downloads', import.meta.url))
  for (const name of ['sdk.tgz', 'cli.tgz', 'kit.tgz'])
    expect(readFileSync(join(again, name)).equals(readFileSync(join(served, name))), name).toBe(true)
})
