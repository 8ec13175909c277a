// Set-up of system tests: fails a test file in which a request to a server of the test process blocked the event loop.
// Blocks without a request in progress are caused by the tests themselves, and some sandbox sites of tests build pages
// of 10 MB, which a server would get from another machine. The clients of a test compute in the same callbacks, so
// more is allowed than the 100 ms of a server in its own process.
import { afterAll } from 'vitest'
import { type Block, startMonitor } from './loop-monitor.mjs'

const maxBlockMs = 250
const key = Symbol.for('quarry.test.blocks')
// One process runs many test files, and this file for each of them.
const shared = globalThis as { [key]?: Block[] }
if (!shared[key]) {
  const seen: Block[] = []
  shared[key] = seen
  startMonitor(maxBlockMs, (block) => {
    if (block.requests.length > 0 && !block.hasSandboxPage) seen.push(block)
  })
}
const blocks = shared[key]

afterAll(() => {
  const seen = blocks.splice(0)
  if (seen.length > 0) throw new Error(`the event loop was blocked: ${JSON.stringify(seen, null, 2)}`)
})
