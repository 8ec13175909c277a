// Requests of several clients start round-robin; those of a single client start at once.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairStart } from './fair-start.ts'

test('starts a single request before the hundred queued requests of another client', async () => {
  const start = createFairStart(() => 0)
  const started: string[] = []
  start('one', () => {})
  await nextTurn()
  for (let n = 0; n < 100; n += 1) start('many', () => started.push('many'))
  start('one', () => started.push('one'))
  while (started.length < 101) await nextTurn()
  expect(started.indexOf('one')).toBe(1)
})

test('starts all requests at once if only one client is active', async () => {
  let nowMs = 0
  const start = createFairStart(() => nowMs)
  start('other', () => {})
  start('client', () => {})
  await nextTurn()
  nowMs = 1_000
  let started = 0
  for (let n = 0; n < 100; n += 1) start('client', () => (started += 1))
  expect(started).toBe(100)
})

test('starts the requests of a client in order', async () => {
  const start = createFairStart()
  const started: number[] = []
  for (let n = 0; n < 200; n += 1) start('client', () => started.push(n))
  while (started.length < 200) await nextTurn()
  expect(started).toEqual(Array.from({ length: 200 }, (_, n) => n))
})

/** How many of 500 requests each event-loop turn starts if each request takes `costMs`. */
async function countStarts(costMs: number): Promise<number[]> {
  let nowMs = 0
  const start = createFairStart(() => nowMs)
  start('other', () => {})
  let started = 0
  for (let n = 0; n < 500; n += 1)
    start('client', () => {
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
