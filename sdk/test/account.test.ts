// The methods of the account's own routes, settings from the environment, and messages about missing settings.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { InvalidKey, Quarry } from '../src/index.ts'
import { startDroppingProxy } from './support/dropping-proxy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('usage, jobs, keys and webhooks are methods', async () => {
  const { secret } = await app.account({}, { permissions: ['manage'] })
  const quarry = new Quarry({ key: secret, baseUrl: app.url })
  expect((await quarry.usage()).data.remaining).toBe(1000)
  const { id } = await quarry.company.async({ query: 'fenmont.example' })
  expect((await quarry.jobs.get(id)).data.job_id).toBe(id)
  const ids: string[] = []
  for await (const job of quarry.jobs.list()) ids.push(job.job_id)
  expect(ids).toEqual([id])
  const { data: key } = await quarry.keys.create({ alias: 'reports', scopes: ['/v2/company'] })
  expect((await quarry.keys.list()).data.keys.map(({ alias }) => alias)).toContain('reports')
  expect((await quarry.keys.change(key.id, { active: false })).data.active).toBe(false)
  expect((await quarry.keys.rotate(key.id)).data.secret).not.toBe(key.secret)
  expect((await quarry.webhooks.rotateSecret()).data.secret).toMatch(/^whsec_/)
  expect((await quarry.webhooks.get()).data.has_secret).toBe(true)
  expect((await quarry.webhooks.deliveries().next()).done).toBe(true)
})

test('settings come from the environment, and options override them', async () => {
  const { secret } = await app.account()
  vi.stubEnv('QUARRY_URL', app.url)
  vi.stubEnv('QUARRY_KEY', secret)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect((await new Quarry().usage()).data.remaining).toBe(1000)
  await expect(new Quarry({ key: 'qry_other' }).usage()).rejects.toThrow(InvalidKey)
})

test('a missing key and a server that is down are named at once', async () => {
  await expect(new Quarry({ baseUrl: app.url }).company({ query: 'a' })).rejects.toThrow(
    'GET /v2/company needs an API key: pass { key } or set QUARRY_KEY',
  )
  const closed = await startDroppingProxy(app.url, () => false)
  await closed.close()
  const lost = new Quarry({ key: 'qry_x', baseUrl: closed.url, maxRetries: 0 }).usage()
  await expect(lost).rejects.toThrow(`could not connect to ${closed.url}`)
})
