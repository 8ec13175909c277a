// Servers are replaced one after the other behind a load balancer that checks /readyz: no call fails.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/account-store.ts'
import { createKeys } from '../../src/accounts/keys.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventPath } from '../support/jobs.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const callers = 4
/** A balancer checks at this interval and removes a server at its first failure. */
const checkIntervalMs = 200

let fresh: FreshDatabase
let folder: string
let servers: ServerProcess[] = []
let secret: string

beforeAll(async () => {
  fresh = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'quarry-rolling-'))
  await createAccountStore(fresh.database).create(
    { slug: 'caller', name: 'Caller', bonus_credits: 100_000 },
    'test',
  )
  secret = (await createKeys(fresh.database).create('caller', { alias: 'main' }, 'test')).secret
  servers = await Promise.all([start(), start()])
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')))
  await fresh.drop()
  await rm(folder, { recursive: true, force: true })
})

const start = () =>
  startServer({ DATABASE_URL: fresh.target.url, QUARRY_DATA_DIR: folder, QUARRY_DRAIN_SECONDS: '3' })

/** Sends each call to the next server that was ready at the last check. */
function startBalancer() {
  let ready: ServerProcess[] = []
  let turn = 0
  const seenStopping = new Set<ServerProcess>()
  let isOver = false
  const checkServers = async () => {
    const checked = [...servers]
    const statuses = await Promise.all(
      checked.map(({ url }) =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      ),
    )
    ready = checked.filter((_, n) => statuses[n] === 200)
    for (const [n, server] of checked.entries()) if (statuses[n] === 503) seenStopping.add(server)
  }
  const checking = (async () => {
    while (!isOver) {
      await checkServers()
      await delay(checkIntervalMs)
    }
  })()
  return {
    next: () => ready[turn++ % ready.length],
    isReady: (server: ServerProcess) => ready.includes(server),
    seenStopping,
    stop: async () => {
      isOver = true
      await checking
    },
  }
}

test('a rolling restart fails no call', async () => {
  const balancer = startBalancer()
  const outcomes = new Map<string, number>()
  let isOver = false
  const calling = Array.from({ length: callers }, async () => {
    while (!isOver) {
      const server = balancer.next()
      if (!server) {
        await delay(20)
        continue
      }
      const outcome = await fetch(`${server.url}${eventPath}?query=1000000000017`, {
        headers: { 'x-api-key': secret },
      }).then(
        async (response) => {
          await response.arrayBuffer()
          return String(response.status)
        },
        (error: Error) => String(error.cause ?? error),
      )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      // Leaves the processor to the servers that start.
      await delay(10)
    }
  })
  while (!balancer.next()) await delay(20)

  for (const old of [...servers]) {
    const leaving = old.stop()
    // The old server still serves calls that are on their way.
    while (!balancer.seenStopping.has(old)) await delay(20)
    expect(await leaving).toBe(0)
    const next = await start()
    servers = [...servers.filter((server) => server !== old), next]
    while (!balancer.isReady(next)) await delay(20)
  }
  isOver = true
  await Promise.all(calling)
  await balancer.stop()
  expect([...outcomes.keys()]).toEqual(['200'])
  expect(outcomes.get('200')).toBeGreaterThan(callers)
})
