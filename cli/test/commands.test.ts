// The commands from outside: data on stdout and nothing else there, one line on stderr where something is wrong, an exit
// code by its kind.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDroppingProxy } from '../../sdk/test/support/dropping-proxy.ts'
import { sources } from '../../server/src/sources/index.ts'
import { adminToken, startApp, type TestApp } from '../../server/test/support/app.ts'
import { type FreshDatabase, freshDatabase } from '../../server/test/support/database.ts'
import { type MovedClock, moveClockOf } from '../../server/test/support/moved-clock.ts'
import { type Replica, sends, shop, startReplica } from '../../server/test/support/two-providers.ts'
import { type BuiltQuarry, buildQuarry, hasPython, quarryAt } from './support/quarry.ts'

let fresh: FreshDatabase
let clock: MovedClock
/** Of the one source whose records change when a test says so. */
let site: Replica
let app: TestApp
let quarry: BuiltQuarry
let env: Record<string, string>
beforeAll(async () => {
  fresh = await freshDatabase()
  clock = await moveClockOf(fresh.database)
  site = await startReplica()
  app = await startApp({
    database: fresh.database,
    sources: [...sources, shop],
    file: { sources: { shop: { site: site.origin, allow_private: true, robots: false } } },
    watchPollMs: 50,
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
const textOf = (name: string) => readFileSync(file(name), 'utf8')
const spentBy = async (secret: string) =>
  ((await (await app.call(secret, '/v2/usage')).json()) as { total_used: number }).total_used

test('a record goes to stdout, what it cost to stderr', async () => {
  const { code, stdout, stderr } = await run('get', 'company', 'query=fenmont.example')
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^1 credit, \d+ left, answered by sandbox\n$/)])
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
  [2, 'query is missing', ['get', 'company']],
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

test('exit codes of the key, of credits, and of a server that is not there', async () => {
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

test('login keeps what works, for its owner alone, and the environment wins', async () => {
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
  // The key that was kept belongs to the server it was kept with.
  const elsewhere = await quarry.run(['usage'], { env: { QUARRY_URL: 'http://127.0.0.1:9' } })
  expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('there is no key')])
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

test('a watch is made, tells what changed, is paused, resumed and deleted', async () => {
  site.answer(sends({ name: 'lamp', colour: 'amber' }))
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
  // The first run notes what is there, the second one sees another colour, the third one comes three runs late.
  for (const [colour, late] of [
    ['amber', 0],
    ['red', 0],
    ['red', 1800],
  ] as const) {
    site.answer(sends({ name: 'lamp', colour }))
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

test('keys are made and changed, accounts too by the operator', async () => {
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
  const key = JSON.parse((await admin('keys', 'create', 'lab', 'alias=one', '--json')).stdout)
  expect(JSON.parse((await admin('keys', 'list', 'lab', '--json')).stdout)).toMatchObject([{ id: key.id }])
  expect((await admin('accounts', 'create', 'slug=lab', 'name=Lab', 'bonus=5')).stderr).toContain(
    'there is no parameter "bonus"',
  )
  const providers = await quarry.run(['providers'], {
    env: { QUARRY_URL: app.url, QUARRY_ADMIN_TOKEN: adminToken },
  })
  expect([providers.code, providers.stdout]).toEqual([0, expect.stringContaining('sandbox')])
})

test('a batch: records in order, failed lines in a second file that another run can take', async () => {
  const { secret } = await app.account()
  const own = { env: { ...env, QUARRY_KEY: secret } }
  writeFileSync(
    file('in.csv'),
    '\ufeffquery,note\r\nfenmont.example,"a, b"\r\nnobody.example,two\r\n,three\r\nfenmont.example,=1+1\r\n',
  )
  const refused = await quarry.run(
    ['batch', 'company', 'in.csv', '--out', 'out.csv', '--max-credits', '3'],
    own,
  )
  expect([refused.code, refused.stderr]).toEqual([
    5,
    expect.stringContaining('4 credits, more than --max-credits 3'),
  ])
  expect(await spentBy(secret)).toBe(0)
  for (const runs of [1, 2]) {
    const end = await quarry.run(['batch', 'company', 'in.csv', '--out', 'out.csv'], own)
    expect([end.code, end.stdout]).toEqual([8, ''])
    expect(end.stderr).toContain('4 lines at 1: at most 4 credits')
    // Each run is a fresh one: nothing is left of the one before.
    expect(await spentBy(secret)).toBe(2 * runs)
    const [head, ...lines] = textOf('out.csv').trim().split('\r\n')
    expect(head).toMatch(
      /^query,note,line,status_code,credits,provider,.*result\.name,.*result\.headquarter\.city/,
    )
    expect(lines.map((line) => line.slice(0, 30))).toEqual([
      expect.stringContaining('fenmont.example,"a, b",1,200,1'),
      expect.stringContaining("fenmont.example,'=1+1,4,200,1"),
    ])
    expect(textOf('out.failed.csv')).toBe(
      'query,note,line,error,reason\r\nnobody.example,two,2,Not Found,not_found\r\n,three,3,query is empty,invalid_parameter\r\n',
    )
    expect(() => textOf('out.csv.progress')).toThrow('ENOENT')
  }
  const again = await quarry.run(['batch', 'company', 'out.failed.csv', '--out', 'again.json', '-q'], own)
  expect([again.code, textOf('again.json')]).toEqual([8, '[]\n'])
  expect(textOf('again.failed.csv').split('\r\n')[0]).toBe('query,note,line,error,reason')
})

test('a line that the server refuses does not stop the others, in NDJSON and JSON', async () => {
  const events = ['1000000000017', 'jazz', '1000000007936'].map((query) => JSON.stringify({ query }))
  writeFileSync(file('events.ndjson'), `${[...events, '[1]', '{"query":5}'].join('\n')}\n`)
  const end = await run('batch', 'ticketing/event', 'events.ndjson', '--out', 'events.json', '-q')
  expect([end.code, end.stderr]).toEqual([8, 'quarry: 3 lines have no record\n'])
  const found = JSON.parse(textOf('events.json')) as { line: number; result: { event_id: string } }[]
  expect(found.map(({ line, result }) => [line, result.event_id])).toEqual([
    [1, '1000000000017'],
    [3, '1000000007936'],
  ])
  const lost = textOf('events.failed.ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lost.map(({ line, reason }) => [line, reason])).toEqual(
    [2, 4, 5].map((line) => [line, 'invalid_parameter']),
  )
  expect(lost[0]).toMatchObject({ input: { query: 'jazz' }, error: expect.stringContaining('event URL') })
})

test.runIf(hasPython)('in a terminal a batch asks, and shows how far it is', async () => {
  const { secret } = await app.account()
  const own = { ...env, QUARRY_KEY: secret }
  // The last line takes three seconds, in which the others can be seen as done.
  writeFileSync(file('asked.csv'), `query\n${'fenmont.example\n'.repeat(29)}fault-slow-fenmont.example\n`)
  const command = ['batch', 'company', 'asked.csv', '--out', 'asked.ndjson']
  const question = '30 lines at 1: at most 30 credits. Go on? [y/N] '
  for (const answer of ['', 'yep']) {
    const refused = await quarry.inTerminal(command, { env: own, answers: [[question, answer]] })
    expect([refused.code, refused.screen]).toEqual([130, expect.stringContaining('nothing was started')])
  }
  expect(await spentBy(secret)).toBe(0)
  expect(() => textOf('asked.ndjson')).toThrow('ENOENT')
  const { code, screen } = await quarry.inTerminal(command, { env: own, answers: [[question, 'y']] })
  expect([code, await spentBy(secret)]).toEqual([0, 30])
  // The bar is drawn over and over in its line, the cursor is hidden meanwhile and there again afterwards.
  expect(screen).toMatch(/░{40} 0\/30 lines, 0\.0\/s, 0 credits\x1b/)
  expect(screen).toMatch(/░ \d+\/30 lines, \d+\.\d\/s, \d+ credits, \d+s left\x1b/)
  expect(screen).toMatch(/█{40} 30\/30 lines, \d+\.\d\/s, 30 credits\x1b/)
  expect(screen.lastIndexOf('\x1b[?25h')).toBeGreaterThan(screen.lastIndexOf('\x1b[?25l'))
  expect(screen).toContain('30 records in asked.ndjson')
  writeFileSync(file('two.csv'), 'query\nfenmont.example\nfenmont.example\n')
  const plain = await quarry.inTerminal(['batch', 'company', 'two.csv', '--out', 'two.ndjson', '--yes'], {
    env: { ...own, NO_COLOR: '1' },
    answers: [],
  })
  expect([plain.code, plain.screen]).toEqual([0, expect.not.stringMatching(/Go on|[█░]/)])
  expect(plain.screen).toMatch(/={40} 2\/2 lines/)
})

test.runIf(hasPython)('in a terminal login asks for address and key, and the key is not shown', async () => {
  const { secret } = await app.account({ slug: 'typist' })
  const { code, screen } = await quarry.inTerminal(['login'], {
    env: { XDG_CONFIG_HOME: file('typed') },
    answers: [
      ['Address [http://127.0.0.1:8080]: ', app.url],
      ['Key: ', secret],
    ],
  })
  expect([code, screen]).toEqual([0, expect.stringContaining(`Logged in at ${app.url} as typist`)])
  expect(screen).not.toContain(secret.slice(4))
  const kept = readFileSync(file('typed/quarry/profile.json'), 'utf8')
  expect(JSON.parse(kept)).toEqual({ url: app.url, key: secret })
})

test('inputs that changed, and files that are none, are told before anything is sent', async () => {
  writeFileSync(file('a.csv'), 'qeury\nfenmont.example\n')
  writeFileSync(file('empty.csv'), 'query\n')
  writeFileSync(file('b.csv'), 'query\nfenmont.example\n')
  writeFileSync(
    file('b.ndjson.progress'),
    JSON.stringify({ version: 1, endpoint: '/v2/company', digest: 'other' }),
  )
  for (const [inputs, out, message] of [
    ['a.csv', 'a.ndjson', 'did you mean qeury?'],
    ['empty.csv', 'a.ndjson', 'holds no inputs'],
    ['nowhere.csv', 'a.ndjson', 'cannot be read'],
    ['b.csv', 'b.txt', 'must end in .csv, .ndjson or .json'],
    ['b.csv', 'b.ndjson', 'the inputs have changed'],
  ] as const) {
    const end = await run('batch', 'company', inputs, '--out', out)
    expect([inputs, out, end.code, end.stdout]).toEqual([inputs, out, 2, ''])
    expect(end.stderr).toContain(message)
  }
})

test('behind a proxy that drops every third answer all records come, each charged once', async () => {
  const { secret } = await app.account()
  const proxy = await startDroppingProxy(app.url, (count) => count % 3 === 0)
  try {
    const own = { env: { QUARRY_URL: proxy.url, QUARRY_KEY: secret } }
    const gets = await Promise.all(
      Array.from({ length: 6 }, () => quarry.run(['get', 'company', 'query=fenmont.example', '-q'], own)),
    )
    expect(gets.map(({ code, stdout }) => [code, stdout.includes('Fenmont')])).toEqual(
      Array(6).fill([0, true]),
    )
    expect(await spentBy(secret)).toBe(6)
    writeFileSync(file('many.csv'), `query\n${'fenmont.example\n'.repeat(40)}`)
    const end = await quarry.run(['batch', 'company', 'many.csv', '--out', 'many.ndjson'], own)
    expect([end.code, end.stderr]).toEqual([0, expect.stringContaining('40 records')])
    const lines = textOf('many.ndjson')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { line: number }).line)
    expect(lines).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
    expect(await spentBy(secret)).toBe(46)
    expect(proxy.dropped()).toBeGreaterThan(5)
  } finally {
    await proxy.close()
  }
})

test('from its packed tarball it runs with what it says it depends on, and the SDK inside', {
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
  // What is not asked for until it is needed is there too.
  writeFileSync(file('one.csv'), 'query\nfenmont.example\n')
  const batch = await installed.run(['batch', 'company', file('one.csv'), '--out', 'one.csv'], { env })
  expect([batch.code, batch.stderr]).toEqual([0, expect.stringContaining('1 records in one.csv')])
  expect((await installed.run(['mcp', '--budget', '1'], { env })).code).toBe(0)
  installed.remove()
})
