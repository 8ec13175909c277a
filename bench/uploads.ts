// A batch from a large file: the time to accept it and to run it, the peak memory of the server, and the p99 latency of
// another account during upload and run, compared with that of the idle server before.
// Usage: npx tsx bench/uploads.ts [lines] [quiet seconds]
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { measureLatency } from '../server/test/support/measure-latency.ts'
import { startServer } from '../server/test/support/server-process.ts'
import { createTempFolder } from '../server/test/support/temp-folder.ts'
import { build } from './measured-server.ts'
import { note } from './results.ts'

const lines = Number(process.argv[2] ?? 100_000)
const quietMs = Number(process.argv[3] ?? 15) * 1000
const lookup = '/v2/company'

build()
const dataDir = createTempFolder('quarry-bench-')
const server = await startServer({ QUARRY_DATA_DIR: dataDir, QUARRY_TEST_MAX_BLOCK_MS: '100000' })
const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()

async function createAccountKey(slug: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/admin${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { secret: string }
  }
  await post('/accounts', { slug, name: slug, bonus_credits: 10_000_000, rate_limit: null })
  return (await post(`/accounts/${slug}/keys`, { alias: 'main' })).secret
}

const headers = (key: string) => ({ 'x-api-key': key, 'content-type': 'text/csv' })

/** Returns the address of the batch. */
async function uploadFile(key: string): Promise<string> {
  const body = `query,max_age\n${'fenmont.example,86400\n'.repeat(lines)}`
  const request = { method: 'POST', headers: headers(key), body }
  const accepted = await fetch(`${server.url}/v2/batches?endpoint=${lookup}`, request)
  const batch = (await accepted.json()) as { url: string; total: number }
  if (accepted.status !== 202 || batch.total !== lines) throw new Error(JSON.stringify(batch))
  return server.url + batch.url
}

async function waitForEnd(key: string, address: string): Promise<void> {
  for (;;) {
    const batch = await fetch(`${address}?wait=30`, { headers: headers(key) })
    const { status, completed } = (await batch.json()) as { status: string; completed: number }
    if (status === 'running') continue
    if (completed !== lines) throw new Error(`${completed} of ${lines} lines were completed`)
    return
  }
}

const readMegabytes = (field: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024
}

const [analyst, other] = [await createAccountKey('analyst'), await createAccountKey('other')]
const call = `${server.url}${lookup}?query=fenmont.example&max_age=86400`
await measureLatency(call, other, () => delay(3_000))
const quiet = await measureLatency(call, other, () => delay(quietMs))
const memoryBefore = readMegabytes('VmRSS')
const startedAt = performance.now()
let address = ''
const uploading = await measureLatency(call, other, async () => {
  address = await uploadFile(analyst)
})
const acceptedAt = performance.now()
const running = await measureLatency(call, other, () => waitForEnd(analyst, address))
const endedAt = performance.now()
const peak = readMegabytes('VmHWM')
const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
console.log(
  `${lines} lines: accepted in ${seconds(startedAt, acceptedAt)}, run in ${seconds(acceptedAt, endedAt)}`,
)
console.log(`memory of the server: ${memoryBefore.toFixed(0)} MB before, ${peak.toFixed(0)} MB at its peak`)
const title = 'A batch from a file'
note({ title, name: 'peak memory', value: peak, unit: 'MB', atMost: 350 })
console.log(`p99 of another account on the idle server: ${quiet.p99Ms.toFixed(1)} ms (${quiet.count} calls)`)
for (const [name, { p99Ms, count }] of Object.entries({ upload: uploading, run: running })) {
  const ratio = p99Ms / quiet.p99Ms
  console.log(`during the ${name}: ${p99Ms.toFixed(1)} ms (${count} calls), ${ratio.toFixed(2)} times`)
  note({ title, name: `p99 of another account during the ${name}`, value: ratio, unit: 'times', atMost: 2 })
}
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
