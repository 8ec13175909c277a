// Texts are packed into one block of bytes for a statement.
import { expect, test } from 'vitest'
import { packTexts } from './array-literal.ts'

test('texts are joined as bytes, and a null takes no bytes', () => {
  const { block, starts, lengths } = packTexts(['é€', null, '', '{"a":"\\""}'])
  expect(block.toString()).toBe('é€{"a":"\\""}')
  expect(starts).toBe('{1,null,6,6}')
  expect(lengths).toBe('{5,null,0,10}')
})

test('a list of nulls gives an empty block', () => {
  expect(packTexts([null])).toEqual({ block: Buffer.alloc(0), starts: '{null}', lengths: '{null}' })
})
