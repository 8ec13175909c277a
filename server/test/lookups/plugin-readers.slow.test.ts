// A plugin's parser that never ends, exhausts memory or ends its thread gets its caller a free 500, and delays no
// other call.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { createPluginFolder, type PluginFolder, recipesPlugin } from '../support/plugin-folder.ts'
import { quarry, type ServerProcess, startServer } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

let plugins: PluginFolder
let fresh: FreshDatabase
let server: ServerProcess
let env: NodeJS.ProcessEnv
let dataDir: string
beforeAll(async () => {
  plugins = createPluginFolder()
  plugins.write('recipes.js', recipesPlugin)
  const soups = recipesPlugin.replaceAll('/v2/recipes/', '/v2/soups/').replaceAll('www.recipes', 'www.soups')
  plugins.write('soups.js', soups.replace("name: 'recipes'", "name: 'soups'"))
  const config = plugins.write('quarry.json', JSON.stringify({ plugins: ['./recipes.js', './soups.js'] }))
  fresh = await freshDatabase()
  dataDir = createTempFolder('quarry-plugin-readers-')
  env = {
    DATABASE_URL: fresh.target.url,
    QUARRY_DATA_DIR: dataDir,
    QUARRY_CONFIG: config,
  }
  server = await startServer(env)
})
// Stopping the server rejects if a parser blocked its event loop.
afterAll(() =>
  server.stop().finally(async () => {
    await fresh.drop()
    plugins.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }),
)

const paths = ['/v2/soups/recipe?query=5', '/v2/company?query=fenmont.example']

const call = async (path: string) => {
  const response = await fetch(`${server.url}${path}`, { headers: { 'x-api-key': server.key ?? '' } })
  await response.arrayBuffer()
  return { status: response.status, credits: response.headers.get('x-credits-used') }
}

test('a parser that never ends is stopped, and other calls are answered before', async () => {
  // The first call of each source starts its thread.
  await Promise.all(paths.map(call))
  const ended: string[] = []
  const note = async (path: string) => {
    const response = await call(path)
    ended.push(path)
    return response
  }
  const endless = '/v2/recipes/recipe?query=902'
  const [troubled, ...others] = await Promise.all([endless, ...paths].map(note))
  expect(troubled).toEqual({ status: 500, credits: '0' })
  expect(others.map(({ status }) => status)).toEqual(paths.map(() => 200))
  expect(ended.at(-1)).toBe(endless)
})

test.each([
  ['903', 'eats memory'],
  ['905', 'ends its thread'],
])('%s: a parser that %s costs its caller nothing, and the next call is answered', async (query) => {
  expect(await call(`/v2/recipes/recipe?query=${query}`)).toEqual({ status: 500, credits: '0' })
  expect(await call('/v2/recipes/recipe?query=7')).toEqual({ status: 200, credits: '3' })
})

test('commands load the plugins of the configuration', async () => {
  const page = plugins.write(
    'page.html',
    '<script type="application/json" id="recipe">{"no":4,"name":"Pie"}</script>',
  )
  const url = 'https://www.recipes.example/r/4'
  // The parameters of a saved page are its URL, which this endpoint refuses, so the reason is printed.
  const read = await quarry(['extract', 'recipes/recipe', '--page', page, '--url', url], env)
  expect([read.code, read.stderr]).toEqual([1, expect.stringContaining('query must be a number')])
  const { stderr } = await quarry(['replay', '--endpoint', 'nope'], env)
  expect(stderr).toContain('recipes/recipe')
})
