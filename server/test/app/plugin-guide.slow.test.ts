// From an empty folder to a billed call, as docs/plugins.md says: every command of the page runs as it stands, with the
// packed kit and command line, outside the repository.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDownloads } from '../support/builds.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type CodeBlock, matchesOutput, pluginGuide, readDocPage, root } from '../support/doc-pages.ts'
import { eventually } from '../support/eventually.ts'
import { type PackageRegistry, startPackageRegistry } from '../support/package-registry.ts'
import { isRun } from '../support/run-doc-page.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

const blocks = readDocPage(pluginGuide).blocks.filter((block) => block.language === 'sh' && isRun(block))
const startIndex = blocks.findIndex(({ code }) => code.includes('npm start'))

let folder: string
let fresh: FreshDatabase
let registry: PackageRegistry
let settings: Record<string, string>
let env: NodeJS.ProcessEnv
let first: ServerProcess
let second: ChildProcess | undefined
beforeAll(async () => {
  buildDownloads()
  folder = createTempFolder('quarry-guide-')
  fresh = await freshDatabase()
  registry = await startPackageRegistry()
  settings = { DATABASE_URL: fresh.target.url, QUARRY_DATA_DIR: join(folder, 'data') }
  const prefix = join(folder, 'prefix')
  for (const name of ['data', 'home', 'prefix/lib', 'work'])
    mkdirSync(join(folder, name), { recursive: true })
  symlinkSync(root, join(folder, 'home/quarry'))
  writeFileSync(join(folder, 'home/.curlrc'), 'fail-with-body\nsilent\nshow-error\n')
  env = {
    ...registry.env(folder),
    PATH: `${prefix}/bin:${process.env.PATH}`,
    HOME: join(folder, 'home'),
    NO_COLOR: '1',
    npm_config_prefix: prefix,
  }
  first = await startServer(settings)
})
afterAll(async () => {
  if (second?.exitCode === null && second.pid !== undefined) {
    const closed = once(second, 'close')
    // The whole group: npm, the launcher and the server.
    process.kill(-second.pid, 'SIGINT')
    await closed
  }
  await first?.stop('SIGINT').catch(() => {})
  await registry?.close()
  await fresh?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs blocks one after the other in one shell; returns what each printed. */
async function runBlocks(some: readonly CodeBlock[], url: string, from: number): Promise<string[]> {
  const names = some.map((_, index) => join(folder, `block-${from + index}`))
  for (const [index, { code }] of some.entries()) {
    const filled = code.replaceAll('http://127.0.0.1:8080', url).replaceAll('qry_…', first.key ?? '')
    writeFileSync(`${names[index]}.sh`, filled)
  }
  const script = ['set -e', ...names.map((name) => `. ${name}.sh >${name}.out 2>${name}.err`)].join('\n')
  const child = spawn('sh', ['-c', script], { cwd: join(folder, 'work'), env, stdio: 'ignore' })
  const [code] = (await once(child, 'close')) as [number | null]
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const printed = names.map((name) => read(`${name}.out`))
  if (code !== 0) throw new Error(names.map((name) => read(`${name}.out`) + read(`${name}.err`)).join('\n'))
  return printed
}

/** Starts the server as the page says and returns its address. */
async function startAsShown({ code }: CodeBlock): Promise<string> {
  const own = { ...env, ...settings, QUARRY_PORT: '0' }
  const child = spawn('sh', ['-c', `set -e\n${code}`], {
    cwd: join(folder, 'work'),
    env: own,
    detached: true,
  })
  second = child
  let printed = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk
        const url = /listening at (\S+)/.exec(printed)?.[1]
        if (url !== undefined) resolve(url)
      })
    child.on('close', () => reject(new Error(printed)))
  })
}

const expectShown = (some: readonly CodeBlock[], printed: readonly string[]) => {
  for (const [index, { place, output }] of some.entries())
    if (output !== null && !matchesOutput(output, printed[index] ?? ''))
      throw new Error(`${place} printed:\n${printed[index]}`)
}

const read = async (url: string, path: string, headers: Record<string, string> = {}): Promise<unknown> =>
  (await fetch(url + path, { headers: { 'x-api-key': first.key ?? '', ...headers } })).json()

/** Signs in and requests the receipt as the console does, without the key. */
async function expectInConsole(url: string): Promise<void> {
  const header = { 'x-quarry-console': '1' }
  const session = await fetch(`${url}/session`, {
    method: 'POST',
    body: JSON.stringify({ secret: first.key }),
    headers: { 'content-type': 'application/json', ...header },
  })
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
  const readAsConsole = async (path: string) =>
    (await fetch(url + path, { headers: { cookie, ...header } })).json()
  const { calls } = (await readAsConsole('/v2/calls?endpoint=/v2/recipes/item')) as {
    calls: { request_id: string }[]
  }
  const id = calls.at(-1)?.request_id
  expect(await readAsConsole(`/v2/calls/${id}`)).toMatchObject({ request_id: id, settlement: { credits: 1 } })
}

test('scaffold, change, test, check, run, call, receipt, watch and agent tool work as the page shows them', async () => {
  const before = blocks.slice(0, startIndex)
  expectShown(before, await runBlocks(before, first.url, 0))
  await first.stop('SIGINT')
  const start = blocks[startIndex]
  if (!start) throw new Error('the page starts no server')
  const url = await startAsShown(start)
  const after = blocks.slice(startIndex + 1)
  const printed = await runBlocks(after, url, startIndex + 1)
  expectShown(after, printed)
  const [, receipt = '', others = ''] = printed
  expect(receipt).toMatch(/settlement\.credits +1\n[\s\S]*subscription +charge +1\n/)
  await expectInConsole(url)
  // The first run is due within five minutes.
  await fresh.database.pool.query('update watches set next_at = quarry_now()')
  await eventually(async () =>
    expect(await read(url, '/v2/watches')).toMatchObject({
      watches: [{ endpoint: '/v2/recipes/item', runs: 1 }],
    }),
  )
  expect(others).toContain('\\"maker\\":\\"Northlight\\"')
  const types = readFileSync(join(folder, 'work/quarry.d.ts'), 'utf8')
  expect(types).toContain('"/v2/recipes/item"')
  const page = await fetch(`${url}/openapi.json`)
  expect(await page.text()).toContain('"/v2/recipes/item"')
})
