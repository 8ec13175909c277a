// Long texts are encoded in pieces, with a pause after each.
import { expect, test } from 'vitest'
import { encodePaced, jsonWithList, mapLazily } from './encode-paced.ts'

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
