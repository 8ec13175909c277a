import { expect, test } from 'vitest'
import { linkedCountry, linkedImage } from './linked-values.ts'

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
