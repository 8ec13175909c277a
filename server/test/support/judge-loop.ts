// Set-up of system tests: fails a test file in which a request to a server of the test process blocked the event loop
// for more than 100 ms of CPU time. Blocks without a request in progress are the tests' own work.
import { afterAll } from 'vitest'
import { type Block, startMonitor } from './loop-monitor.mjs'

const maxBlockMs = 100
const key = Symbol.for('quarry.test.blocks')
// One process runs many test files, and each of them this file.
const shared = globalThis as { [key]?: Block[] }
if (!shared[key]) {
  const seen: Block[] = []
  shared[key] = seen
  startMonitor(maxBlockMs, (block) => {
    if (block.requests.length > 0) seen.push(block)
  })
}
const blocks = shared[key]

afterAll(() => {
  const seen = blocks.splice(0)
  if (seen.length > 0) throw new Error(`the event loop was blocked: ${JSON.stringify(seen, null, 2)}`)
})
