// What people do with the command line every day: profiles, pipes, receipts, and the messages about cost.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import about from '../package.json' with { type: 'json' }
import { commandNames } from '../src/command-names.ts'
import { type BuiltQuarry, buildQuarry } from './support/quarry.ts'

let app: TestApp
let quarry: BuiltQuarry
let env: Record<string, string>
beforeAll(async () => {
  app = await startApp()
  quarry = buildQuarry()
})
beforeEach(async () => {
  env = { QUARRY_URL: app.url, QUARRY_KEY: (await app.account({}, { permissions: ['manage'] })).secret }
})
afterAll(async () => {
  quarry.remove()
  await app.close()
})

const run = (args: string[], input = '') => quarry.run(args, { env, input })

test('--version prints the version of the package', async () => {
  expect(await run(['--version'])).toMatchObject({ code: 0, stdout: `${about.version}\n` })
})

test('named profiles are stored beside each other, listed without secrets, and deleted', async () => {
  const secrets = [(await app.account()).secret, (await app.account()).secret]
  const file = join(quarry.folder, '.config/quarry/profile.json')
  const login = ['login', '--url', app.url]
  expect((await quarry.run(login, { input: secrets[0] ?? '' })).code).toBe(0)
  expect((await quarry.run(['--profile', 'staging', ...login], { input: secrets[1] ?? '' })).code).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    url: app.url,
    key: secrets[0],
    profiles: { staging: { url: app.url, key: secrets[1] } },
  })
  const listed = await quarry.run(['profiles', '--json'], { env: { QUARRY_PROFILE: 'staging' } })
  expect(JSON.parse(listed.stdout)).toEqual([
    { name: 'default', selected: false, url: app.url, key: true, admin_token: false },
    { name: 'staging', selected: true, url: app.url, key: true, admin_token: false },
  ])
  expect(secrets.some((secret) => listed.stdout.includes(secret))).toBe(false)
  expect((await quarry.run(['--profile', 'staging', 'usage'])).code).toBe(0)
  const missing = await quarry.run(['--profile', 'other', 'usage'])
  expect([missing.code, missing.stderr]).toEqual([
    2,
    'quarry: the profile "other" has no key; run quarry --profile other login, or set QUARRY_KEY\n',
  ])
  expect((await quarry.run(['--profile', '../x', 'usage'])).code).toBe(2)

  const out = await quarry.run(['--profile', 'staging', 'logout'])
  expect([out.code, out.stderr]).toEqual([0, expect.stringContaining('Deleted from')])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: app.url, key: secrets[0] })
  expect((await quarry.run(['logout', '--all'])).code).toBe(0)
  expect(existsSync(file)).toBe(false)
  expect((await quarry.run(['logout'])).stderr).toContain('Nothing is stored')
})

test('lists of texts need no JSON', async () => {
  const created = await run(['keys', 'create', 'alias=reports', 'scopes=/v2/company, /v2/usage', '--json'])
  expect(created.stderr).toContain('Store the secret now')
  expect(JSON.parse(created.stdout)).toMatchObject({ alias: 'reports', scopes: ['/v2/company', '/v2/usage'] })
})

test('docs show ranges and defaults', async () => {
  const { stdout } = await run(['docs', 'websearch/search'])
  expect(stdout).toContain('page: integer, 0 to 10000, default 0.')
  expect(stdout).toMatch(/query \(required\): string, at most 2048 characters\./)
})

test('a billed 404 says what it cost, a free one does not', async () => {
  const billed = await run(['get', 'ticketing/event', 'query=9'])
  expect([billed.code, billed.stderr]).toEqual([3, expect.stringContaining('charged 1 credit,')])
  const free = await run(['get', 'company', 'query=nothing.example'])
  expect([free.code, free.stderr]).toEqual([3, expect.not.stringContaining('charged')])
})

test('a deleted watch says so, and call shows all entries of the ledger', async () => {
  const created = await run([
    'watch',
    'create',
    'company',
    'query=fenmont.example',
    '--every',
    '1d',
    '--json',
  ])
  const { watch_id: id } = JSON.parse(created.stdout) as { watch_id: string }
  expect(await run(['watch', 'delete', id])).toMatchObject({
    code: 0,
    stderr: `Deleted watch ${id} and its history.\n`,
  })

  await run(['get', 'company', 'query=fenmont.example', '-q'])
  const [call] = JSON.parse((await run(['calls', '--json', '--limit', '1'])).stdout) as {
    request_id: string
  }[]
  const { stdout } = await run(['call', call?.request_id ?? ''])
  expect(stdout).toMatch(/\nLedger\nat +fund +entry +credits\n\S+ +bonus +charge +-?1\n/)
})

test('a batch reads stdin and writes stdout', async () => {
  const csv = await run(['batch', 'company', '-', '--out', '-'], 'query\nfenmont.example\nnothing.example\n')
  expect(csv.code).toBe(8)
  expect(csv.stdout).toMatch(/^query,line,status_code,.*\r?\nfenmont\.example,1,200,/)
  expect(csv.stdout.trimEnd().split('\n')).toHaveLength(2)
  expect(csv.stderr).toMatch(/nothing\.example,2,Not Found,not_found/)
  expect(csv.stderr).toContain('2 of 2 lines')
  const json = await run(['batch', 'company', '-', '--out', '-', '-q'], '{"query":"fenmont.example"}\n')
  expect([json.code, json.stderr]).toEqual([0, ''])
  expect(JSON.parse(json.stdout)).toMatchObject({ line: 1, status_code: 200 })
})

test('completion scripts name every command and are valid', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await run(['completion', shell])
    expect(code).toBe(0)
    for (const name of commandNames) expect(stdout).toContain(name)
    if (shell === 'bash') {
      const complete = `${stdout}\nCOMP_WORDS=(quarry wat); COMP_CWORD=1; _quarry; echo "$\{COMPREPLY[@]}"`
      expect(execFileSync('bash', ['-c', complete], { encoding: 'utf8' })).toBe('watch\n')
    }
  }
  expect((await run(['completion', 'cmd'])).code).toBe(2)
})
