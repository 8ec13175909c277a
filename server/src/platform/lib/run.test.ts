// A repeated task never overlaps with itself, goes on after a failure, and has ended when its stop resolves.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runEvery } from './run.ts'

/** A task whose runs last until they are ended from outside. */
function createHeldTask() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  let running = 0
  let most = 0
  const task = () => {
    running += 1
    most = Math.max(most, running)
    return new Promise<void>((resolve, reject) => ends.push({ resolve, reject })).finally(() => {
      running -= 1
    })
  }
  const hasStarted = async (count: number) => {
    while (ends.length < count) await nextTurn()
  }
  return { task, ends, hasStarted, running: () => running, most: () => most }
}

/** Ends after timers of 1 ms that were due have run. */
const severalTimers = () => new Promise((resolve) => setTimeout(resolve, 10))

test('the next run starts after the end of the previous one', async () => {
  const held = createHeldTask()
  const stop = runEvery(1, held.task, () => {})
  await held.hasStarted(1)
  await severalTimers()
  expect(held.ends).toHaveLength(1)
  held.ends[0]?.resolve()
  await held.hasStarted(2)
  held.ends[1]?.resolve()
  await stop()
  expect(held.most()).toBe(1)
})

test('a failed run is reported, and the task goes on', async () => {
  const held = createHeldTask()
  const errors: unknown[] = []
  const stop = runEvery(1, held.task, (error) => errors.push(error))
  await held.hasStarted(1)
  held.ends[0]?.reject(new Error('first'))
  await held.hasStarted(2)
  expect(errors).toEqual([new Error('first')])
  held.ends[1]?.resolve()
  await stop()
})

test('stopping waits for the run in progress, and starts no other', async () => {
  const held = createHeldTask()
  const stop = runEvery(1, held.task, () => {})
  await held.hasStarted(1)
  let isStopped = false
  const stopping = stop().then(() => {
    isStopped = true
  })
  await severalTimers()
  expect(isStopped).toBe(false)
  held.ends[0]?.resolve()
  await stopping
  await severalTimers()
  expect([held.running(), held.ends.length]).toEqual([0, 1])
})

test('stopping between two runs resolves at once', async () => {
  let runs = 0
  const stop = runEvery(
    60_000,
    async () => {
      runs += 1
    },
    () => {},
  )
  await stop()
  expect(runs).toBe(0)
})
