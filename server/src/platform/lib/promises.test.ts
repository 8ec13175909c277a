// Concurrent calls with the same key share one run.
import { expect, test } from 'vitest'
import { createDeduplicator } from './promises.ts'

test('concurrent calls with equal keys share one run, and results are not cached', async () => {
  const deduplicate = createDeduplicator<number>()
  let runs = 0
  const work = async () => {
    runs += 1
    return runs
  }
  expect(await Promise.all([deduplicate('a', work), deduplicate('a', work), deduplicate('b', work)])).toEqual(
    [1, 1, 2],
  )
  expect(await deduplicate('a', work)).toBe(3)
})

test('a failure is shared but not cached, also when the work throws synchronously', async () => {
  const deduplicate = createDeduplicator<number>()
  let runs = 0
  const fail = () => {
    runs += 1
    throw new Error('no')
  }
  const both = await Promise.allSettled([deduplicate('a', fail), deduplicate('a', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(runs).toBe(1)
  expect(await deduplicate('a', async () => 7)).toBe(7)
})
