// Long work is done in short slices of the event loop, round-robin over its owners. Long texts are encoded in pieces, with
// a pause after each.
import { expect, test } from 'vitest'
import { createSlices, encodePaced, jsonWithList, mapLazily } from './slices.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('each event-loop iteration runs one slice, round-robin over the owners', async () => {
  const rounds: (() => void)[] = []
  const slices = createSlices({ later: (run) => void rounds.push(run) })
  const order: string[] = []
  for (const name of ['a1', 'a2', 'a3', 'a4']) void slices.next(1).then(() => order.push(name))
  void slices.next(2).then(() => order.push('b1'))
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
  const slices = createSlices({ now: () => now })
  const pause = slices.pacer(1)
  now = 1
  expect(pause()).toBeUndefined()
  now = 3
  const waited = pause()
  expect(waited).toBeInstanceOf(Promise)
  await waited
  now = 4
  expect(pause()).toBeUndefined()
})

test('each piece is generated only after the pause that follows the previous piece', async () => {
  const steps: string[] = []
  const pieces = mapLazily(['ä', '🎵', '{}'], (piece) => {
    steps.push(`make ${piece}`)
    return piece
  })
  const bytes = await encodePaced(pieces, async () => {
    steps.push('pause')
    await new Promise(setImmediate)
    steps.push('go on')
  })
  expect(bytes.toString()).toBe('ä🎵{}')
  expect(steps).toEqual(['ä', '🎵', '{}'].flatMap((piece) => [`make ${piece}`, 'pause', 'go on']))
})

test('many slices without pauses give the same bytes', async () => {
  const pieces = Array.from({ length: 300 }, (_, n) => `${n} ${'ü🎵'.repeat(300)}`)
  const bytes = await encodePaced(pieces, () => undefined)
  expect(bytes.equals(Buffer.from(pieces.join('')))).toBe(true)
  expect((await encodePaced([], () => undefined)).length).toBe(0)
})

test.each([0, 1, 3])('an object with a list of %i items is valid JSON', async (count) => {
  const items = Array.from({ length: count }, (_, n) => ({ n }))
  const head = { total: count, from: null }
  const pieces = jsonWithList(
    head,
    'items',
    mapLazily(items, (item) => JSON.stringify(item)),
  )
  const bytes = await encodePaced(pieces, () => undefined)
  expect(JSON.parse(bytes.toString())).toEqual({ ...head, items })
})
