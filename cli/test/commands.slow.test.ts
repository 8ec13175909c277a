// The commands as a user runs them: stdout has only data, an error is one line on stderr, and the exit code names its
// kind.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sources } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminToken, startApp, type TestApp } from '../../server/test/support/app.ts'
import { createMovedClock, type MovedClock } from '../../server/test/support/clocks.ts'
import { type FreshDatabase, freshDatabase } from '../../server/test/support/database.ts'
import { type Replica, sends, shop, startReplica } from '../../server/test/support/two-providers.ts'
import { type BuiltQuarry, buildQuarry, hasPython, quarryAt } from './support/quarry.ts'

let fresh: FreshDatabase
let clock: MovedClock
/** The site of the source whose records the test changes. */
let site: Replica
let app: TestApp
let quarry: BuiltQuarry
let env: Record<string, string>
beforeAll(async () => {
  fresh = await freshDatabase()
  clock = await createMovedClock(fresh.database)
  site = await startReplica()
  app = await startApp({
    database: fresh.database,
    sources: [...sources, shop],
    file: { sources: { shop: { site: site.origin, allow_private: true, robots: false } } },
    tuning: { watchPollMs: 50 },
  })
  quarry = buildQuarry()
  const { secret } = await app.account(
    { slug: 'shop', statistics_enabled: true },
    { permissions: ['manage'] },
  )
  env = { QUARRY_URL: app.url, QUARRY_KEY: secret }
})
afterAll(async () => {
  quarry.remove()
  await app.close()
  await site.close()
  await fresh.drop()
})

const run = (...args: string[]) => quarry.run(args, { env })
const admin = (...args: string[]) =>
  quarry.run(['admin', ...args], { env: { QUARRY_URL: app.url, QUARRY_ADMIN_TOKEN: adminToken } })
const file = (name: string) => join(quarry.folder, name)

test('a record goes to stdout, its cost to stderr', async () => {
  const { code, stdout, stderr } = await run('get', 'company', 'query=fenmont.example')
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^1 credit, \d+ left, provider sandbox\n$/)])
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Fenmont' })
  expect(stdout.split('\n').length).toBeGreaterThan(5)
  const posted = await run('get', '/v2/websearch/search', 'query=solar', 'page=1', '--json', '-q')
  expect([posted.code, posted.stderr, posted.stdout.trim().split('\n').length]).toEqual([0, '', 1])
  const csv = await run('get', 'company/suggest', 'query=fen', '--csv', '-q')
  expect(csv.stdout).toMatch(/^name,domain,logo_url\r\n/)
})

const wrongUses = [
  [2, 'did you mean ticketing/event?', ['get', 'ticketing/evnt', 'query=1']],
  [2, 'did you mean query?', ['get', 'company', 'qeury=fenmont.example']],
  [2, 'the parameter query is missing', ['get', 'company']],
  [2, 'page must be integer', ['get', 'ticketing/search', 'page=two']],
  [2, 'query must be an event URL', ['get', 'ticketing/event', 'query=jazz']],
  [2, 'unknown command', ['gte']],
  [2, 'unknown option', ['usage', '--yaml']],
  [3, 'not_found', ['get', 'company', 'query=nobody.example']],
  [6, 'upstream_', ['get', 'company', 'query=fault-blocked.example']],
] as const

type Refusal = readonly [code: number, message: string, args: readonly string[]]

const expectRefused = (refusals: readonly Refusal[]) =>
  Promise.all(
    refusals.map(async ([code, message, args]) => {
      const end = await run(...args)
      expect([args, end.code, end.stdout]).toEqual([args, code, ''])
      expect(end.stderr).toMatch(/^quarry: [^\n]+\n$/)
      expect(end.stderr).toContain(message)
    }),
  )

test('an exit code for each kind of failure, with one line on stderr', () => expectRefused(wrongUses))

test('exit codes for a wrong key, for missing credits, and for an unreachable server', async () => {
  const get = ['get', 'company', 'query=fenmont.example']
  const poor = await app.account({ bonus_credits: 0 })
  const codes = await Promise.all([
    quarry.run(get, { env: { ...env, QUARRY_KEY: 'qry_wrong' } }),
    quarry.run(get, { env: { ...env, QUARRY_KEY: poor.secret } }),
    quarry.run(get, { env: { QUARRY_URL: app.url } }),
    quarry.run(['login', '--url', 'http://127.0.0.1:9'], { input: 'qry_any\n' }),
  ])
  expect(codes.map(({ code }) => code)).toEqual([4, 5, 2, 7])
  expect(codes.map(({ stdout }) => stdout).join('')).toBe('')
})

test('login saves working credentials for their owner only, and the environment takes precedence', async () => {
  const { QUARRY_KEY: key = '' } = env
  const bad = await quarry.run(['login', '--url', app.url], { input: 'qry_wrong\n' })
  expect(bad.code).toBe(4)
  const good = await quarry.run(['login', '--url', app.url], { input: `${key}\n` })
  expect([good.code, good.stdout]).toEqual([0, ''])
  expect(good.stderr).toContain('shop')
  expect(good.stderr).not.toContain(key)
  const place = join(quarry.folder, '.config/quarry/profile.json')
  expect(statSync(place).mode & 0o777).toBe(0o600)
  expect(JSON.parse((await quarry.run(['usage', '--json'])).stdout)).toMatchObject({
    account: { slug: 'shop' },
  })
  const { secret } = await app.account({ slug: 'other' })
  const other = await quarry.run(['usage', '--json'], { env: { QUARRY_KEY: secret } })
  expect(JSON.parse(other.stdout)).toMatchObject({ account: { slug: 'other' } })
  // A saved key is only used for the server that it was saved with.
  const elsewhere = await quarry.run(['usage'], { env: { QUARRY_URL: 'http://127.0.0.1:9' } })
  expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('no key is configured')])
})

test('lists are tables for people, JSON and CSV for programs', async () => {
  const lists = [
    [['calls'], 'recorded_status'],
    [['jobs'], 'job_id'],
    [['keys'], 'alias'],
    [['status'], 'status'],
    [['docs'], 'credits'],
    [['stats', '--group-by', 'endpoint'], 'calls'],
  ] as const
  const shown = lists.map(async ([args, column]) => {
    const [table, json] = await Promise.all([run(...args), run(...args, '--json')])
    expect([args, table.code, table.stderr]).toEqual([args, 0, ''])
    expect(table.stdout.split('\n')[0]).toContain(column)
    expect(table.stdout).not.toContain('\x1b')
    expect(JSON.parse(json.stdout)).toBeTypeOf('object')
  })
  await Promise.all(shown)
  expect((await run('stats')).stdout).toMatch(/calls +\d+ +[▁▂▃▄▅▆▇█ ]*[▂▃▄▅▆▇█]/)
  const calls = JSON.parse((await run('calls', '--status', '404', '--json')).stdout) as {
    request_id: string
  }[]
  expect(calls.length).toBeGreaterThan(0)
  const receipt = await run('call', calls[0]?.request_id ?? '', '--json')
  expect(JSON.parse(receipt.stdout)).toMatchObject({ settlement: { credits: 0 } })
  const csv = await run('calls', '--csv')
  expect(csv.stdout.split('\r\n')[0]).toContain('request_id,')
  const described = await run('docs', 'ticketing/search')
  expect(described.stdout).toMatch(/Event search, 1 credit\n.*\n {2}query.*pagination/s)
})

test('calls are followed as they are made, until Ctrl-C', async () => {
  const following = quarry.start(['calls', '--follow', '--json', '--endpoint', 'company/social'], { env })
  const look = () => run('get', 'company/social', 'query=fenmont.example')
  await expect
    .poll(async () => (await look()) && following.stdout().trim().split('\n').filter(Boolean).length)
    .toBeGreaterThan(0)
  await run('get', 'company', 'query=fenmont.example')
  following.process.kill('SIGINT')
  const { code, stdout, stderr } = await following.ended
  expect([code, stderr]).toEqual([0, ''])
  for (const line of stdout.trim().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ endpoint: '/v2/company/social', credits: 1 })
})

type Watch = { watch_id: string; status: string; runs: number; next_at: string | null }

test('a watch is created, shows its changes, is paused, resumed and deleted', async () => {
  site.respondWith(sends({ name: 'lamp', colour: 'amber' }))
  const watch = (...args: string[]) => run('watch', ...args)
  const shown = async (...args: string[]) => {
    const { code, stdout, stderr } = await watch(...args, '--json')
    expect([args, code, stderr]).toEqual([args, 0, ''])
    return JSON.parse(stdout)
  }
  const create = ['create', 'shop/item', 'query=lamp', '--every', '10m', '--fields', 'colour, name']
  const made = (await shown(...create)) as Watch
  const { watch_id: id } = made
  expect(made).toMatchObject({ endpoint: '/v2/shop/item', every: 600, fields: ['colour', 'name'] })
  // The first run stores the record, the second sees another colour, the third is late by three runs.
  for (const [colour, late] of [
    ['amber', 0],
    ['red', 0],
    ['red', 1800],
  ] as const) {
    site.respondWith(sends({ name: 'lamp', colour }))
    const { next_at: next, runs } = (await shown(id)) as Watch
    await clock.move((Date.parse(next ?? '') - (await clock.now()).getTime()) / 1000 + late)
    const isOpen = 'select 1 from watches where id = $1 and (job_id is not null or runs = $2)'
    await expect.poll(async () => (await fresh.database.pool.query(isOpen, [id, runs])).rowCount).toBe(0)
  }
  const table = (await watch('history', id)).stdout
  expect(table).toMatch(/^number +at +type +what +before +after\n +1 +\S+Z +changed +colour +amber +red\n/)
  expect(table).toMatch(/\n +2 +\S+Z +missed +\d runs, /)
  expect(await shown('history', id)).toMatchObject([
    { type: 'changed', patch: [{ path: '/colour', value: 'red' }] },
    { type: 'missed' },
  ])
  expect((await watch('history', id, '--csv')).stdout.split('\r\n')).toMatchObject([
    'number,type,at,job_id,provider,reason,missed,patch,before,after',
    expect.stringMatching(/^1,changed,.*"\{""colour"":""amber"",""name"":""lamp""\}"/),
    expect.stringMatching(/^2,missed,/),
    '',
  ])
  expect((await watch('pause', id)).stdout).toMatch(/\nstatus +paused\n/)
  expect(await shown('list', '--status', 'paused')).toMatchObject([{ watch_id: id, status: 'paused' }])
  expect(await shown('--status', 'active')).toEqual([])
  expect((await watch()).stdout).toMatch(
    /^watch_id +status +endpoint +params .*\n\S+ +paused +\/v2\/shop\/item +\{"query":"lamp"\}/,
  )
  expect(await shown('resume', id)).toMatchObject({ status: 'active' })
  expect((await watch('--csv')).stdout).toMatch(/^watch_id,status,endpoint,params,.*\r\n/)
  expect(await shown('delete', id)).toMatchObject({ watch_id: id })
  expect(await shown()).toEqual([])
  const wrong = [
    [2, 'did you mean history?', ['hsitory', id]],
    [2, 'did you mean history?', ['hsitory']],
    [2, 'did you mean shop/item?', ['create', 'shop/itme', 'query=lamp', '--every', '600']],
    [2, 'did you mean query?', ['create', 'shop/item', 'qeury=lamp', '--every', '600']],
    [2, 'the nearest is colour', ['create', 'shop/item', 'query=lamp', '--every', '1h', '--fields', 'color']],
    [2, 'every must be 300', ['create', 'shop/item', 'query=lamp', '--every', '10s']],
    [2, "'--every <time>' not specified", ['create', 'shop/item', 'query=lamp']],
    [3, 'not_found', ['history', id]],
    [3, 'not_found', ['pause', id]],
  ] as const
  await expectRefused(wrong.map(([code, message, args]) => [code, message, ['watch', ...args]]))
})

test('keys are created and changed, and accounts by the operator', async () => {
  const made = JSON.parse(
    (await run('keys', 'create', 'alias=reports', 'scopes=["company"]', '--json')).stdout,
  )
  expect(made).toMatchObject({
    alias: 'reports',
    scopes: ['company'],
    secret: expect.stringMatching(/^qry_/),
  })
  const changed = await run('keys', 'change', made.id, 'active=false', '--json')
  expect(JSON.parse(changed.stdout)).toMatchObject({ active: false })
  expect((await admin('accounts', 'create', 'slug=lab', 'name=Lab', 'bonus_credits=5')).code).toBe(0)
  expect((await admin('credits', 'lab', '7', 'goodwill')).code).toBe(0)
  expect(JSON.parse((await admin('accounts', 'show', 'lab', '--json')).stdout)).toMatchObject({
    bonus: { available: 12 },
  })
  for (const available of [19, 19]) {
    const paid = await admin('credits', 'lab', '7', 'goodwill', '--idempotency-key', 'order-17', '--json')
    expect(JSON.parse(paid.stdout)).toMatchObject({ bonus: { available } })
  }
  expect((await admin('credits', 'lab', '7', 'goodwill', '--idempotency-key', 'order-17')).stderr).toContain(
    'Nothing changed now',
  )
  const taken = await admin('credits', 'lab', '-2', 'mistake', '--json')
  expect(JSON.parse(taken.stdout)).toMatchObject({ bonus: { available: 17, corrected: 2 } })
  const key = JSON.parse((await admin('keys', 'create', 'lab', 'alias=one', '--json')).stdout)
  expect(JSON.parse((await admin('keys', 'list', 'lab', '--json')).stdout)).toMatchObject([{ id: key.id }])
  expect((await admin('accounts', 'create', 'slug=lab', 'name=Lab', 'bonus=5')).stderr).toContain(
    'unknown parameter "bonus"',
  )
  const providers = await quarry.run(['providers'], {
    env: { QUARRY_URL: app.url, QUARRY_ADMIN_TOKEN: adminToken },
  })
  expect([providers.code, providers.stdout]).toEqual([0, expect.stringContaining('sandbox')])
})

test.runIf(hasPython)('in a terminal login asks for address and key, and the key is not shown', async () => {
  const { secret } = await app.account({ slug: 'typist' })
  const { code, screen } = await quarry.inTerminal(['login'], {
    env: { XDG_CONFIG_HOME: file('typed') },
    replies: [
      ['Address [http://127.0.0.1:8080]: ', app.url],
      ['Key: ', secret],
    ],
  })
  expect([code, screen]).toEqual([0, expect.stringContaining(`Logged in at ${app.url} as typist`)])
  expect(screen).not.toContain(secret.slice(4))
  const kept = readFileSync(file('typed/quarry/profile.json'), 'utf8')
  expect(JSON.parse(kept)).toEqual({ url: app.url, key: secret })
})

test('the packed tarball runs with its declared dependencies and the SDK inside', {
  timeout: 240_000,
}, async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const packed = execFileSync('npm', ['pack', '-w', 'cli', '--json', '--pack-destination', quarry.folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('['))) as [{ filename: string }]
  const place = file('node_modules/@quarry/cli')
  mkdirSync(place, { recursive: true })
  execFileSync('tar', ['xzf', file(filename), '-C', place, '--strip-components=1'])
  const about = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
    bin: { quarry: string }
    dependencies: Record<string, string>
  }
  expect(readdirSync(place).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  for (const name of Object.keys(about.dependencies)) {
    mkdirSync(join(file('node_modules'), name, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(file('node_modules'), name))
  }
  const program = join(place, about.bin.quarry)
  expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  const installed = quarryAt(program)
  const { code, stdout } = await installed.run(['get', 'company', 'query=fenmont.example'], { env })
  expect([code, JSON.parse(stdout).name]).toEqual([0, 'Fenmont'])
  // Modules that are loaded on demand are in the package too.
  writeFileSync(file('one.csv'), 'query\nfenmont.example\n')
  const batch = await installed.run(['batch', 'company', file('one.csv'), '--out', 'one.csv'], { env })
  expect([batch.code, batch.stderr]).toEqual([0, expect.stringContaining('1 record in one.csv')])
  expect((await installed.run(['mcp', '--budget', '1'], { env })).code).toBe(0)
  installed.remove()
})
