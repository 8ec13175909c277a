// Requests of several clients start round-robin; those of a single client start at once. While the event loop is
// saturated, a client has only a few requests running.
import { EventEmitter } from 'node:events'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairStart, type FairStart, type LoopClock } from './fair-start.ts'

const stillClock: LoopClock = { nowMs: () => 0, readBusyShare: () => 1 }

const createResponse = () => Object.assign(new EventEmitter(), { req: { socket: { destroyed: false } } })

/** Queues a request that ends as soon as it has started. */
function startShort(startFairly: FairStart, client: string, start: () => unknown): void {
  const response = createResponse()
  startFairly(client, response, () => {
    start()
    response.emit('close')
  })
}

test('starts a single request before the hundred queued requests of another client', async () => {
  const start = createFairStart(stillClock)
  const started: string[] = []
  start('one', createResponse(), () => {})
  await nextIteration()
  for (let n = 0; n < 100; n += 1) startShort(start, 'many', () => started.push('many'))
  start('one', createResponse(), () => started.push('one'))
  while (started.length < 101) await nextIteration()
  expect(started.indexOf('one')).toBe(1)
})

test('starts all requests at once if only one client is active', async () => {
  let nowMs = 0
  const start = createFairStart({ ...stillClock, nowMs: () => nowMs })
  start('other', createResponse(), () => {})
  start('client', createResponse(), () => {})
  await nextIteration()
  nowMs = 1_000
  let started = 0
  for (let n = 0; n < 100; n += 1) start('client', createResponse(), () => (started += 1))
  expect(started).toBe(100)
})

test('starts the requests of a client in order', async () => {
  const start = createFairStart()
  const started: number[] = []
  for (let n = 0; n < 200; n += 1) start('client', createResponse(), () => started.push(n))
  while (started.length < 200) await nextIteration()
  expect(started).toEqual(Array.from({ length: 200 }, (_, n) => n))
})

/** How many of 500 requests each iteration of the event loop starts if each request takes `costMs`. */
async function countStarts(costMs: number): Promise<number[]> {
  let nowMs = 0
  const start = createFairStart({ ...stillClock, nowMs: () => nowMs })
  start('other', createResponse(), () => {})
  let started = 0
  for (let n = 0; n < 500; n += 1)
    startShort(start, 'client', () => {
      started += 1
      nowMs += costMs
    })
  const starts: number[] = []
  while (started < 500) {
    const before = started
    await nextIteration()
    if (started > before) starts.push(started - before)
  }
  return starts
}

test('starts many short requests per iteration, but only a few long ones', async () => {
  expect(Math.max(...(await countStarts(0.01)))).toBe(64)
  expect(Math.max(...(await countStarts(3)))).toBeLessThanOrEqual(2)
})

/** Queues 20 requests of one client, which run until `end` ends the oldest. */
async function queueTwenty(clock: Partial<LoopClock>) {
  const start = createFairStart({ ...stillClock, ...clock })
  start('other', createResponse(), () => {})
  const running: EventEmitter[] = []
  const responses = Array.from({ length: 20 }, createResponse)
  for (const response of responses) start('client', response, () => running.push(response))
  // Longer than all iterations and waits of twenty starts.
  const settle = async () => {
    for (let n = 0; n < 50; n += 1) {
      await nextIteration()
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
  await settle()
  const end = async () => {
    running.shift()?.emit('close')
    await settle()
  }
  return { running, responses, start, settle, end }
}

test('a client has eight requests running while the event loop is saturated', async () => {
  const { running, responses, start, settle, end } = await queueTwenty({})
  expect(running).toEqual(responses.slice(0, 8))
  let hasOtherStarted = false
  start('other', createResponse(), () => (hasOtherStarted = true))
  await settle()
  expect(hasOtherStarted).toBe(true)
  await end()
  expect(running).toEqual(responses.slice(1, 9))
})

test('the limit rises while the event loop has time left and falls when it is saturated', async () => {
  let nowMs = 0
  let busyShare = 0
  const { running, start, settle, end } = await queueTwenty({
    nowMs: () => nowMs,
    readBusyShare: () => busyShare,
  })
  // Each step ends a sample with a long iteration.
  const run = async (steps: number) => {
    for (let n = 0; n < steps; n += 1) {
      nowMs += 20
      await settle()
    }
  }
  await run(12)
  expect(running).toHaveLength(20)
  busyShare = 1
  start('other', createResponse(), () => {})
  for (const response of Array.from({ length: 20 }, createResponse))
    start('client', response, () => running.push(response))
  await settle()
  await run(2)
  await end()
  expect(running).toHaveLength(19)
  while (running.length > 8) await end()
  await end()
  expect(running).toHaveLength(8)
})

test('the limit also rises if the event loop is busy with short iterations', async () => {
  let nowMs = 0
  const { running } = await queueTwenty({ nowMs: () => (nowMs += 0.5), readBusyShare: () => 1 })
  expect(running.length).toBeGreaterThan(8)
})

test('a request that runs for a second does not keep others from starting', async () => {
  let nowMs = 0
  const { running, settle } = await queueTwenty({ nowMs: () => nowMs, readBusyShare: () => 1 })
  expect(running).toHaveLength(8)
  nowMs = 1_000
  await settle()
  expect(running).toHaveLength(16)
})

test('a waiting request whose connection has closed does not start', async () => {
  const { running, responses, end } = await queueTwenty({})
  for (const { req } of responses.slice(8, 19)) req.socket.destroyed = true
  await end()
  expect(running).toEqual([...responses.slice(1, 8), responses[19]])
})
