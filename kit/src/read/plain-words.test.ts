// Words to compare: whatever the spelling, the same words.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainWords } from './plain-words.ts'

test('case, accents, signs and white space do not count', () => {
  expect(plainWords('Dénomination légale de vente :')).toBe('denomination legale de vente')
  expect(plainWords('  MATIÈRES\u00a0GRASSES (100 g) ')).toBe('matieres grasses 100 g')
  expect(plainWords('Œufs')).toBe('oeufs')
  expect(plainWords('—')).toBe('')
  expect(plainWords(null)).toBe('')
})

test('plain words stay as they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const words = plainWords(text)
      expect(plainWords(words)).toBe(words)
      expect(words).toMatch(/^(?:[a-z0-9]+(?: [a-z0-9]+)*)?$/)
    }),
  )
})
