// `quarry source dev`: a server with a plugin that is started again after a change, and waits if the plugin is
// broken.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDownloads } from '../../server/test/support/builds.ts'
import { recipesPlugin } from '../../server/test/support/plugin-folder.ts'
import { createTempFolder } from '../../server/test/support/temp-folder.ts'
import { type BuiltQuarry, buildQuarry } from './support/quarry.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
let quarry: BuiltQuarry
let folder: string
beforeAll(() => {
  buildDownloads()
  quarry = buildQuarry()
  folder = createTempFolder('quarry-source-dev-')
  const kit = join(folder, 'node_modules/@quarry/kit')
  mkdirSync(kit, { recursive: true })
  const tarball = join(repository, 'server/downloads/kit.tgz')
  execFileSync('tar', ['xzf', tarball, '-C', kit, '--strip-components=1'])
  writeFileSync(join(folder, 'package.json'), '{"name":"recipes","type":"module","exports":"./index.js"}')
  writeFileSync(join(folder, 'index.js'), recipesPlugin)
})
afterAll(() => {
  quarry.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('it answers calls, starts again after a change, survives a broken plugin, and stops with Ctrl-C', async () => {
  const dev = quarry.start(['source', 'dev', folder, '--port', '0'], { env: { QUARRY_HOME: repository } })
  const waitForOutput = async (pattern: RegExp) => {
    await expect.poll(() => dev.stderr(), { timeout: 60_000 }).toMatch(pattern)
    return pattern.exec(dev.stderr())?.[1] ?? ''
  }
  const key = await waitForOutput(/\(shown only once\): (qry_\w+)/)
  const url = await waitForOutput(
    /Playground: (http:\/\/\S+)\/console\/playground\?endpoint=%2Fv2%2Frecipes%2Frecipe#code=/,
  )
  const call = async () =>
    (await fetch(`${url}/v2/recipes/recipe?query=7`, { headers: { 'x-api-key': key } })).json()
  expect(await call()).toMatchObject({ title: 'Soup 7' })
  writeFileSync(join(folder, 'index.js'), recipesPlugin.replace("'recipes'", "'jobs'"))
  await waitForOutput(/source jobs: the server uses this name itself[\s\S]*Waiting for changes/)
  writeFileSync(join(folder, 'index.js'), recipesPlugin.replace("'Soup '", "'Stew '"))
  await waitForOutput(/Waiting for changes[\s\S]*Listening at (\S+)/)
  expect(await call()).toMatchObject({ title: 'Stew 7' })
  dev.process.kill('SIGINT')
  expect((await dev.ended).code).toBe(130)
  await expect(call()).rejects.toThrow()
})

test('without a server, or without a plugin, the error is one line', async () => {
  const none = await quarry.run(['source', 'dev', folder])
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringMatching(/^quarry: this command needs the files of/),
  ])
  const empty = await quarry.run(['source', 'dev'], { env: { QUARRY_HOME: repository } })
  expect([empty.code, empty.stderr]).toEqual([
    2,
    expect.stringContaining('has no package.json; name the folder'),
  ])
})
