// Values that JSON-LD writes in several shapes.
import { expect, test } from 'vitest'
import { linkedCountry, linkedImage, linkedName, linkedWord } from './linked-values.ts'

test('an image is an address, an object or the first of a list', () => {
  expect(linkedImage('https://a.example/x')).toBe('https://a.example/x')
  expect(linkedImage({ contentUrl: 'https://a.example/c', url: 'https://a.example/u' })).toBe(
    'https://a.example/c',
  )
  expect(linkedImage([{ url: 'https://a.example/u' }, 'https://a.example/x'])).toBe('https://a.example/u')
  expect(linkedImage([])).toBe(null)
  expect(linkedImage({ width: 3 })).toBe(null)
})

test('a country is a code, a name or an object', () => {
  expect(linkedCountry({ addressCountry: 'DE' })).toBe('DE')
  expect(linkedCountry({ addressCountry: { '@type': 'Country', name: 'Germany' } })).toBe('Germany')
  expect(linkedCountry({})).toBe(null)
  expect(linkedCountry(null)).toBe(null)
})

test('a name is read as text, from an object or from the first item of a list', () => {
  expect(linkedName('Otter')).toBe('Otter')
  expect(linkedName({ '@type': 'Brand', name: 'Otter' })).toBe('Otter')
  expect(linkedName([{ name: 'Otter' }, 'Heron'])).toBe('Otter')
  expect(linkedName({ name: '' })).toBe(null)
  expect(linkedName(undefined)).toBe(null)
})

test('a word of a vocabulary is what its address ends with', () => {
  expect(linkedWord('https://schema.org/InStock')).toBe('InStock')
  expect(linkedWord('http://purl.example/goods#New')).toBe('New')
  expect(linkedWord('InStock')).toBe('InStock')
  expect(linkedWord('https://schema.org/')).toBe(null)
  expect(linkedWord(7)).toBe('7')
  expect(linkedWord(null)).toBe(null)
})
