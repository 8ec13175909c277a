// The command line as a user runs it: help, exit codes, one-line errors, and the commands that need no server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints, sources } from '@quarry/sources'
import { afterAll, expect, test } from 'vitest'
import { quarry } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'quarry-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const save = (name: string, content: string) => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
const oneLine = /^quarry: [^\n]+\n$/

test('help goes to stdout with exit code 0, for the program and for each command', async () => {
  const all = await quarry(['--help'])
  expect([all.code, all.stderr]).toEqual([0, ''])
  for (const command of ['serve', 'migrate', 'audit', 'sources', 'extract'])
    expect(all.stdout).toContain(command)
  for (const command of ['serve', 'extract']) {
    const { code, stdout } = await quarry([command, '--help'])
    expect([code, stdout]).toEqual([0, expect.stringContaining(`quarry ${command}`)])
  }
})

test('options before a command are those of the client', async () => {
  const { code, stdout } = await quarry(['--version'])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  const usage = await quarry(['--profile', 'staging', 'usage'], { HOME: folder })
  expect([usage.code, usage.stderr]).toEqual([2, expect.stringContaining('the profile "staging" has no key')])
})

test.each([
  [['nonsense'], 'there is no command "nonsense"'],
  [['sources', 'extra'], 'sources takes no arguments'],
  [['extract'], 'usage: quarry extract'],
  [
    ['extract', 'nope/nothing', '--page', 'x', '--url', 'https://x.example/'],
    'there is no endpoint "nope/nothing"',
  ],
  [
    ['extract', 'ticketing/event', '--page', '/nowhere', '--url', 'https://fr.ticketing.example/e/1'],
    'cannot be read',
  ],
])('invalid arguments are one line and exit code 2: %s', async (args, message) => {
  const { code, stdout, stderr } = await quarry(args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(oneLine)
  expect(stderr).toContain(message)
})

test('an invalid setting is exit code 1 with its name, its value and what is allowed', async () => {
  const { code, stderr } = await quarry(['serve'], { QUARRY_PORT: 'eighty' })
  expect(code).toBe(1)
  expect(stderr).toBe(
    'quarry: QUARRY_PORT is "eighty": it must be an integer from 0 to 65535 (0 picks a free port)\n',
  )
})

test('sources lists every endpoint with its price', async () => {
  const { code, stdout } = await quarry(['sources'])
  expect(code).toBe(0)
  expect(stdout.trim().split('\n')).toHaveLength(endpoints.length)
  for (const { path } of endpoints) expect(stdout).toContain(path)
})

test('extract prints the record of a saved page, or the reason for its absence', async () => {
  const ticketing = sources.find(({ name }) => name === 'ticketing')
  const url = 'https://com.ticketing.example/e/x-1000000000017'
  const site = await ticketing?.sandbox?.()
  const page = site?.({ method: 'GET', url: new URL(url), json: undefined, now: new Date() })
  const found = await quarry([
    'extract',
    'ticketing/event',
    '--page',
    save('event.html', page?.body ?? ''),
    '--url',
    url,
  ])
  expect([found.code, found.stderr]).toEqual([0, ''])
  expect(JSON.parse(found.stdout)).toMatchObject({ event_id: '1000000000017', domain: 'com' })
  const other = await quarry([
    'extract',
    'ticketing/event',
    '--page',
    save('other.html', '<html><body><h1>Recipes</h1><p>Stir well, then wait.</p></body></html>'),
    '--url',
    url,
  ])
  expect([other.code, other.stdout]).toEqual([1, ''])
  expect(other.stderr).toMatch(/^quarry: page_changed: [^\n]+\n$/)
  const foreign = await quarry([
    'extract',
    'ticketing/event',
    '--page',
    save('other.html', ''),
    '--url',
    'https://elsewhere.example/',
  ])
  expect([foreign.code, foreign.stderr]).toEqual([
    1,
    expect.stringMatching(/^quarry: invalid_parameter: [^\n]+\n$/),
  ])
})
