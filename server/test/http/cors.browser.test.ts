// A page of another origin in a real browser: it can call the server only from an origin that the operator allowed.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { hasBrowser, startBrowser } from '../support/browser.ts'

const event = '/v2/ticketing/event?query=1000000000017'

const servePage = async (): Promise<Server> => {
  const pages = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>A page of somebody else</title>')
  })
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  return pages
}

test.runIf(hasBrowser)(
  'in a browser a page of an allowed origin can call, and the same page on another origin cannot',
  async () => {
    const browser = await startBrowser()
    const pages = await servePage()
    const { port } = pages.address() as AddressInfo
    const served = await startApp({ config: { corsOrigins: [`http://127.0.0.1:${port}`] } })
    const { secret } = await served.account({}, { permissions: ['manage'] })
    const script = `(async () => {
    const call = async (path, init) => {
      const response = await fetch('${served.url}' + path, init)
      return [response.status, response.headers.get('x-credits-used'), (await response.text()) !== '']
    }
    try {
      return [
        await call('${event}', { headers: { 'x-api-key': '${secret}', 'idempotency-key': 'one' } }),
        await call('/v2/keys', {
          method: 'POST',
          headers: { authorization: 'Bearer ${secret}', 'content-type': 'application/json' },
          body: '{"alias":"from a page"}',
        }),
        await call('/mcp', {
          method: 'POST',
          headers: {
            authorization: 'Bearer ${secret}',
            'content-type': 'application/json',
            'mcp-protocol-version': '2025-06-18',
          },
          body: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}',
        }),
      ]
    } catch (error) {
      return String(error)
    }
  })()`
    const outcomeAt = async (address: string) => {
      const page = await browser.newPage()
      await page.goto(address)
      return page.evaluate(script)
    }
    try {
      expect(await outcomeAt(`http://localhost:${port}/`)).toBe('TypeError: Failed to fetch')
      expect(await outcomeAt(`http://127.0.0.1:${port}/`)).toEqual([
        [200, '1', true],
        [201, '0', true],
        [200, null, true],
      ])
    } finally {
      await browser.close()
      await served.close()
      pages.closeAllConnections()
      await new Promise((resolve) => pages.close(resolve))
    }
  },
)
