// A fetched page: its bytes, in pieces of about a megabyte so that copying never blocks long, and its text, decoded
// when it is first read. Decoding that would take long throws DomTooLarge on the event loop.
import type { Page, RequestOptions } from '@quarry/kit/outcome'
import { checkIslandBudget } from '@quarry/kit/read/page-budget'
import { decodeText, detectEncoding, isUtf8Name } from './decode-text.ts'

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

export const countBytes = (pieces: Pieces): number => pieces.reduce((sum, { length }) => sum + length, 0)

function toOctets(pieces: Pieces, contentType: string): string | undefined {
  const bytes = toBytes(pieces)
  return isUtf8Name(detectEncoding(bytes, contentType)) ? bytes.toString('latin1') : undefined
}

function toBytes(pieces: Pieces): Buffer {
  checkIslandBudget(countBytes(pieces))
  const [only] = pieces
  return pieces.length === 1 && only
    ? Buffer.from(only.buffer, only.byteOffset, only.byteLength)
    : Buffer.concat(pieces)
}
