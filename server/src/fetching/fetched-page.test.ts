// The bytes and the text of a fetched page, also after they were freed, and the encoding of its text.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText, toFetchedPage } from './fetched-page.ts'

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

const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('decodeText', () => {
  test.each<[string, Buffer, string, string]>([
    ['the header', latin1('caf\xe9'), 'text/html; charset=iso-8859-1', 'café'],
    ['a quoted header', latin1('caf\xe9'), 'text/html; Charset="windows-1252"', 'café'],
    [
      'a byte order mark before the header',
      Buffer.from('\ufeffcafé'),
      'text/html; charset=iso-8859-1',
      'café',
    ],
    ['a UTF-16 mark', Buffer.from('\ufeffcafé', 'utf16le'), 'text/html', 'café'],
    [
      'a meta element',
      latin1('<html><meta charset="latin1">\xe9'),
      'text/html',
      '<html><meta charset="latin1">é',
    ],
    [
      'an older meta element',
      latin1('<META http-equiv=x content="text/html; charset=iso-8859-1">\xe9'),
      '',
      '<META http-equiv=x content="text/html; charset=iso-8859-1">é',
    ],
    [
      'an XML declaration',
      latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>'),
      'application/xml',
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
    ],
    ['UTF-8 by default', Buffer.from('日本'), 'text/html', '日本'],
    ['UTF-8 if the label is unknown', Buffer.from('日本'), 'text/html; charset=klingon', '日本'],
    ['UTF-8 if the label decodes to nothing', Buffer.from('日本'), 'text/html; charset=iso-2022-kr', '日本'],
    [
      'UTF-8 if a readable declaration claims UTF-16',
      Buffer.from('<meta charset=utf-16>é'),
      'text/html',
      '<meta charset=utf-16>é',
    ],
    [
      'no declaration inside JSON',
      Buffer.from('{"a":"<meta charset=latin1>é"}'),
      'application/json',
      '{"a":"<meta charset=latin1>é"}',
    ],
    [
      'no declaration outside a meta element',
      Buffer.from('<meta x><p>charset=latin1 é'),
      'text/html',
      '<meta x><p>charset=latin1 é',
    ],
    [
      'no declaration beyond the first kilobyte',
      Buffer.from(`${' '.repeat(1_024)}<meta charset=latin1>é`),
      'text/html',
      `${' '.repeat(1_024)}<meta charset=latin1>é`,
    ],
    ['Shift JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'text/html; charset=Shift_JIS', '日本'],
    [
      'broken UTF-8 with a mark in place of the fault',
      Buffer.from([0x61, 0xff, 0x62]),
      'text/html',
      'a\ufffdb',
    ],
  ])('reads %s', (_what, bytes, contentType, text) => {
    expect(decodeText(bytes, contentType)).toBe(text)
  })

  test('no bytes and no label make it throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (bytes, label) => {
        expect(typeof decodeText(Buffer.from(bytes), `text/html; charset=${label}`)).toBe('string')
        expect(typeof decodeText(Buffer.from(`<meta charset=${label}`), '')).toBe('string')
      }),
    )
  })
})
