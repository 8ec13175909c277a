// A folder with plugins, as an operator has it: each imports the kit by its name. Outside the repository, so that
// Node.js loads them like any other program.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const builtKit = fileURLToPath(new URL('../../dist/kit', import.meta.url))

export type PluginFolder = {
  folder: string
  /** Writes a file and returns its path. */
  write: (name: string, content: string) => string
  remove: () => void
}

export function createPluginFolder(): PluginFolder {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-plugins-'))
  const write = (name: string, content: string) => {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return file
  }
  const exported = { '.': './dist/index.js', './*': './dist/*.js' }
  write('node_modules/@quarry/kit/package.json', JSON.stringify({ type: 'module', exports: exported }))
  symlinkSync(builtKit, join(folder, 'node_modules/@quarry/kit/dist'))
  write('package.json', '{"type":"module"}')
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A source with a sandbox site. Some queries make its parser fail in the ways that a plugin can. */
export const recipesPlugin = `
import { defineSource, endpoint, found, invalidParameter, pageChanged, provider } from '@quarry/kit'
import { scriptById } from '@quarry/kit/read/islands'
import { asText, at } from '@quarry/kit/read/values'
import { nullable, object, text } from '@quarry/kit/schema'

const record = object({ id: text('7'), title: text('Soup'), author: nullable(text('Ada')) })

function extract(page, query) {
  if (query === '901') throw new TypeError('a bug of the reader')
  if (query === '902') for (;;);
  if (query === '903') for (const all = []; ; ) all.push(Array.from({ length: 100_000 }, Math.random))
  if (query === '904') return found({ id: 4 }, { form: 'json' })
  if (query === '905') process.exit(1)
  const state = scriptById(page.body, 'recipe')
  const id = asText(at(state, 'no'))
  if (id === null) throw pageChanged('no recipe')
  return found({ id, title: asText(at(state, 'name')), author: asText(at(state, 'by')) }, { form: 'island' })
}

const recipe = endpoint({
  method: 'GET',
  path: '/v2/recipes/recipe',
  credits: 3,
  notFound: 'billed',
  summary: 'Recipe',
  description: 'One recipe, by its number.',
  example: { query: '7' },
  params: object({ query: text('7', { description: 'The number of a recipe.' }) }),
  record,
  parse({ query }) {
    if (!/^[0-9]{1,4}$/.test(query)) throw invalidParameter('query', 'must be a number')
    return query
  },
  providers: [provider({ page: (number, site) => site.url('/r/' + number), extract })],
})

export default defineSource({
  name: 'recipes',
  title: 'Recipes',
  module: import.meta.url,
  site: 'https://www.recipes.example',
  endpoints: [recipe],
  sandbox: async () => ({ url }) => {
    const no = Number(url.pathname.split('/').at(-1))
    if (no > 999) return { status: 404, body: '<h1>No such recipe</h1>' }
    const state = JSON.stringify({ no, name: 'Soup ' + no, by: no % 2 ? 'Ada' : null })
    return { body: '<title>Recipe</title><script type="application/json" id="recipe">' + state + '</script>' }
  },
})
`

/** An upstream API with a key and a second, optional page. It has no sandbox site. */
export const weatherPlugin = `
import { defineSource, endpoint, found, isFailure, provider, upstreamApi } from '@quarry/kit'
import { nullable, number, object, text } from '@quarry/kit/schema'

const api = upstreamApi({
  name: 'acme-weather',
  title: 'Acme Weather',
  hosts: ['api.acme-weather.example'],
  licence: 'CC-BY-4.0',
  credit: 'Acme',
  homepage: 'https://acme-weather.example',
  rateLimit: {},
  credentials: { env: 'ACME_WEATHER_KEY', header: 'x-acme-key' },
})
const record = object({ city: text('Lyon'), degrees: number(21.5), note: nullable(text('Sunny')) })
const read = (page) => JSON.parse(page.body)

const now = endpoint({
  method: 'GET',
  path: '/v2/weather/now',
  credits: 2,
  notFound: 'free',
  summary: 'Weather',
  description: 'The weather of a city.',
  example: { city: 'Lyon' },
  params: object({ city: text('Lyon', { description: 'The name of a city.' }) }),
  record,
  parse: ({ city }) => city.toLowerCase(),
  providers: [
    provider({
      api,
      extract: () => { throw new Error('find reads the pages') },
      async find(city, { get }) {
        const { degrees } = read(await get('https://api.acme-weather.example/now?city=' + city))
        const note = await get('https://api.acme-weather.example/note?city=' + city).then(
          (page) => read(page).note,
          (error) => { if (isFailure(error)) return null; throw error },
        )
        return found({ city, degrees, note }, { form: 'json' })
      },
    }),
  ],
})

export const weather = defineSource({
  name: 'weather',
  title: 'Weather',
  module: import.meta.url,
  site: 'https://acme-weather.example',
  endpoints: [now],
})
export default [weather]
`
