// The address of an outside page as its owner wrote it.
import { expect, test } from 'vitest'
import { parseDom } from './dom.ts'
import { writtenLink } from './written-link.ts'

const base = 'https://www.site.example/page'
const read = (html: string) => writtenLink(parseDom(`<p>${html}</p>`).one('p'), base)

test.each([
  ['<a href="/redirect?url=https%3A%2F%2Facme.example">https://acme.example</a>', 'https://acme.example'],
  [
    '<a href="/redirect?url=https%3A%2F%2Facme.example%2Flong">https://acme.example/lo…</a>',
    'https://acme.example/long',
  ],
  ['<a href="https://acme.example">Website</a>', 'https://acme.example/'],
  ['<a href="https://acme.example">https://other.example</a>', 'https://acme.example/'],
  [' https://acme.example ', 'https://acme.example'],
  ['acme.example', null],
  ['<a href="javascript:alert(1)">x</a>', null],
  ['', null],
])('%s leads to %s', (html, address) => {
  expect(read(html)).toBe(address)
})

test('without an element there is no address', () => {
  expect(writtenLink(null, base)).toBe(null)
})
