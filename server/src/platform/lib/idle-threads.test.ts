// A thread that cannot start fails its tasks, not the process. The test lacks memory instead of descriptors.
import { expect, test } from 'vitest'
import { createIdleThreads, ThreadStartError } from './idle-threads.ts'

test('a thread that cannot start fails every task, also later ones', async () => {
  const threads = createIdleThreads(import.meta.url, 'nearest', { maxHeapMb: 1 })
  const outcomes = await Promise.allSettled([threads.run({}), threads.run({})])
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
    expect.any(ThreadStartError),
    expect.any(ThreadStartError),
  ])
  await expect(threads.run({})).rejects.toThrow('a thread could not start')
  await threads.close()
})
