// `quarry source inspect` and `quarry source capture`: over a saved page with the program alone, and over a site on
// this machine with the code of a server.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltQuarry, buildQuarry } from './support/quarry.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const webToken = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${'s'.repeat(43)}`
const page = `<!doctype html><html><head><title>Soup \x1b]0;owned\x07</title>
<meta property="og:title" content="Onion soup"><meta name="description" content="A soup">
<meta name="csrf-token" content="hush-meta"><link rel="canonical" href="https://a.example/soup">
<script type="application/ld+json">{"@type":"Recipe","name":"Onion soup","nutrition":{"calories":"240"}}</script>
<script id="__NEXT_DATA__" type="application/json">{"props":{"items":[{"no":7,"by":"Ada"},{"no":8,"by":"Bo"}]}}</script>
<script nonce="hush-nonce">window.__STATE__ = {"user":{"csrfToken":"hush-json","jwt":"${webToken}"},"cook":"Ada"}</script>
</head><body><h1>Onion soup</h1><form><input type="hidden" name="authenticity_token" value="hush-form"></form>
<div itemscope itemtype="https://schema.org/Person"><b itemprop="name">Ada</b></div>
<ul><li class="step">Cut</li><li class="step">Fry</li><li class="step">Boil</li></ul>
<table id="facts"><caption>Facts</caption><tr><th>Name</th><th>Value</th></tr><tr><td>Salt</td><td>2 g</td></tr></table>
</body></html>`

let quarry: BuiltQuarry
let site: Server
let origin: string
const requested: string[] = []
beforeAll(async () => {
  quarry = buildQuarry()
  writeFileSync(join(quarry.folder, 'soup.html'), page)
  site = createServer((request, response) => {
    requested.push(`${request.url} ${request.headers['user-agent']}`)
    if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /private')
    else if (request.url?.startsWith('/soup'))
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'set-cookie': 'session=hush-cookie',
          'x-auth': 'hush-header',
          'last-modified': 'Wed, 18 Nov 2026 10:00:00 GMT',
        })
        .end(page)
    else response.writeHead(500).end('down')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => {
  quarry.remove()
  site.close()
})

const home = { QUARRY_HOME: repository }
const source = (args: string[], env = {}) => quarry.run(['source', ...args], { env })

test('a saved page shows every place with data, its reader and its paths, without escape sequences', async () => {
  const { code, stdout, stderr } = await source(['inspect', 'soup.html'])
  expect([code, stderr]).toEqual([0, ''])
  for (const line of [
    "Script island #__NEXT_DATA__\n  scriptById(page.body, '__NEXT_DATA__')",
    'props.items[]      2 items',
    'props.items[0].by  "Ada"',
    "Script island __STATE__\n  assignedState(page.body, '__STATE__')",
    "JSON-LD Recipe\n  filterByType(jsonLd(page.body), 'Recipe')",
    'nutrition.calories  "240"',
    'Microdata Person',
    'og:title  "Onion soup"',
    'meta[name="description"]  "A soup"',
    'link[rel="canonical"]  "https://a.example/soup"',
    'Table 1 "Facts"',
    '"Salt | 2 g"',
    'li.step  3 × "Cut"',
  ])
    expect(stdout).toContain(line)
  expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/)
})

test('--find shows the paths of a value, in every item of a list; --json is for programs', async () => {
  const found = await source(['inspect', 'soup.html', '--find', 'bo'])
  expect(found.stdout).toContain('props.items[1].by  "Bo"')
  expect(found.stdout).not.toContain('Ada')
  const { stdout } = await source(['inspect', 'soup.html', '--json', '--find', 'calories'])
  expect(JSON.parse(stdout)).toMatchObject({
    warning: null,
    places: [{ title: 'JSON-LD Recipe', values: [{ path: 'nutrition.calories', value: '"240"' }] }],
  })
  writeFileSync(join(quarry.folder, 'api.json'), '{"a":{"b c":[1,2]}}')
  expect((await source(['inspect', 'api.json'])).stdout).toContain('a["b c"][]')
  writeFileSync(join(quarry.folder, 'wall.html'), '<title>Just a moment...</title>')
  expect((await source(['inspect', 'wall.html'])).stdout).toContain(
    'Not a page with data: the page is a bot wall',
  )
})

test('a captured page has no cookies and no secrets, and is never overwritten', async () => {
  const args = ['capture', `${origin}/soup?token=hush-query&id=7`, '--as', 'onion', '--allow-private']
  const end = await source(args, home)
  expect([end.code, end.stderr]).toEqual([0, ''])
  expect(end.stdout).toBe('fixtures/onion.page.html\nfixtures/onion.json\n')
  const folder = join(quarry.folder, 'fixtures')
  const [about = '', body = ''] = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(about + body).not.toMatch(/hush-|eyJ/)
  expect(JSON.parse(about)).toMatchObject({
    url: `${origin}/soup?token=removed&id=7`,
    status: 200,
    headers: { 'last-modified': 'Wed, 18 Nov 2026 10:00:00 GMT' },
  })
  expect(body).toContain('"@type":"Recipe","name":"Onion soup"')
  expect(requested.join('\n')).toMatch(/^\/robots\.txt Quarry/)
  const again = await source(args, home)
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('onion.json already exists')])
})

test('robots.txt, private addresses, a missing server and a site that is down are one line each', async () => {
  const refused: [args: string[], env: object, code: number, message: RegExp][] = [
    [['capture', `${origin}/private/1`, '--allow-private'], home, 6, /robots.txt disallows this address/],
    [['inspect', 'https://127.0.0.1/'], home, 6, /address refused: 127.0.0.1/],
    [['inspect', `${origin}/soup`], home, 6, /address refused: scheme http:/],
    [['capture', `${origin}/soup`], {}, 2, /needs the files of a server; name their folder with --server/],
    [['inspect', `${origin}/soup`, '--server', '/nowhere'], {}, 2, /is not the folder of a Quarry server/],
    [['capture', 'soup.html'], home, 2, /is not an address/],
    [['inspect', 'gone.html'], {}, 2, /gone.html cannot be read/],
  ]
  for (const [args, env, code, message] of refused) {
    const end = await source(args, env)
    expect([args, end.code, end.stdout, end.stderr]).toEqual([args, code, '', expect.stringMatching(message)])
    expect(end.stderr.trim().split('\n')).toHaveLength(1)
  }
})
