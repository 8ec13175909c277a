// The README's examples are run as they stand: each curl line is asked of a fresh server, and its answer compared.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const examples = [
  ...readme.matchAll(
    /curl -H "x-api-key: \$KEY" 'http:\/\/127\.0\.0\.1:8080([^']+)'\n```\n\n```json\n(.+)\n```/g,
  ),
]

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await startApp()
  // As the demo account is made, with the same name, key and credits.
  secret = (await app.account({ slug: 'demo', name: 'Demo' }, { alias: 'demo', category: 'development' }))
    .secret
})
afterAll(() => app.close())

test('each example answers what the README shows', async () => {
  expect(examples.length).toBeGreaterThanOrEqual(3)
  for (const [, path = '', shown] of examples)
    expect(await (await app.call(secret, path)).text(), path).toBe(shown)
})
