// Loading the plugins of the configuration: what loads, and the one-line error for each way in which a plugin can be
// wrong. One process loads all broken plugins.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPlugins } from '../../src/lookups/plugins/load-plugins.ts'
import { loadPluginList } from '../../src/platform/config/config.ts'
import {
  createPluginFolder,
  type PluginFolder,
  recipesPlugin,
  weatherPlugin,
} from '../support/plugin-folder.ts'
import { quarry, type Run } from '../support/server-process.ts'

const change = (from: string, to: string) => {
  if (!recipesPlugin.includes(from)) throw new Error(`the plugin has no ${from}`)
  return recipesPlugin.replaceAll(from, to)
}

/** The file of each broken plugin, and its error line. */
const broken: Record<string, readonly [content: string, line: RegExp]> = {
  'no-default': [
    change('export default', 'export const recipes ='),
    /it has no default export; add "export default/,
  ],
  'no-source': ['export default 7', /the default export is not a source/],
  'no-sources': ['export default []', /its list of sources is empty/],
  throws: ['throw new RangeError("no\\nluck")', /cannot be loaded \(RangeError: no luck\); run it with node/],
  syntax: ['export default {', /cannot be loaded \(SyntaxError/],
  'bad-import': ["import 'not-installed'", /cannot be loaded \(.*not-installed/],
  'name-taken': [
    change('/v2/recipes/', '/v2/company/').replace("name: 'recipes'", "name: 'company'"),
    /source company: another source has this name; choose another/,
  ],
  'name-reserved': [
    change('/v2/recipes/', '/v2/jobs/').replace("name: 'recipes'", "name: 'jobs'"),
    /source jobs: the server uses this name itself/,
  ],
  'path-of-another': [
    change('/v2/recipes/recipe', '/v2/company/recipe'),
    /\/v2\/company\/recipe is not a path of this source; use \/v2\/recipes\//,
  ],
  'path-twice': [change('[recipe]', '[recipe, recipe]'), /two endpoints have the path \/v2\/recipes\/recipe/],
  parameter: [
    change('object({ query: text(', 'object({ fields: text("a"), query: text('),
    /has a parameter fields, which every lookup has already; choose another name/,
  ],
  example: [
    change("{ query: '7' }", "{ query: 'x' }"),
    /its example is refused \(.*query must be a number\)/,
  ],
  'example-type': [
    change("{ query: '7' }", '{ query: 7 }'),
    /its example is refused \(query must be string\)/,
  ],
  open: [
    change(
      "author: nullable(text('Ada'))",
      "author: object({ a: text('b') }, { additionalProperties: true })",
    ),
    /author of the record is not closed; build it with object/,
  ],
  http: [
    change('https://www.recipes', 'http://www.recipes'),
    /site is "http:.*must be an https:\/\/ address/,
  ],
  'api-host': [
    weatherPlugin.replace("hosts: ['", "hosts: ['http://"),
    /API acme-weather: "http:.*is not a host name; APIs are called over https/,
  ],
  'api-taken': [weatherPlugin.replaceAll("'acme-weather'", "'wikidata'"), /API wikidata: another source has/],
  'other-kit': [
    change('export default defineSource', 'export default { ...defineSource').replace(
      /\}\)\n$/,
      "}), kitVersion: '9.1.0' }\n",
    ),
    /was made for kit 9\.1\.0, and this server has kit .*; install \/downloads\/kit\.tgz/,
  ],
  'no-kit': [
    change('defineSource({', '({'),
    /does not say for which kit it was made; declare it with defineSource/,
  ],
  module: [change('import.meta.url', "'file:///nowhere.js'"), /set module: import\.meta\.url in the file/],
  price: [change('credits: 3', 'credits: 0'), /has no price: credits must be an integer/],
}

let plugins: PluginFolder
let all: Run
beforeAll(async () => {
  plugins = createPluginFolder()
  for (const [name, [content]] of Object.entries(broken)) plugins.write(`${name}.js`, content)
  plugins.write('empty/package.json', '{"exports":"./dist/index.js"}')
  const names = [...Object.keys(broken).map((name) => `./${name}.js`), './gone.js', '@acme/gone', './empty']
  const config = plugins.write('broken.json', JSON.stringify({ plugins: names }))
  all = await quarry(['sources'], { QUARRY_CONFIG: config })
})
afterAll(() => plugins.remove())

test('broken plugins end the start with exit code 1 and one line each', () => {
  expect([all.code, all.stdout]).toEqual([1, ''])
  expect(all.stderr.trim().split('\n')).toHaveLength(Object.keys(broken).length + 3)
})

test.each(Object.entries(broken))('%s: one line names plugin, file and problem', (name, [, expected]) => {
  const line = all.stderr.split('\n').find((part) => part.includes(`"./${name}.js"`)) ?? ''
  expect(line).toContain(`quarry: plugin "./${name}.js" (${plugins.folder}/${name}.js): `)
  expect(line).toMatch(expected)
})

test('a missing file, package or build is named', () => {
  expect(all.stderr).toContain(`plugin "./gone.js" of plugins in ${plugins.folder}/broken.json: `)
  expect(all.stderr).toContain(`${plugins.folder}/gone.js does not exist; correct the path`)
  expect(all.stderr).toMatch(/"@acme\/gone" of .*: no package of this name is installed in/)
  expect(all.stderr).toContain('empty/dist/index.js does not exist; build the plugin')
})

test('files, folders and packages load', async () => {
  plugins.write('recipes/index.js', recipesPlugin)
  plugins.write(
    'node_modules/@acme/weather/package.json',
    '{"type":"module","exports":{".":{"import":"./w.js"}}}',
  )
  plugins.write('node_modules/@acme/weather/w.js', weatherPlugin)
  const file = plugins.write('single.js', recipesPlugin)
  const load = (...names: string[]) => loadPlugins({ names, folder: plugins.folder, setting: 'plugins' }, [])
  const loaded = await load('./recipes', '@acme/weather')
  expect(loaded.map(({ name, isPlugin }) => [name, isPlugin])).toEqual([
    ['recipes', true],
    ['weather', true],
  ])
  expect(await load(file)).toHaveLength(1)
  await expect(load('./recipes', file)).rejects.toThrow('another source has this name')
})

test('the variable overrides the file and is relative to the working directory', () => {
  const config = plugins.write('some.json', '{"plugins":["./a"]}')
  expect(loadPluginList({ QUARRY_CONFIG: config })).toMatchObject({ names: ['./a'], folder: plugins.folder })
  expect(loadPluginList({ QUARRY_CONFIG: config, QUARRY_PLUGINS: ' ./b, @acme/c ,' })).toMatchObject({
    names: ['./b', '@acme/c'],
    folder: process.cwd(),
  })
  expect(loadPluginList({}).names).toEqual([])
})

test('the plugin in the documentation loads', async () => {
  const page = readFileSync(new URL('../../../docs/plugins.md', import.meta.url), 'utf8')
  const code = /```js\n(.*?)```/s.exec(page)?.[1] ?? ''
  plugins.write('documented.js', code)
  const list = { names: ['./documented.js'], folder: plugins.folder, setting: 'plugins' }
  expect((await loadPlugins(list, [])).map(({ name }) => name)).toEqual(['recipes'])
})
