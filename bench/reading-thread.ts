// The start time and heap of a reading thread for each source, optionally compared with another version.
// Usage: npx tsx bench/reading-thread.ts [checkout of the other version, with its modules installed]
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { sources } from '@quarry/sources'

const rounds = 5
const root = fileURLToPath(new URL('..', import.meta.url))
const checkouts = [...process.argv.slice(2), root]

/** The file of the thread, in this version and in earlier ones. */
const workers = ['lookups/reading/read-worker.js', 'lookups/read-worker.js', 'calls/read-worker.js']

type Started = { ms: number; heapMb: number }

function startThread(checkout: string, source: string): Promise<Started> {
  const built = (path: string) => pathToFileURL(join(checkout, 'server/dist', path)).href
  const worker = workers.find((path) => existsSync(join(checkout, 'server/dist', path))) ?? ''
  const code = `import('${built(worker)}')
    .then(() => import('${built(`sources/${source}/index.js`)}'))
    .then(() => require('node:worker_threads').parentPort.postMessage(process.memoryUsage().heapUsed))`
  const startedAt = performance.now()
  const thread = new Worker(code, { eval: true, execArgv: [] })
  return new Promise((resolve, reject) => {
    thread.once('error', reject)
    thread.once('message', (heap: number) => {
      const ms = performance.now() - startedAt
      thread.terminate().then(() => resolve({ ms, heapMb: heap / 1e6 }), reject)
    })
  })
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

for (const checkout of checkouts)
  if (spawnSync(process.execPath, [join(checkout, 'scripts/build.mjs')]).status !== 0)
    throw new Error(`the build of ${checkout} failed`)

const all = checkouts.map((): Started[] => [])
for (const { name } of sources)
  for (let round = 0; round < rounds; round++)
    for (const [n, checkout] of checkouts.entries()) all[n]?.push(await startThread(checkout, name))

const medians = all.map((started) => ({
  ms: median(started.map(({ ms }) => ms)),
  heapMb: median(started.map(({ heapMb }) => heapMb)),
}))
for (const [n, { ms, heapMb }] of medians.entries())
  console.log(
    `${n === checkouts.length - 1 ? 'this' : 'older'}: ${ms.toFixed(0)} ms, heap ${heapMb.toFixed(1)} MB`,
  )
const [older, newer] = medians
if (older && newer)
  console.log(
    `this against older: ${(newer.ms / older.ms).toFixed(2)} of its start, ${(newer.heapMb / older.heapMb).toFixed(2)} of its heap`,
  )
