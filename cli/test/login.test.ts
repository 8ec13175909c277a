// What `quarry login` saves: only what the user entered, never a secret from the environment.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminToken, startApp, type TestApp } from '../../server/test/support/app.ts'
import { type BuiltQuarry, buildQuarry } from './support/quarry.ts'

let app: TestApp
let quarry: BuiltQuarry
beforeAll(async () => {
  app = await startApp()
  quarry = buildQuarry()
})
afterAll(async () => {
  quarry.remove()
  await app.close()
})

function readSaved(): unknown {
  return JSON.parse(readFileSync(join(quarry.folder, '.config/quarry/profile.json'), 'utf8'))
}

test('login saves no secret that came from the environment, and keeps what it saved before', async () => {
  const { secret } = await app.account()
  const login = ['login', '--url', app.url]
  const env = { QUARRY_URL: app.url, QUARRY_ADMIN_TOKEN: 'token-of-the-environment' }
  expect(await quarry.run(login, { env, input: `${secret}\n` })).toMatchObject({ code: 0 })
  expect(readSaved()).toEqual({ url: app.url, key: secret })

  const other = { QUARRY_URL: app.url, QUARRY_KEY: 'qry_of_the_environment' }
  const admin = await quarry.run([...login, '--admin'], { env: other, input: `${adminToken}\n` })
  expect([admin.code, admin.stderr]).toEqual([0, expect.stringContaining('the operator')])
  expect(readSaved()).toEqual({ url: app.url, key: secret, adminToken })
})
