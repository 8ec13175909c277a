// Batching of items: when a batch starts, what a failed one does, and the bounds of the queue.
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { BatcherFull, createBatcher } from './batcher.ts'

afterEach(() => void vi.useRealTimers())

const echo = (batches: number[][]) => async (items: number[]) => {
  batches.push(items)
  return items.map((item) => item * 10)
}

test('items added in one event-loop tick share a batch, and each item gets its own result', async () => {
  const batches: number[][] = []
  const batcher = createBatcher({ run: echo(batches), maxBatch: 3, maxQueued: 100 })
  expect(await Promise.all([1, 2, 3, 4, 5].map(batcher.add))).toEqual([10, 20, 30, 40, 50])
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
  expect(await batcher.add(6)).toBe(60)
})

test('with maxRunning several batches run at the same time, and further items wait for one of them to end', async () => {
  const finishes: (() => void)[] = []
  const batches: number[][] = []
  const batcher = createBatcher<number, number>({
    async run(items) {
      batches.push(items)
      await new Promise<void>((resolve) => finishes.push(resolve))
      return items
    },
    maxBatch: 2,
    maxQueued: 10,
    maxRunning: 2,
  })
  const results = [1, 2, 3, 4, 5].map(batcher.add)
  results.push(batcher.add(6))
  await vi.waitFor(() =>
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]),
  )
  finishes[1]?.()
  expect(await Promise.all(results.slice(2, 4))).toEqual([3, 4])
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ])
  finishes[0]?.()
  finishes[2]?.()
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5, 6])
  await batcher.close()
})

test('one batch runs at a time while the next one fills', async () => {
  let running = 0
  let finish: (() => void) | undefined
  const sizes: number[] = []
  const batcher = createBatcher<number, number>({
    run: async (items) => {
      running += 1
      expect(running).toBe(1)
      sizes.push(items.length)
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      running -= 1
      return items
    },
    maxBatch: 10,
    maxQueued: 10,
  })
  const first = batcher.add(1)
  await new Promise(setImmediate)
  const rest = [2, 3, 4].map(batcher.add)
  finish?.()
  await first
  await new Promise(setImmediate)
  finish?.()
  await Promise.all(rest)
  expect(sizes).toEqual([1, 3])
})

test('a batch waits for enough items, but at most 30 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const batches: number[][] = []
  let minItems = 3
  const batcher = createBatcher({ run: echo(batches), maxBatch: 4, maxQueued: 100, minItems: () => minItems })
  // The first batch does not wait.
  expect(await batcher.add(1)).toBe(10)
  const some = [2, 3].map(batcher.add)
  await vi.advanceTimersByTimeAsync(29)
  await new Promise(setImmediate)
  expect(batches).toEqual([[1]])
  expect(await Promise.all([...some, batcher.add(4)])).toEqual([20, 30, 40])
  const few = batcher.add(5)
  await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(30)
  expect(await few).toBe(50)
  expect(batches.slice(1)).toEqual([[2, 3, 4], [5]])
  // A full batch does not wait, and neither does one with a minimum of 1 item.
  minItems = 100
  expect(await Promise.all([6, 7, 8, 9].map(batcher.add))).toEqual([60, 70, 80, 90])
  minItems = 1
  expect(await batcher.add(10)).toBe(100)
})

test('close() runs an incomplete batch at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const batches: number[][] = []
  const batcher = createBatcher({ run: echo(batches), maxBatch: 4, maxQueued: 100, minItems: () => 3 })
  await batcher.add(1)
  const last = batcher.add(2)
  await new Promise(setImmediate)
  await batcher.close()
  expect(await last).toBe(20)
})

test('items beyond maxQueued are rejected at once, earlier items are processed', async () => {
  const batcher = createBatcher({ run: echo([]), maxBatch: 2, maxQueued: 3 })
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map(batcher.add))
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect((results[3] as PromiseRejectedResult).reason).toBeInstanceOf(BatcherFull)
})

test('a bad item does not fail the other items of its batch', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { maxLength: 40 }),
      fc.integer({ min: 1, max: 16 }),
      async (bad, maxBatch) => {
        const batcher = createBatcher<number, number>({
          run: async (items) => {
            if (items.some((item) => bad[item])) throw new Error('bad item')
            return items
          },
          maxBatch,
          maxQueued: 100,
        })
        const results = await Promise.allSettled(bad.map((_, index) => batcher.add(index)))
        expect(results.map((result) => result.status === 'rejected')).toEqual(bad)
      },
    ),
    { numRuns: 100 },
  )
})

test('a batch that may have had an effect is not run again', async () => {
  let runs = 0
  const batcher = createBatcher<number, number>({
    run: async () => {
      runs += 1
      throw new Error('lost')
    },
    maxBatch: 10,
    maxQueued: 10,
    mayRetry: () => false,
  })
  const results = await Promise.allSettled([1, 2, 3].map(batcher.add))
  expect(results.every((result) => result.status === 'rejected')).toBe(true)
  expect(runs).toBe(1)
})

test('a batch with too few results rejects its items instead of hanging', async () => {
  const batcher = createBatcher<number, number>({ run: async () => [], maxBatch: 5, maxQueued: 5 })
  await expect(batcher.add(1)).rejects.toThrow('one result per item')
})

test('close() waits for queued items and rejects new ones', async () => {
  const batches: number[][] = []
  const batcher = createBatcher({ run: echo(batches), maxBatch: 1, maxQueued: 10 })
  const waiting = Promise.all([1, 2, 3].map(batcher.add))
  await batcher.close()
  expect(batches).toHaveLength(3)
  expect(await waiting).toEqual([10, 20, 30])
  await expect(batcher.add(4)).rejects.toThrow('closed')
})
