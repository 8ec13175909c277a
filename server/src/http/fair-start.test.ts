// Requests of several clients start round-robin; those of a single client start at once. On a saturated event loop a
// client has only a few requests running.
import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairStart, type LoopClock } from './fair-start.ts'

const idleLoop: LoopClock = { nowMs: () => 0, readBusyShare: () => 0 }

const createResponse = () => Object.assign(new EventEmitter(), { req: { socket: { destroyed: false } } })

test('starts a single request before the hundred queued requests of another client', async () => {
  const start = createFairStart(idleLoop)
  const started: string[] = []
  start('one', createResponse(), () => {})
  await nextTurn()
  for (let n = 0; n < 100; n += 1) start('many', createResponse(), () => started.push('many'))
  start('one', createResponse(), () => started.push('one'))
  while (started.length < 101) await nextTurn()
  expect(started.indexOf('one')).toBe(1)
})

test('starts all requests at once if only one client is active', async () => {
  let nowMs = 0
  const start = createFairStart({ ...idleLoop, nowMs: () => nowMs })
  start('other', createResponse(), () => {})
  start('client', createResponse(), () => {})
  await nextTurn()
  nowMs = 1_000
  let started = 0
  for (let n = 0; n < 100; n += 1) start('client', createResponse(), () => (started += 1))
  expect(started).toBe(100)
})

test('starts the requests of a client in order', async () => {
  const start = createFairStart()
  const started: number[] = []
  for (let n = 0; n < 200; n += 1) start('client', createResponse(), () => started.push(n))
  while (started.length < 200) await nextTurn()
  expect(started).toEqual(Array.from({ length: 200 }, (_, n) => n))
})

/** How many of 500 requests each event-loop turn starts if each request takes `costMs`. */
async function countStarts(costMs: number): Promise<number[]> {
  let nowMs = 0
  const start = createFairStart({ ...idleLoop, nowMs: () => nowMs })
  start('other', createResponse(), () => {})
  let started = 0
  for (let n = 0; n < 500; n += 1)
    start('client', createResponse(), () => {
      started += 1
      nowMs += costMs
    })
  const turns: number[] = []
  while (started < 500) {
    const before = started
    await nextTurn()
    if (started > before) turns.push(started - before)
  }
  return turns
}

test('starts many short requests per turn, but only a few long ones', async () => {
  expect(Math.max(...(await countStarts(0.01)))).toBe(64)
  expect(Math.max(...(await countStarts(3)))).toBeLessThanOrEqual(2)
})

/** Queues 20 requests of one client, which run until `end` ends the oldest. */
async function queueTwenty(clock: Partial<LoopClock>) {
  const start = createFairStart({ ...idleLoop, ...clock })
  start('other', createResponse(), () => {})
  const running: EventEmitter[] = []
  const responses = Array.from({ length: 20 }, createResponse)
  for (const response of responses) start('client', response, () => running.push(response))
  // Longer than all turns and waits of twenty starts.
  const settle = async () => {
    for (let n = 0; n < 50; n += 1) {
      await nextTurn()
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

test('runs four requests of a client at a time while the event loop is saturated', async () => {
  const { running, responses, start, settle, end } = await queueTwenty({ readBusyShare: () => 1 })
  expect(running).toEqual(responses.slice(0, 4))
  let hasOtherStarted = false
  start('other', createResponse(), () => (hasOtherStarted = true))
  await settle()
  expect(hasOtherStarted).toBe(true)
  await end()
  expect(running).toEqual(responses.slice(1, 5))
})

test('starts all requests if the event loop has time left', async () => {
  const { running } = await queueTwenty({})
  expect(running).toHaveLength(20)
})

test('a request that runs for a second does not keep others from starting', async () => {
  let nowMs = 0
  const { running, settle } = await queueTwenty({ nowMs: () => nowMs, readBusyShare: () => 1 })
  expect(running).toHaveLength(4)
  nowMs = 1_000
  await settle()
  expect(running).toHaveLength(8)
})

test('a waiting request whose connection has closed does not start', async () => {
  const { running, responses, end } = await queueTwenty({ readBusyShare: () => 1 })
  for (const { req } of responses.slice(4, 19)) req.socket.destroyed = true
  await end()
  expect(running).toEqual([responses[1], responses[2], responses[3], responses[19]])
})
