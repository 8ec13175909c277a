// The bytes and the text of a fetched page, also after they were freed.
import { expect, test } from 'vitest'
import { toFetchedPage } from './fetched-page.ts'

const head = { url: 'https://shop.example/', status: 200, contentType: 'text/html; charset=utf-8' }
const inPieces = (text: string, encoding: BufferEncoding = 'utf8') => {
  const bytes = Buffer.from(text, encoding)
  return [bytes.subarray(0, 3), bytes.subarray(3)]
}

test('the octets of a page are its bytes, whatever its pieces', () => {
  const page = toFetchedPage(head, inPieces('é€ and 🎷'))
  expect(page.body).toBe('é€ and 🎷')
  expect(Buffer.from(page.octets ?? '', 'latin1').toString()).toBe('é€ and 🎷')
})

test('text that is not UTF-8 has no octets', () => {
  expect(
    toFetchedPage({ ...head, contentType: 'text/html; charset=latin1' }, inPieces('é', 'latin1')).octets,
  ).toBeUndefined()
  const declared = '<meta charset="windows-1252"><p>é'
  expect(
    toFetchedPage({ ...head, contentType: 'text/html' }, inPieces(declared, 'latin1')).octets,
  ).toBeUndefined()
  expect(toFetchedPage({ ...head, contentType: '' }, inPieces('<p>é')).octets).toBe('<p>Ã©')
})

test('an evicted text is built again, and evicted bytes are gone', () => {
  const pieces = inPieces('some text')
  const page = toFetchedPage(head, pieces)
  expect(page.body).toBe('some text')
  page.forgetText()
  expect(page.body).toBe('some text')
  expect(page.octets).toBe('some text')
  page.forget()
  expect(page.body).toBe('')
  expect(page.octets).toBe('')
  expect(pieces.map(({ length }) => length)).toEqual([0, 0])
})
