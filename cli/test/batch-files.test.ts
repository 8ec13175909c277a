// The files of a batch: inputs are never overwritten, and results appear in place only when the run is complete.
import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { type BuiltQuarry, buildQuarry } from './support/quarry.ts'

let app: TestApp
let quarry: BuiltQuarry
let env: Record<string, string>
let folder: string
let folders = 0
beforeAll(async () => {
  app = await startApp()
  quarry = buildQuarry()
})
beforeEach(async () => {
  env = { QUARRY_URL: app.url, QUARRY_KEY: (await app.account()).secret }
  folders += 1
  folder = join(quarry.folder, `run-${folders}`)
  mkdirSync(folder)
})
afterAll(async () => {
  quarry.remove()
  await app.close()
})

const file = (name: string) => join(folder, name)
const readText = (name: string) => readFileSync(file(name), 'utf8')
const batchArgs = (inputs: string, out: string) => ['batch', 'company', inputs, '--out', out]
const runBatch = (inputs: string, out: string) => quarry.run(batchArgs(inputs, out), { env, cwd: folder })
const readSpent = async () =>
  ((await (await app.call(env.QUARRY_KEY ?? '', '/v2/usage')).json()) as { total_used: number }).total_used

test('a run that would overwrite its inputs is refused, by whatever path it names them', async () => {
  const inputs = 'query\nfenmont.example\n'
  mkdirSync(file('real'))
  symlinkSync('real', file('linked'))
  writeFileSync(file('real/x.csv'), inputs)
  writeFileSync(file('y.failed.csv'), inputs)
  symlinkSync('real/x.csv', file('soft.csv'))
  linkSync(file('real/x.csv'), file('hard.csv'))
  const names = () => readdirSync(folder, { recursive: true }).toSorted()
  const before = names()
  const ends = await Promise.all(
    [
      ['real/x.csv', 'real/x.csv'],
      ['real/x.csv', './real/../real/x.csv'],
      ['real/x.csv', file('real/x.csv')],
      ['real/x.csv', 'linked/x.csv'],
      ['real/x.csv', 'soft.csv'],
      ['soft.csv', 'real/x.csv'],
      ['real/x.csv', 'hard.csv'],
      // Failed lines would be written to that path.
      ['y.failed.csv', 'y.json'],
    ].map(async ([from = '', out = '']) => ({ from, out, end: await runBatch(from, out) })),
  )
  for (const { from, out, end } of ends) {
    expect([from, out, end.code, end.stdout]).toEqual([from, out, 2, ''])
    expect(end.stderr).toMatch(/^quarry: --out .+ would overwrite the inputs in .+; name another file\n$/)
  }
  expect([readText('real/x.csv'), readText('y.failed.csv')]).toEqual([inputs, inputs])
  expect(names()).toEqual(before)
  expect(await readSpent()).toBe(0)
})

test('a target that is not a file is refused before anything is sent', async () => {
  writeFileSync(file('in.csv'), 'query\nfenmont.example\n')
  mkdirSync(file('out.csv'))
  const end = await runBatch('in.csv', 'out.csv')
  expect([end.code, end.stderr]).toEqual([2, expect.stringContaining('out.csv is not a file')])
  expect(await readSpent()).toBe(0)
})

test('an earlier result stays until the new run is complete, also when that stops and resumes', async () => {
  writeFileSync(file('in.csv'), 'query\nfenmont.example\nfault-slow-fenmont.example\nnobody.example\n')
  // The symbolic link is kept: its target gets the results.
  writeFileSync(file('results.csv'), 'earlier result')
  symlinkSync('results.csv', file('out.csv'))
  writeFileSync(file('out.failed.csv'), 'earlier failures')
  const first = quarry.start(batchArgs('in.csv', 'out.csv'), { env, cwd: folder })
  await expect
    .poll(() => (readdirSync(folder).includes('out.csv.progress') ? readText('out.csv.progress') : ''), {
      interval: 20,
    })
    .toMatch(/"batchId":"/)
  expect([readText('out.csv'), readText('out.failed.csv')]).toEqual(['earlier result', 'earlier failures'])
  first.process.kill('SIGINT')
  expect((await first.ended).code).toBe(130)
  expect([readText('out.csv'), readText('out.failed.csv')]).toEqual(['earlier result', 'earlier failures'])

  const second = await runBatch('in.csv', 'out.csv')
  expect([second.code, second.stderr]).toEqual([8, expect.stringContaining('2 records in out.csv')])
  expect(readText('results.csv').trim().split('\r\n')).toHaveLength(3)
  expect(readText('out.failed.csv')).toMatch(/\r\nnobody\.example,3,Not Found,not_found\r\n$/)
  expect(readdirSync(folder).toSorted()).toEqual(['in.csv', 'out.csv', 'out.failed.csv', 'results.csv'])
  expect(await readSpent()).toBe(2)
})

test('a run killed while it moved its files finishes the move and sends nothing', async () => {
  const inputs = 'query\nfenmont.example\nnobody.example\n'
  writeFileSync(file('in.csv'), inputs)
  const digest = createHash('sha256').update(inputs).digest('hex')
  const bytes = { out: 7, failed: 8 }
  const counts = { lines: 2, done: 2, succeeded: 1, failed: 1, credits: 1, bytes, open: null }
  const progress = { version: 3, run: 'ab', endpoint: '/v2/company', digest, ...counts, isComplete: true }
  writeFileSync(file('out.csv.progress'), JSON.stringify(progress))
  writeFileSync(file('out.csv'), 'records')
  writeFileSync(file('out.failed.csv.partial'), 'failures')
  const end = await runBatch('in.csv', 'out.csv')
  expect([end.code, end.stderr]).toEqual([8, expect.stringContaining('1 record in out.csv, 1 failed line')])
  expect([readText('out.csv'), readText('out.failed.csv')]).toEqual(['records', 'failures'])
  expect(readdirSync(folder).toSorted()).toEqual(['in.csv', 'out.csv', 'out.failed.csv'])
  expect(await readSpent()).toBe(0)
})
