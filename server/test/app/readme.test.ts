// Sends the first calls of the README and of the getting-started page to a new server, in the order of each page.
import { afterEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { matchesOutput, readDocPage } from '../support/doc-pages.ts'

const call = /^curl -H "x-api-key: \$QUARRY_KEY" "\$QUARRY_URL([^"$]+)"$/m

let app: TestApp
afterEach(() => app.close())

test.each([
  ['README.md', 1],
  ['docs/getting-started.md', 3],
])('each call of %s returns what the page shows', async (path, minCalls) => {
  app = await startApp()
  // The name, key and credits of the demo account of a first start.
  const account = { slug: 'demo', name: 'Demo', subscription_total: 1000, bonus_credits: 0 }
  const { secret } = await app.account(account, { alias: 'demo', category: 'development' })
  const calls = readDocPage(path).blocks.flatMap(({ code, output }) => {
    const address = call.exec(code)?.[1]
    return address !== undefined && output !== null ? [{ address, output }] : []
  })
  expect(calls.length).toBeGreaterThanOrEqual(minCalls)
  for (const { address, output } of calls) {
    const body = await (await app.call(secret, address)).text()
    expect([address, body, matchesOutput(output, body)]).toEqual([address, body, true])
  }
})
