// Decodes a page's bytes as a browser does: byte order mark, then header, then the document's own declaration, then
// UTF-8. An unknown encoding is read as UTF-8. Anything but valid UTF-8 takes many times as long, so on the event loop
// its size limit is a fraction.
import { isAscii, isUtf8, transcode } from 'node:buffer'
import { checkOutlineBudget } from '@quarry/kit/read/page-budget'

const prescanBytes = 1_024
const fastBytes = 1_000_000

/** Throws DomTooLarge where it takes too long for the event loop. */
export const decodeText = (bytes: Buffer, contentType: string): string =>
  decode(bytes, detectEncoding(bytes, contentType))

/** The declared name, which may be unknown. */
export const detectEncoding = (bytes: Buffer, contentType: string): string =>
  readByteOrderMark(bytes) ?? readCharset(contentType) ?? readDeclaration(bytes, contentType) ?? 'utf-8'

export const isUtf8Name = (label: string): boolean => /^utf-?8$/i.test(label)

function decode(bytes: Buffer, label: string): string {
  if (isUtf8Name(label)) return decodeUtf8(bytes)
  checkOutlineBudget(bytes.length)
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return decodeUtf8(bytes)
  }
}

function decodeUtf8(bytes: Buffer): string {
  const isValid = isUtf8(bytes)
  if (!isValid) checkOutlineBudget(bytes.length)
  // Twice as fast as toString on text with accents, at the cost of a copy of twice the size.
  const fast = bytes.length <= fastBytes && isValid && !isAscii(bytes)
  const text = fast ? transcode(bytes, 'utf8', 'utf16le').toString('utf16le') : bytes.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function readByteOrderMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

const readCharset = (contentType: string): string | null =>
  /charset\s{0,9}=\s{0,9}["']?([a-z0-9_:.+-]{1,40})/i.exec(contentType)?.[1] ?? null

function readDeclaration(bytes: Buffer, contentType: string): string | null {
  // JSON has no place to declare one: text that looks like a declaration there is content.
  if (/json/i.test(contentType)) return null
  const head = bytes.toString('latin1', 0, prescanBytes)
  const xml = /^\s{0,9}<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([a-z0-9_:.+-]{1,40})/i.exec(head)?.[1]
  const label = xml ?? readMetaCharset(head)
  // A document whose declaration could be read as ASCII is not UTF-16, whatever it declares.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function readMetaCharset(head: string): string | null {
  const lower = head.toLowerCase()
  for (let at = lower.indexOf('<meta'); at !== -1; at = lower.indexOf('<meta', at + 5)) {
    const end = lower.indexOf('>', at)
    const label = readCharset(lower.slice(at, end === -1 ? undefined : end))
    if (label) return label
  }
  return null
}
