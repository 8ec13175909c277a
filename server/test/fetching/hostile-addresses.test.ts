// Sends every forbidden URL to every parameter that takes a URL, on a whole server with a canary that listens where
// they point: 400 that names the parameter, no credit, no connection.
import { createServer, type Server } from 'node:net'
import { siteAt } from '@quarry/kit/site'
import { hostileAddresses } from '@quarry/kit/testing/address-corpus'
import { sources } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'

// The parameters whose text is read as a URL; all others take a word, a key or a number.
const urlParameters: [path: string, parameter: string][] = [
  ['/v2/ticketing/event', 'query'],
  ['/v2/ticketing/search', 'query'],
  ['/v2/startupdb/event', 'query'],
  ['/v2/supplierdir/search', 'query'],
  ['/v2/supplierdir/company', 'query'],
  ['/v2/realestate_fr/property', 'query'],
  ['/v2/retailer_b/product', 'query'],
  ['/v2/socialnet/company/info', 'query'],
]
const lookupKeys: [path: string, parameter: string][] = [
  ['/v2/company/email_pattern', 'query'],
  ['/v2/company/social', 'query'],
  ['/v2/socialnet/company/info', 'domain'],
]

let app: TestApp
let secret: string
let canary: Server
let connections = 0
let port: number
beforeAll(async () => {
  canary = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => canary.listen(0, resolve))
  port = (canary.address() as { port: number }).port
  app = await sharedApp()
  secret = (await app.account()).secret
})
afterAll(async () => {
  await app.close()
  canary.close()
})

async function refuses(path: string, parameter: string, value: string): Promise<void> {
  const response = await app.call(secret, `${path}?${parameter}=${encodeURIComponent(value)}`)
  const description = `${path} ${parameter}=${value}: ${await response.clone().text()}`
  expect(response.status, description).toBe(400)
  expect(((await response.json()) as { error: string }).error, description).toMatch(
    new RegExp(`^Bad Request: ${parameter} `),
  )
  expect(response.headers.get('x-credits-used'), description).toBe('0')
}

test.each(urlParameters)('%s %s', async (path, parameter) => {
  const source = sources.find(({ endpoints }) => endpoints.some((endpoint) => endpoint.path === path))
  const host = source ? (siteAt(source.site, source.domains).hosts[0] ?? '') : ''
  for (const address of [
    ...hostileAddresses(host),
    `http://127.0.0.1:${port}/`,
    `https://localhost:${port}/e/x-1`,
    `http://[::1]:${port}/`,
  ])
    await refuses(path, parameter, address)
  expect(connections).toBe(0)
})

test.each(lookupKeys)('%s %s refuses addresses of machines', async (path, parameter) => {
  for (const key of [
    '169.254.169.254',
    'localhost',
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.1',
    'metadata.internal',
    `127.0.0.1:${port}`,
    'user@pluello.example',
    `http://localhost:${port}/`,
  ])
    await refuses(path, parameter, key)
  expect(connections).toBe(0)
})
