// Pages made to break parsers, sent by a site to a server process: they are parsed off the event loop, stopped by the
// time limit, never billed, and the server continues.
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

const hostile: Record<string, () => string> = {
  nested: () => `<html><body>${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}</body></html>`,
  line: () => `<html><body><p>${'word '.repeat(1_900_000)}</p></body></html>`,
  attributes: () =>
    `<html><body><p ${Array.from({ length: 100_000 }, (_, i) => `a${i}="x"`).join(' ')}>x</p></body></html>`,
  tags: () => `<html><body>${'<b><i></b>'.repeat(400_000)}</body></html>`,
  signs: () => '<'.repeat(9_900_000),
  blocks: () => '<script type="application/ld+json">{/*</script>'.repeat(200_000),
  objects: () =>
    `<script type="application/ld+json">[${'{"@type":"Organization"},'.repeat(390_000)}0]</script>`,
  scripts: () => `<html><head>${'<script type="application/ld+json">{"a":'.repeat(100_000)}</head></html>`,
}

let site: Server
let fresh: FreshDatabase
let folder: string
let server: ServerProcess
beforeAll(async () => {
  site = createServer((request, response) => {
    const kind = new URL(request.url ?? '/', 'http://site').pathname.split('/').filter(Boolean).at(-1) ?? ''
    response.writeHead(200, { 'content-type': 'text/html' }).end(hostile[kind]?.())
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  fresh = await freshDatabase()
  folder = createTempFolder('quarry-large-pages-')
  const config = { sources: { socialnet: { site: address, allow_private: true, robots: false } } }
  writeFileSync(`${folder}/config.json`, JSON.stringify(config))
  server = await startServer({
    DATABASE_URL: fresh.target.url,
    QUARRY_DATA_DIR: folder,
    QUARRY_CONFIG: `${folder}/config.json`,
  })
})
// Stopping the server rejects if a page blocked its event loop.
afterAll(() =>
  server.stop().finally(async () => {
    await fresh.drop()
    site.close()
    rmSync(folder, { recursive: true, force: true })
  }),
)

const call = (path: string) => fetch(`${server.url}${path}`, { headers: { 'x-api-key': server.key ?? '' } })

test.each(Object.keys(hostile))('%s: an error without charge, while other calls succeed', async (kind) => {
  const pending = call(`/v2/socialnet/company/info?query=${kind}`)
  let isAnswered = false
  void pending.finally(() => {
    isAnswered = true
  })
  let others = 0
  while (!isAnswered) {
    const other = await call('/v2/usage')
    await other.arrayBuffer()
    expect(other.status).toBe(200)
    others += 1
    // Leaves the processor to the thread that reads the page.
    await delay(10)
  }
  const response = await pending
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([500, '0'])
  expect(['page_changed', 'upstream_failed', 'upstream_blocked']).toContain(
    response.headers.get('x-error-reason'),
  )
  expect(others).toBeGreaterThan(0)
})
