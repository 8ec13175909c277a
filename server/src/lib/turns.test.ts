import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('each round of the loop has one turn, and owners follow each other', async () => {
  const rounds: (() => void)[] = []
  const turns = createTurns({ later: (run) => void rounds.push(run) })
  const had: string[] = []
  for (const name of ['a1', 'a2', 'a3', 'a4']) void turns.next(1).then(() => had.push(name))
  void turns.next(2).then(() => had.push('b1'))
  for (let round = 1; round <= 5; round += 1) {
    expect(rounds).toHaveLength(1)
    rounds.shift()?.()
    await settle()
    expect(had).toHaveLength(round)
  }
  expect(had).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
  expect(rounds).toHaveLength(0)
})

test('long work asks for another turn when its own is over, and not before', async () => {
  let now = 0
  const turns = createTurns({ now: () => now })
  const pause = turns.pacer(1)
  now = 4
  expect(pause()).toBeUndefined()
  now = 6
  const waited = pause()
  expect(waited).toBeInstanceOf(Promise)
  await waited
  now = 10
  expect(pause()).toBeUndefined()
})
