// Tests the event loop monitor of server processes: it finds a route that blocks the event loop, by CPU time and not
// by the clock.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

const dataDir = createTempFolder('quarry-monitor-')
let fresh: FreshDatabase
let server: ServerProcess
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(async () => {
  await fresh.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts a server that runs this statement in a promise continuation for requests with `/slow` in their URL. */
async function startWith(statement: string): Promise<void> {
  const preload = `
    import { subscribe } from 'node:diagnostics_channel'
    subscribe('http.server.request.start', async ({ request }) => {
      await null
      if (request.url.includes('/slow')) ${statement}
    })`
  server = await startServer({
    DATABASE_URL: fresh.target.url,
    QUARRY_DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
  })
  for (const path of ['/slow/1', '/slow/1?secret=1', '/healthz'])
    await (await fetch(server.url + path)).text()
}

test('200 ms of computing in a request fails the stop with its route, except for the first request to its path', async () => {
  await startWith(`for (const end = process.cpuUsage().user + 200_000; process.cpuUsage().user < end; ) {}`)
  await expect(server.stop()).rejects.toThrow(
    /^the event loop was blocked:\n\d+ ms of CPU time for GET \/slow\/1; requests in progress: .*$/,
  )
})

test('300 ms of blocking without CPU time do not count as a block', async () => {
  await startWith('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)')
  expect(await server.stop()).toBe(0)
})
