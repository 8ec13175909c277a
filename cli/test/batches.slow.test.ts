// Batches as a user runs them: records in the order of their lines, failed lines in a separate file, and no charge
// beyond the requested lines.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDroppingProxy } from '../../sdk/test/support/dropping-proxy.ts'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { type BuiltQuarry, buildQuarry, hasPython } from './support/quarry.ts'

let app: TestApp
let quarry: BuiltQuarry
let env: Record<string, string>
beforeAll(async () => {
  app = await startApp()
  quarry = buildQuarry()
  env = { QUARRY_URL: app.url, QUARRY_KEY: (await app.account()).secret }
})
afterAll(async () => {
  quarry.remove()
  await app.close()
})

const run = (...args: string[]) => quarry.run(args, { env })
const file = (name: string) => join(quarry.folder, name)
const readText = (name: string) => readFileSync(file(name), 'utf8')
const spentBy = async (secret: string) =>
  ((await (await app.call(secret, '/v2/usage')).json()) as { total_used: number }).total_used

test('records are in order, and another run can take the file of failed lines', async () => {
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
    expect(end.stderr).toContain('4 lines at 1 credit: at most 4 credits')
    // Each run starts from the beginning and is charged again.
    expect(await spentBy(secret)).toBe(2 * runs)
    const [head, ...lines] = readText('out.csv').trim().split('\r\n')
    expect(head).toMatch(
      /^query,note,line,status_code,credits,provider,.*result\.name,.*result\.headquarter\.city/,
    )
    expect(lines.map((line) => line.slice(0, 30))).toEqual([
      expect.stringContaining('fenmont.example,"a, b",1,200,1'),
      expect.stringContaining("fenmont.example,'=1+1,4,200,1"),
    ])
    expect(readText('out.failed.csv')).toBe(
      'query,note,line,error,reason\r\nnobody.example,two,2,Not Found,not_found\r\n,three,3,query is empty,invalid_parameter\r\n',
    )
    expect(() => readText('out.csv.progress')).toThrow('ENOENT')
  }
  const again = await quarry.run(['batch', 'company', 'out.failed.csv', '--out', 'again.json', '-q'], own)
  expect([again.code, readText('again.json')]).toEqual([8, '[]\n'])
  expect(readText('again.failed.csv').split('\r\n')[0]).toBe('query,note,line,error,reason')
})

test('a line that the server refuses does not stop the others, in NDJSON and JSON', async () => {
  const events = ['1000000000017', 'jazz', '1000000007936'].map((query) => JSON.stringify({ query }))
  writeFileSync(file('events.ndjson'), `${[...events, '[1]', '{"query":5}'].join('\n')}\n`)
  const end = await run('batch', 'ticketing/event', 'events.ndjson', '--out', 'events.json', '-q')
  expect([end.code, end.stderr]).toEqual([8, 'quarry: 3 lines without a record\n'])
  const found = JSON.parse(readText('events.json')) as { line: number; result: { event_id: string } }[]
  expect(found.map(({ line, result }) => [line, result.event_id])).toEqual([
    [1, '1000000000017'],
    [3, '1000000007936'],
  ])
  const lost = readText('events.failed.ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lost.map(({ line, reason }) => [line, reason])).toEqual(
    [2, 4, 5].map((line) => [line, 'invalid_parameter']),
  )
  expect(lost[0]).toMatchObject({ input: { query: 'jazz' }, error: expect.stringContaining('event URL') })
})

test.runIf(hasPython)('in a terminal a batch asks for confirmation and shows its progress', async () => {
  const { secret } = await app.account()
  const own = { ...env, QUARRY_KEY: secret }
  // The last line takes three seconds; the progress bar shows the others as done meanwhile.
  writeFileSync(file('slow.csv'), `query\n${'fenmont.example\n'.repeat(29)}fault-slow-fenmont.example\n`)
  const command = ['batch', 'company', 'slow.csv', '--out', 'slow.ndjson']
  const question = '30 lines at 1 credit: at most 30 credits. Start? [y/N] '
  for (const reply of ['', 'yep']) {
    const refused = await quarry.inTerminal(command, { env: own, replies: [[question, reply]] })
    expect([refused.code, refused.screen]).toEqual([130, expect.stringContaining('not started')])
  }
  expect(await spentBy(secret)).toBe(0)
  expect(() => readText('slow.ndjson')).toThrow('ENOENT')
  const { code, screen } = await quarry.inTerminal(command, { env: own, replies: [[question, 'y']] })
  expect([code, await spentBy(secret)]).toEqual([0, 30])
  // The bar is redrawn in its line, with the cursor hidden until the end.
  expect(screen).toMatch(/░{40} 0 of 30 lines, 0\.0\/s, 0 credits\x1b/)
  expect(screen).toMatch(/░ \d+ of 30 lines, \d+\.\d\/s, \d+ credits?, \d+s left\x1b/)
  expect(screen).toMatch(/█{40} 30 of 30 lines, \d+\.\d\/s, 30 credits\x1b/)
  expect(screen.lastIndexOf('\x1b[?25h')).toBeGreaterThan(screen.lastIndexOf('\x1b[?25l'))
  expect(screen).toContain('30 records in slow.ndjson')
  writeFileSync(file('two.csv'), 'query\nfenmont.example\nfenmont.example\n')
  const plain = await quarry.inTerminal(['batch', 'company', 'two.csv', '--out', 'two.ndjson', '--yes'], {
    env: { ...own, NO_COLOR: '1' },
    replies: [],
  })
  expect([plain.code, plain.screen]).toEqual([0, expect.not.stringMatching(/Start\?|[█░]/)])
  expect(plain.screen).toMatch(/={40} 2 of 2 lines/)
})

test('changed inputs and invalid files are reported before anything is sent', async () => {
  writeFileSync(file('a.csv'), 'qeury\nfenmont.example\n')
  writeFileSync(file('empty.csv'), 'query\n')
  writeFileSync(file('b.csv'), 'query\nfenmont.example\n')
  writeFileSync(
    file('b.ndjson.progress'),
    JSON.stringify({ version: 3, endpoint: '/v2/company', digest: 'other' }),
  )
  for (const [inputs, out, message] of [
    ['a.csv', 'a.ndjson', 'did you mean qeury?'],
    ['empty.csv', 'a.ndjson', 'has no inputs'],
    ['nowhere.csv', 'a.ndjson', 'cannot be read'],
    ['b.csv', 'b.txt', 'must end in .csv, .ndjson or .json'],
    ['b.csv', 'b.ndjson', 'the inputs changed'],
  ] as const) {
    const end = await run('batch', 'company', inputs, '--out', out)
    expect([inputs, out, end.code, end.stdout]).toEqual([inputs, out, 2, ''])
    expect(end.stderr).toContain(message)
  }
})

test('--fields cuts the records and the columns; an unknown field stops the run before anything is paid', async () => {
  const { secret } = await app.account()
  const runCut = (fields: string, out: string) =>
    quarry.run(['batch', 'company', 'cut.csv', '--out', out, '--fields', fields], {
      env: { ...env, QUARRY_KEY: secret },
    })
  writeFileSync(file('cut.csv'), 'query\nfenmont.example\npluello.example\n')
  const wrong = await runCut('nam', 'cut-out.csv')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/--fields nam: .*name/)])
  expect([
    await spentBy(secret),
    readdirSync(quarry.folder).filter((name) => name.startsWith('cut-')),
  ]).toEqual([0, []])
  expect((await runCut('name,headquarter.city', 'cut-out.csv')).code).toBe(0)
  const [head, first] = readText('cut-out.csv').split('\n')
  expect(head).toMatch(/provider_source"?,"?result\.name"?,"?result\.headquarter\.city"?\r?$/)
  expect(first).toMatch(/"?Fenmont"?,"?Hamburg"?\r?$/)
  expect((await runCut('-description', 'cut-out.json')).code).toBe(0)
  const [record] = JSON.parse(readText('cut-out.json')) as { result: object }[]
  expect(record?.result).toMatchObject({ name: 'Fenmont', founded: 2007 })
  expect(record?.result).not.toHaveProperty('description')
})

test('behind a proxy that drops every third response all records arrive, each charged once', async () => {
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
    const lines = readText('many.ndjson')
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

test('a file above 1,000 lines is uploaded; without credits it stops, and the same command continues', async () => {
  const { secret, slug } = await app.account({ bonus_credits: 1_100 })
  const own = { env: { ...env, QUARRY_KEY: secret } }
  writeFileSync(file('many.csv'), `query\n${'fenmont.example\n'.repeat(1_300)}`)
  const args = ['batch', 'company', 'many.csv', '--out', 'many.ndjson']
  const stopped = await quarry.run(args, own)
  expect([stopped.code, stopped.stderr]).toEqual([
    5,
    expect.stringContaining('Payment required (credits_exhausted): stopped before line 1101'),
  ])
  await app.admin(`/admin/accounts/${slug}/credits`, {
    method: 'POST',
    body: JSON.stringify({ credits: 1_000, reason: 'test' }),
  })
  const end = await quarry.run(args, own)
  expect([end.code, end.stderr]).toEqual([
    0,
    expect.stringContaining('1300 records in many.ndjson; 1300 credits'),
  ])
  const lines = readText('many.ndjson').trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(
    Array.from({ length: 1_300 }, (_, at) => at + 1),
  )
  expect(await spentBy(secret)).toBe(1_300)
})
