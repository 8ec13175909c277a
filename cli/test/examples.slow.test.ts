// The examples, run as they are against the sandbox, with the SDK as a package beside them.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postmanFile } from '../../scripts/postman-collection.ts'
import { startDroppingProxy } from '../../sdk/test/support/dropping-proxy.ts'
import { isLookup } from '../../server/src/http/routes/route.ts'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { hasPython } from './support/quarry.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp()
  folder = mkdtempSync(join(tmpdir(), 'quarry-examples-'))
  cpSync(join(root, 'examples'), folder, { recursive: true })
  const sdk = join(folder, 'node_modules/@quarry/sdk')
  mkdirSync(sdk, { recursive: true })
  cpSync(join(root, 'sdk/package.json'), join(sdk, 'package.json'))
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
  execFileSync(process.execPath, [
    compiler,
    '-p',
    join(root, 'sdk/tsconfig.build.json'),
    '--outDir',
    join(sdk, 'dist'),
  ])
}, 240_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
})

type Run = { code: number | null; stdout: string; stderr: string }

function run(program: string, args: string[], secret: string, url = app.url, input = ''): Promise<Run> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, QUARRY_URL: url, QUARRY_KEY: secret, PYTHONDONTWRITEBYTECODE: '1' },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  child.stdin.end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
}

const node = (args: string[], secret: string) => run(process.execPath, args, secret)
const spentBy = async (secret: string) =>
  ((await (await app.call(secret, '/v2/usage')).json()) as { total_used: number }).total_used

test('a lead list from a CSV', async () => {
  const { secret } = await app.account()
  writeFileSync(join(folder, 'leads.csv'), 'domain\nfenmont.example\nnobody.example\n')
  const { code, stdout, stderr } = await node(['lead-list.mjs', 'leads.csv'], secret)
  expect([code, stderr]).toEqual([0, 'nobody.example: not_found\ncredits spent: 1\n'])
  expect(stdout).toBe(
    'domain,name,industry,staff_range,city,country\n"fenmont.example","Fenmont","Renewable Energy Power Generation","1k-5k","Hamburg","DE"\n',
  )
})

test('an event calendar as ICS', async () => {
  const { secret } = await app.account()
  const { code, stdout, stderr } = await node(['event-calendar.mjs', 'jazz', 'fr'], secret)
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^\d+ events, 1 credit\n$/)])
  const lines = stdout.split('\r\n')
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', ''])
  expect(lines.filter((line) => line === 'BEGIN:VEVENT').length).toBeGreaterThan(0)
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  for (const line of lines.filter((candidate) => candidate.startsWith('DTSTART')))
    expect(line).toMatch(/^DTSTART(?:;VALUE=DATE:\d{8}|:\d{8}T\d{6})$/)
})

test('a price watch reports changes and stops at its budget', async () => {
  const { secret } = await app.account()
  const articles = ['3210100000009', '0000000000000']
  const first = await node(['price-watch.mjs', 'prices.json', ...articles], secret)
  expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^3210100000009 [\d.]+\n$/)])
  const savedPrices = JSON.parse(readFileSync(join(folder, 'prices.json'), 'utf8')) as Record<string, number>
  writeFileSync(join(folder, 'prices.json'), JSON.stringify({ ...savedPrices, '3210100000009': 1 }))
  const second = await node(['price-watch.mjs', 'prices.json', '3210100000009'], secret)
  expect(second.stdout).toBe(`3210100000009 1 -> ${savedPrices['3210100000009']}\n`)
})

test('an agent stops when its budget is used up, in each of two runs', async () => {
  const { secret } = await app.account()
  const domains = Array(10).fill('fenmont.example')
  for (const spent of [5, 10]) {
    const { code, stdout, stderr } = await node(['agent-with-budget.mjs', '5', ...domains], secret)
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`spent today: ${spent - 5}, this run: at most 5`),
    ])
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^stopped: budget_exceeded/)
    expect(stdout.trim().split('\n')).toHaveLength(6)
    expect(await spentBy(secret)).toBe(spent)
  }
})

test('a wrong article number is one line and exit code 1, and the other articles are still looked up', async () => {
  const { secret } = await app.account()
  const args = ['price-watch.mjs', 'wrong.json', '3560070123457', '3210100000009']
  const { code, stdout, stderr } = await node(args, secret)
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^3210100000009 [\d.]+\n$/)])
  expect(stderr).toBe(
    '3560070123457: Bad Request: query must be an EAN with a valid check digit\ncredits spent: 1\n',
  )
})

const programs = [
  ['lead-list.mjs', 'leads.csv'],
  ['event-calendar.mjs'],
  ['price-watch.mjs', 'none.json', '3210100000009'],
  ['agent-with-budget.mjs', '5', 'fenmont.example'],
  ...(hasPython ? [['python/quarry.py', 'company', 'query=fenmont.example']] : []),
]

test('without a key, or with a wrong one, an example prints one line and ends with exit code 1', async () => {
  writeFileSync(join(folder, 'leads.csv'), 'domain\nfenmont.example\n')
  for (const args of programs)
    for (const secret of ['', 'qry_wrong']) {
      const program = args[0]?.endsWith('.py') ? 'python3' : process.execPath
      const { code, stdout, stderr } = await run(program, args, secret)
      const message = secret === '' ? 'set QUARRY_KEY to your API key' : 'Invalid API Key.*'
      expect([args, code, stdout, stderr]).toEqual([
        args,
        1,
        '',
        expect.stringMatching(new RegExp(`^[\\w-]+: ${message}\\n$`)),
      ])
    }
})

test.runIf(hasPython)(
  'the client in Python: records, refusals, batches, and nothing paid twice',
  async () => {
    const { secret } = await app.account()
    const program = `
import json, os, sys
sys.path.insert(0, "python")
from quarry import Quarry, QuarryError
quarry = Quarry(os.environ["QUARRY_KEY"], os.environ["QUARRY_URL"])
records = [quarry.get("company", query="fenmont.example") for _ in range(6)]
print([record["name"] for record, _ in records], sum(meta["credits_used"] for _, meta in records))
try:
    quarry.get("company", query="nobody.example")
except QuarryError as error:
    print(error.reason, error.status, error.request_id is not None)
items = list(quarry.batch("company", [{"query": "fenmont.example"}] * 5 + [{"query": "nobody.example"}]))
print([item["item"] for item in items], [item["reason"] for item in items if item["result"] is None])
print(quarry.post("websearch/search", query="solar")[1]["provider"], quarry.usage()["total_used"])
`
    const proxy = await startDroppingProxy(app.url, (count) => count % 3 === 0)
    try {
      const end = await run('python3', ['-'], secret, proxy.url, program)
      expect([end.code, end.stderr]).toEqual([0, ''])
      expect(end.stdout.trim().split('\n')).toEqual([
        `[${Array(6).fill("'Fenmont'").join(', ')}] 6`,
        'not_found 404 True',
        "[0, 1, 2, 3, 4, 5] ['not_found']",
        'sandbox 12',
      ])
      expect(proxy.dropped()).toBeGreaterThan(3)
    } finally {
      await proxy.close()
    }
    const printed = await run('python3', ['python/quarry.py', 'company', 'query=fenmont.example'], secret)
    expect(JSON.parse(printed.stdout)).toMatchObject({ name: 'Fenmont' })
  },
)

type Item = {
  name: string
  item?: Item[]
  request?: {
    method: string
    url: { raw: string }
    header: { key: string; value: string }[]
    body?: { raw: string }
  }
}

test('every lookup of the Postman collection works unchanged', { timeout: 240_000 }, async () => {
  const { secret } = await app.account()
  const collection = JSON.parse(readFileSync(postmanFile, 'utf8')) as { item: Item[] }
  const requests = collection.item.flatMap(({ item = [] }) => item.flatMap(({ request = [] }) => request))
  const lookups = app.routes.filter(isLookup)
  const matching = requests.filter(({ method, url }) =>
    lookups.some(
      (route) => route.method === method && url.raw.replace(/\?.*/, '') === `{{baseUrl}}${route.path}`,
    ),
  )
  expect(matching).toHaveLength(lookups.length)
  for (const { method, url, header, body } of matching) {
    const path = url.raw.replace('{{baseUrl}}', '')
    const headers = Object.fromEntries(header.map(({ key, value }) => [key, value]))
    const response = await app.call(secret, path, { method, headers, ...(body ? { body: body.raw } : {}) })
    expect([path, response.status, response.ok ? '' : app.logged.at(-1)]).toEqual([path, 200, ''])
  }
})
