// A fetched page: its bytes, in pieces of about a megabyte so that copying never blocks long, and its text, decoded
// when it is first read. Decoding that would take long throws DomTooLarge on the event loop.
import { isAscii, isUtf8, transcode } from 'node:buffer'
import type { Page, RequestOptions } from '@quarry/kit/outcome'
import { checkIslandBudget, checkOutlineBudget } from '@quarry/kit/read/page-budget'

export type Pieces = readonly Uint8Array[]
export type PageHead = Omit<Page, 'body' | 'octets'>
export type FetchedPage = Page & {
  readonly pieces: Pieces
  /** Frees the decoded text; reading it again decodes it again. */
  forgetText: () => void
  /** Frees the bytes too: closures in the old generation would keep them in memory for long. */
  forget: () => void
}

/** The `Get` of a source, with the bytes of the page. */
export type GetPage = (url: string, options?: RequestOptions) => Promise<FetchedPage>

const noBytes = new Uint8Array()

/** To copy a page use its head and pieces: spreading a page would decode it. */
export function toFetchedPage(head: PageHead, pieces: Pieces): FetchedPage {
  let text: string | undefined
  let octets: string | undefined
  const forgetText = () => {
    text = undefined
    octets = undefined
  }
  return {
    ...head,
    pieces,
    get body() {
      text ??= decodeText(toBytes(pieces), head.contentType)
      return text
    },
    get octets() {
      octets ??= toOctets(pieces, head.contentType)
      return octets
    },
    forgetText,
    forget() {
      forgetText()
      // Overwritten: elements of a shortened list in the old generation would still refer to the bytes.
      ;(pieces as Uint8Array[]).fill(noBytes)
    },
  }
}

export const toPageHead = ({ url, status, contentType, domain, headers, isKept }: PageHead): PageHead => ({
  url,
  status,
  contentType,
  ...(headers === undefined ? {} : { headers }),
  ...(domain === undefined ? {} : { domain }),
  ...(isKept === undefined ? {} : { isKept }),
})

export const countPieceBytes = (pieces: Pieces): number => pieces.reduce((sum, { length }) => sum + length, 0)

function toOctets(pieces: Pieces, contentType: string): string | undefined {
  const bytes = toBytes(pieces)
  return isUtf8Name(detectEncoding(bytes, contentType)) ? bytes.toString('latin1') : undefined
}

function toBytes(pieces: Pieces): Buffer {
  checkIslandBudget(countPieceBytes(pieces))
  const [only] = pieces
  return pieces.length === 1 && only
    ? Buffer.from(only.buffer, only.byteOffset, only.byteLength)
    : Buffer.concat(pieces)
}

const prescanBytes = 1_024
const fastBytes = 1_000_000

/**
 * Decodes a page's bytes as a browser does: byte order mark, then header, then the document's own declaration, then
 * UTF-8. An unknown encoding is read as UTF-8. Anything but valid UTF-8 takes many times as long, so on the event loop
 * its size limit is a fraction; above it this throws DomTooLarge.
 */
export const decodeText = (bytes: Buffer, contentType: string): string =>
  decode(bytes, detectEncoding(bytes, contentType))

/** The declared name, which may be unknown. */
export const detectEncoding = (bytes: Buffer, contentType: string): string =>
  readByteOrderMark(bytes) ?? readCharset(contentType) ?? readDeclaration(bytes, contentType) ?? 'utf-8'

const isUtf8Name = (label: string): boolean => /^utf-?8$/i.test(label)

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
