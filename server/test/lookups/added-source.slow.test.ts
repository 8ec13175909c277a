// Adds a source as docs/adding-a-source.md describes, one folder and one line, in a copy of the server: the route, the
// price, the reference and the sandbox site exist.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const copy = createTempFolder('quarry-copy-')
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.stop()
  rmSync(copy, { recursive: true, force: true })
})

const files: Record<string, string> = {
  'index.ts': `
import type { Source } from '@quarry/kit/source'
import { lantern } from './lantern.ts'
export const lanterns: Source = {
  name: 'lanterns', title: 'Lanterns', module: import.meta.url, site: 'https://www.lanterns.example', endpoints: [lantern],
  sandbox: async () => (await import('./sandbox/sandbox.ts')).sandbox,
}
`,
  'lantern.ts': `
import { endpoint } from '@quarry/kit/endpoint'
import { found, type Outcome, type Page, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { invalidParameter } from '@quarry/kit/errors'
import { scriptById } from '@quarry/kit/read/islands'
import { asText, at } from '@quarry/kit/read/values'
import { assertReadable } from '@quarry/kit/read/walls'
import { nullable, object, type Static, text } from '@quarry/kit/schema'
const record = object({ id: text('7'), colour: nullable(text('amber')) })
export const lantern = endpoint({
  method: 'GET', path: '/v2/lanterns/lantern', credits: 4, notFound: 'billed',
  summary: 'Lantern', description: 'One lantern.', example: { query: '7' },
  params: object({ query: text('7', { description: 'The number of a lantern.' }) }),
  record,
  parse({ query }) {
    if (!/^\\d{1,4}$/.test(query)) throw invalidParameter('query', 'must be a number')
    return query
  },
  providers: [provider({ page: (number: string, site) => site.url('/l/' + number), extract })],
})
function extract(page: Page): Outcome<Static<typeof record>> {
  assertReadable(page)
  const state = scriptById(page.body, 'lantern')
  const id = asText(at(state, 'no'))
  if (id === null) throw pageChanged('no lantern')
  return found({ id, colour: asText(at(state, 'tint')) }, { form: 'island' })
}
`,
  'sandbox/sandbox.ts': `
import type { SandboxSite } from '@quarry/kit/source'
import { renderPage, renderJsonIsland } from '../../sandbox/chrome.ts'
import { createRandom } from '../../sandbox/random.ts'
export const sandbox: SandboxSite = ({ url }) => {
  const no = Number(url.pathname.split('/').at(-1))
  if (no > 1000) return { status: 404, body: renderPage({ title: 'Gone', body: '<h1>No such lantern</h1>' }) }
  const tint = createRandom('lantern', no).pick(['amber', 'jade', 'rose'])
  return { body: renderPage({ title: 'Lantern', body: renderJsonIsland('lantern', { no, tint }) }) }
}
`,
}

/** Links the installed packages, with the workspace packages of the copy. */
function linkModules(): void {
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@quarry'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@quarry') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of ['kit', 'sources']) {
    symlinkSync(join(copy, name), join(modules, '@quarry', name))
    const own = join(root, name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, name, 'node_modules'))
  }
}

test('a source is added with one folder and one line', async () => {
  for (const name of ['kit', 'sources', 'server']) {
    cpSync(join(root, name, 'src'), join(copy, name, 'src'), { recursive: true })
    cpSync(join(root, name, 'package.json'), join(copy, name, 'package.json'))
  }
  linkModules()
  const folder = join(copy, 'sources/src/lanterns')
  mkdirSync(join(folder, 'sandbox'), { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const list = join(copy, 'sources/src/index.ts')
  const before = readFileSync(list, 'utf8')
  writeFileSync(
    list,
    `import { lanterns } from './lanterns/index.ts'\n${before.replace('readonly Source[] = [', 'readonly Source[] = [lanterns, ')}`,
  )

  server = await startServer(
    { QUARRY_DATA_DIR: join(copy, 'data') },
    { program: join(copy, 'server/src/app/cli.ts') },
  )
  const call = (query: string) =>
    fetch(`${server?.url}/api/v2/lanterns/lantern?query=${query}`, {
      headers: { 'x-api-key': String(server?.key) },
    })
  const response = await call('7')
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([200, '4'])
  expect(await response.json()).toEqual({ id: '7', colour: expect.stringMatching(/amber|jade|rose/) })
  expect([(await call('1001')).status, (await call('x')).status]).toEqual([404, 400])
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, { get: { 'x-credits': number } }>
  }
  expect(paths['/v2/lanterns/lantern']?.get['x-credits']).toBe(4)
  expect(await (await fetch(`${server.url}/docs`)).text()).toContain('/v2/lanterns/lantern')
})
