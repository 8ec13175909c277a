// Which parameters are fault words of the sandbox.
import { expect, test } from 'vitest'
import { isFaultWord } from './fault-words.ts'

test('a text is a fault word only as a whole', () => {
  for (const text of ['fault-blocked', 'fault-slow-0f25beac-1ae8-4b17-a7cd-0dc85bb202ab'])
    expect(isFaultWord(text), text).toBe(true)
  for (const text of ['', 'fault-', 'x-fault-blocked', 'fault-blocked/../x', 'fault-blocked '])
    expect(isFaultWord(text), text).toBe(false)
})
