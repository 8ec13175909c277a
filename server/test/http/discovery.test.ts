// Files at well-known paths, which tools read to find the API and its security contact.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
let silent: TestApp
beforeAll(async () => {
  const clock = () => new Date('2026-03-04T15:16:17Z')
  app = await startApp({
    clock,
    env: { QUARRY_CONTACT: 'ops@quarry.example' },
    config: { publicUrl: 'https://quarry.example' },
  })
  silent = await startApp()
})
afterAll(async () => {
  await app.close()
  await silent.close()
})

const files = ['/llms.txt', '/.well-known/api-catalog', '/.well-known/security.txt']

test.each(files)('%s is cached, compressed and responds to HEAD', async (path) => {
  const response = await fetch(app.url + path)
  const body = await response.text()
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
  const tag = String(response.headers.get('etag'))
  expect((await fetch(app.url + path, { headers: { 'if-none-match': tag } })).status).toBe(304)
  const plain = { 'accept-encoding': 'identity' }
  const head = await fetch(app.url + path, { method: 'HEAD', headers: plain })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
  expect(head.headers.get('content-type')).toBe(response.headers.get('content-type'))
})

test('llms.txt lists every lookup with its price and a link into the reference', async () => {
  const [response, docs] = [await fetch(`${app.url}/llms.txt`), await fetch(`${app.url}/docs`)]
  const [text, page] = [await response.text(), await docs.text()]
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text).toMatch(/^# Quarry\n\n> One call/)
  for (const route of app.routes)
    if ('configured' in route) {
      expect(text).toContain(`${route.path}\`, ${route.configured.price} credit`)
      if (text.includes(`#${route.name})`)) expect(page).toContain(`id="${route.name}"`)
    }
  expect(text).toContain('[OpenAPI document](https://quarry.example/openapi.json)')
})

test('the API catalog is a linkset whose links work', async () => {
  const response = await fetch(`${app.url}/.well-known/api-catalog`)
  expect(response.headers.get('content-type')).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  )
  expect(response.headers.get('link')).toBe('</.well-known/api-catalog>; rel="api-catalog"')
  const { linkset } = (await response.json()) as { linkset: Record<string, { href: string }[]>[] }
  const links = linkset.flatMap(({ anchor: _, item: __, ...relations }) => Object.values(relations).flat())
  expect(links.length).toBeGreaterThan(4)
  for (const { href } of links)
    expect([href, (await fetch(href.replace('https://quarry.example', app.url))).status]).toEqual([href, 200])
})

test('security.txt has the configured contact and expires within a year, or does not exist', async () => {
  expect(await (await fetch(`${app.url}/.well-known/security.txt`)).text()).toBe(
    'Contact: mailto:ops@quarry.example\nExpires: 2026-08-31T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://quarry.example/.well-known/security.txt\n',
  )
  const missing = await fetch(`${silent.url}/.well-known/security.txt`)
  expect([missing.status, await missing.text()]).toEqual([404, '{"error":"Not Found"}'])
})
