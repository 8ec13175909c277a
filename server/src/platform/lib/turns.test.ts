// Long work gets the event loop in short turns, round-robin over its owners.
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('each event-loop iteration runs one turn, round-robin over the owners', async () => {
  const rounds: (() => void)[] = []
  const turns = createTurns({ later: (run) => void rounds.push(run) })
  const order: string[] = []
  for (const name of ['a1', 'a2', 'a3', 'a4']) void turns.next(1).then(() => order.push(name))
  void turns.next(2).then(() => order.push('b1'))
  for (let round = 1; round <= 5; round += 1) {
    expect(rounds).toHaveLength(1)
    rounds.shift()?.()
    await settle()
    expect(order).toHaveLength(round)
  }
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
  expect(rounds).toHaveLength(0)
})

test('a pacer yields only after its time slice is over', async () => {
  let now = 0
  const turns = createTurns({ now: () => now })
  const pause = turns.pacer(1)
  now = 1
  expect(pause()).toBeUndefined()
  now = 3
  const waited = pause()
  expect(waited).toBeInstanceOf(Promise)
  await waited
  now = 4
  expect(pause()).toBeUndefined()
})
