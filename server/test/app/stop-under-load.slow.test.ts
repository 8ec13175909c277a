// Stopping a server that keep-alive clients are using: every request that it received is answered, and each client
// learns from `connection: close` that the connection ends.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventPath } from '../support/jobs.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const clients = 24
const dataDir = mkdtempSync(join(tmpdir(), 'quarry-stop-'))
let server: ServerProcess

beforeAll(async () => {
  server = await startServer({ QUARRY_DATA_DIR: dataDir, QUARRY_DRAIN_SECONDS: '0' })
})
afterAll(async () => {
  await server.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

type Outcome = { status: number; connection: string | undefined }

const send = (agent: Agent, path: string) =>
  new Promise<Outcome>((resolve, reject) => {
    get(
      server.url + path,
      { agent, headers: { 'x-api-key': String(server.key) } },
      (response: IncomingMessage) => {
        response.on('error', reject).on('end', () => {
          const { statusCode = 0, headers } = response
          resolve({ status: statusCode, connection: headers.connection })
        })
        response.resume()
      },
    ).on('error', reject)
  })

/** Sends one request after the other on one connection, until the server says that it closes it. */
async function useConnection(path: string, pauseMs: number, onAnswer: () => void): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (;;) {
      const { status, connection } = await send(agent, path)
      if (status !== 200) return `status ${status}`
      if (connection === 'close') return 'told to close'
      onAnswer()
      if (pauseMs > 0) await delay(pauseMs)
    }
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  } finally {
    agent.destroy()
  }
}

test('24 keep-alive clients get all their answers while the server stops', async () => {
  const cached = `${eventPath}?query=1000000000017&max_age=86400`
  await send(new Agent(), cached)
  let answers = 0
  const using = Array.from({ length: clients }, (_, n) =>
    // Some send without a pause, so that requests arrive in the very moment of the signal; others think.
    useConnection(n % 4 === 3 ? '/v2/usage' : cached, [0, 1, 20, 50][n % 4] ?? 0, () => {
      answers += 1
    }),
  )
  while (answers < 20 * clients) await delay(5)
  const stopped = server.stop('SIGTERM')
  expect(await Promise.all(using)).toEqual(Array.from({ length: clients }, () => 'told to close'))
  expect(await stopped).toBe(0)
})
