// Many connections each pipeline a thousand requests for a large document and never read the responses: a server
// process keeps answering others, and its memory stays bounded.
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

const maxGrowthBytes = 150 * 1024 * 1024
const dataDir = createTempFolder('quarry-unread-')
const attackers: Socket[] = []
let server: ServerProcess

beforeAll(async () => {
  // Node parses all requests of a received chunk in one callback: 1,600 of the smallest take 25 to 50 ms, and up to
  // 175 ms before the code is compiled.
  server = await startServer({ QUARRY_DATA_DIR: dataDir, QUARRY_TEST_MAX_BLOCK_MS: '500' })
})
afterAll(async () => {
  for (const attacker of attackers) attacker.destroy()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** `VmRSS` is the current memory, `VmHWM` the highest so far. */
function readMemoryBytes(name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
}

async function attack(path: string): Promise<void> {
  const attacker = connect(Number(new URL(server.url).port), '127.0.0.1')
  attacker.pause()
  attacker.on('error', () => {})
  attackers.push(attacker)
  attacker.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(1_400))
  await once(attacker, 'connect')
}

test.runIf(process.platform === 'linux')(
  'unread pipelined requests for open documents leave the server answering, within 150 MB',
  async () => {
    for (const path of ['/openapi.json', '/docs', '/status.json'])
      expect((await fetch(server.url + path)).status).toBe(200)
    const beforeBytes = readMemoryBytes('VmRSS')
    const peakBeforeBytes = readMemoryBytes('VmHWM')
    for (let n = 0; n < 20; n += 1) await attack('/openapi.json')
    for (const path of ['/docs', '/status.json', '/nowhere'])
      for (let n = 0; n < 5; n += 1) await attack(path)
    for (let n = 0; n < 5; n += 1) {
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      const document = await fetch(`${server.url}/openapi.json`)
      expect([document.status, Object.keys((await document.json()) as object)[0]]).toEqual([200, 'openapi'])
    }
    const peakBytes = readMemoryBytes('VmHWM')
    const highestBytes = peakBytes > peakBeforeBytes ? peakBytes : readMemoryBytes('VmRSS')
    expect(highestBytes - beforeBytes).toBeLessThanOrEqual(maxGrowthBytes)
  },
)
