// Set-up of system tests: fails a test file in which a request to a server of the test process blocked the event loop.
// Blocks without a request in progress are caused by the tests themselves, and some sandbox sites of tests build pages
// of 10 MB, which a server would get from another machine. Garbage collections do not count: the heap of this process,
// with the data of many test files, is several times that of a server.
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { afterAll } from 'vitest'
import { type Block, startMonitor } from './loop-monitor.mjs'

/** Server processes are allowed 100 ms; here the test's own code can be part of the same callback. */
const maxBlockMs = 250
/** Shorter garbage collections are not kept. */
const minCollectionMs = 2
const key = Symbol.for('quarry.test.blocks')
// One process runs many test files, and this file for each of them.
type Seen = { blocks: Block[]; collections: PerformanceEntry[]; observer: PerformanceObserver }
const shared = globalThis as { [key]?: Seen }
shared[key] ??= watchLoop()
const { blocks, collections, observer } = shared[key]

function watchLoop(): Seen {
  const seen: Block[] = []
  const collected: PerformanceEntry[] = []
  startMonitor(maxBlockMs, (block) => {
    if (block.requests.length > 0 && !block.hasSandboxPage) seen.push(block)
  })
  const gcObserver = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.duration > minCollectionMs) collected.push(entry)
  })
  gcObserver.observe({ entryTypes: ['gc'] })
  return { blocks: seen, collections: collected, observer: gcObserver }
}

/** What the callback computed besides collecting garbage. */
function computedMs({ cpuMs, startedAtMs, endedAtMs }: Block): number {
  const during = collections.filter(({ startTime }) => startTime >= startedAtMs && startTime < endedAtMs)
  return cpuMs - during.reduce((sum, { duration }) => sum + duration, 0)
}

afterAll(() => {
  collections.push(...observer.takeRecords().filter(({ duration }) => duration > minCollectionMs))
  const seen = blocks.splice(0).filter((block) => computedMs(block) > maxBlockMs)
  collections.splice(0)
  if (seen.length > 0) throw new Error(`the event loop was blocked: ${JSON.stringify(seen, null, 2)}`)
})
