// The files in deploy/ match the server: the dashboard and alerts use existing metrics, and every setting is one that
// the server reads.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

const read = (path: string) => readFile(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('the dashboard uses existing metrics', async () => {
  const board = JSON.parse(await read('deploy/grafana/quarry.json')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const used = board.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/quarry_[a-z0-9_]+/g) ?? []),
  )
  const text = await (await app.admin('/metrics')).text()
  const there = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(15)
  expect(used.filter((name) => !there.includes(name.replace(/_bucket$/, '')))).toEqual([])
})

test('the alert rules use existing metrics', async () => {
  const text = await (await app.admin('/metrics')).text()
  const there = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  const used = (await read('deploy/alerts.yaml')).match(/quarry_[a-z0-9_]+/g) ?? []
  expect(used.length).toBeGreaterThan(1)
  expect(used.filter((name) => !there.includes(name))).toEqual([])
})

test.each(['Dockerfile', 'compose.yaml', 'deploy/kubernetes/quarry.yaml', 'deploy/quarry.service'])(
  '%s names settings that are documented',
  async (file) => {
    const named = (await read(file)).match(/\b(?:QUARRY_[A-Z_]+|DATABASE_URL|REDIS_URL)\b/g) ?? []
    const docs = await read('docs/operating/configure.md')
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !docs.includes(`\`${name}\``))).toEqual([])
  },
)

test('every setting of the server is documented', async () => {
  const { settings } = (await (await app.admin('/admin/settings')).json()) as {
    settings: { name: string }[]
  }
  const docs = await read('docs/operating/configure.md')
  // Settings per endpoint, source or provider are documented with placeholders.
  const names = settings.map(({ name }) => name).filter((name) => !/^(?:answers |providers\.)/.test(name))
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !docs.includes(`| \`${name}\``) && !docs.includes(`| \`${name}.<`))).toEqual(
    [],
  )
})

test.each(['Dockerfile', 'deploy/quarry.service'])('%s starts the server as npm start does', async (file) => {
  const { start } = JSON.parse(await read('package.json')).scripts as { start: string }
  const startLine = (await read(file)).split('\n').find((line) => /^(?:CMD|ExecStart=)/.test(line)) ?? ''
  const words = startLine.match(/[\w./-]*node|scripts\/\S+?\.mjs|serve\b/g)?.join(' ')
  expect(words?.replace(/^\S*\/node/, 'node')).toBe(start)
})
