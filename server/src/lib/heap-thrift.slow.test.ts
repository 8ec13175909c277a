import { spawnSync } from 'node:child_process'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { startHeapThrift } from './heap-thrift.ts'

test('a calm loop keeps the heap small, a busy one does not, and nothing is set twice', () => {
  vi.useFakeTimers()
  let share = 0.1
  const set: number[] = []
  const stop = startHeapThrift({
    busyShare: () => share,
    setGrowth: (percent) => set.push(percent),
    lookEveryMs: 10,
  })
  vi.advanceTimersByTime(50)
  expect(set).toEqual([25])
  share = 0.9
  vi.advanceTimersByTime(50)
  expect(set).toEqual([25, 0])
  share = 0.49
  vi.advanceTimersByTime(50)
  stop()
  share = 0.9
  vi.advanceTimersByTime(50)
  vi.useRealTimers()
  expect(set).toEqual([25, 0, 25])
})

test('a loop that is held up and computes nothing is calm', async () => {
  // Other threads of this process may compute meanwhile: then it is held up once more.
  const set: number[][] = []
  for (let round = 0; round < 5 && !set.some((percents) => percents.length === 1); round += 1)
    set.push(await setWhileHeldUp())
  expect(set).toContainEqual([25])
})

async function setWhileHeldUp(): Promise<number[]> {
  const set: number[] = []
  const stop = startHeapThrift({ setGrowth: (percent) => set.push(percent), lookEveryMs: 10 })
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  for (let round = 0; round < 20; round += 1) {
    Atomics.wait(nobody, 0, 0, 50)
    await turn()
  }
  stop()
  return set
}

test('it is known to V8, and keeps the heap of a calm loop smaller', () => {
  const heapOf = (isThrifty: boolean) => {
    const file = fileURLToPath(new URL('../../test/support/heap-filler.ts', import.meta.url))
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', file, String(isThrifty)], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return Number(stdout)
  }
  // The collector marks beside the program. On a busy host it may come late: then both are measured again.
  const isSmaller = () => heapOf(true) < heapOf(false) * 0.85
  expect([1, 2, 3].some(isSmaller)).toBe(true)
})
