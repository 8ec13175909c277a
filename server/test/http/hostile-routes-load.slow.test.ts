// Every route of a server process under load from abusive clients: pipelined requests whose responses are not read,
// responses that are read slowly, and hundreds of requests at the same time.
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  attack,
  compareLatency,
  createAgent,
  expectAlive,
  expectNoFaults,
  expectProper,
  type HostileTarget,
  sendRequest,
  startTarget,
  withinMemory,
} from '../support/hostile-client.ts'
import { isLong } from '../support/long.ts'
import { type RouteRequest, toBytes } from '../support/route-requests.ts'

const parallelRequests = 300
const connectionsPerRoute = isLong ? 4 : 2
/** More than a connection may run at the same time. */
const pipelinedRequests = isLong ? 40 : 20
/** The p99 of another tenant needs several hundred calls. */
const pipelinedRounds = isLong ? 3 : 1
const slowReads = 20

let target: HostileTarget
let clients: Socket[] = []
beforeAll(async () => {
  target = await startTarget()
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  clients = []
  await expectAlive(target)
  await expectNoFaults(target)
})
afterAll(() => target.close())

/** Opens connections that send the same request many times and read nothing. */
function pipeline(request: RouteRequest, connections: number, requests: number): Socket[] {
  const opened = Array.from({ length: connections }, () => {
    const client = connect(target.port, '127.0.0.1')
    client.pause()
    client.on('error', () => {})
    client.write(toBytes(request).repeat(requests))
    return client
  })
  clients.push(...opened)
  return opened
}

test('pipelined requests whose responses are not read do not stop the server', async () => {
  await compareLatency(target, async () => {
    for (let round = 0; round < pipelinedRounds; round += 1)
      await withinMemory(target, async () => {
        for (const request of target.requests) {
          const opened = pipeline(request, connectionsPerRoute, pipelinedRequests)
          await expectAlive(target)
          for (const client of opened) client.destroy()
        }
      })
  })
})

test('responses that are read a few bytes at a time do not stop the server', async () => {
  await attack(target, async () => {
    const opened: Socket[] = []
    for (const request of target.requests) {
      opened.push(...pipeline(request, 1, 2))
      await expectAlive(target)
    }
    const received = opened.map(() => '')
    // The webhook test route responds after some seconds.
    for (let n = 0; n < slowReads || received.includes(''); n += 1) {
      opened.forEach((client, index) => {
        received[index] += client.read(16)?.toString('latin1') ?? ''
      })
      await expectAlive(target)
    }
    for (const client of opened) client.destroy()
    for (const text of received) expect(text).toMatch(/^HTTP\/1\.1 [1-4]\d\d /)
  })
})

const isDocsFile = ({ path }: RouteRequest): boolean => path.startsWith('/docs/')

test(`${parallelRequests} requests to a route at the same time get proper responses`, async () => {
  const agent = createAgent(parallelRequests)
  // All files of the reference page are served in the same way.
  const [oneFile] = target.requests.filter(isDocsFile)
  const requests = target.requests.filter((request) => !isDocsFile(request) || request === oneFile)
  await compareLatency(target, async () => {
    for (const request of requests)
      await withinMemory(target, async () => {
        const responses = await Promise.all(
          Array.from({ length: parallelRequests }, () => sendRequest(target.port, agent, request)),
        )
        for (const response of responses) expectProper(request, response)
      })
  })
  agent.destroy()
}, 600_000)
