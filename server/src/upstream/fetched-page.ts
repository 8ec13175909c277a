// A page as a site sent it: its bytes, in pieces of about a megabyte so that none is ever copied in one go, and its
// text, which is made when it is first read: many a page is understood from its bytes, and never decoded. What takes long to turn into text throws DomTooLarge on the event loop.
import type { Asking, Page } from '@quarry/kit/outcome'
import { checkIslandBudget } from '@quarry/kit/read/page-budget'
import { decodeText, detectEncoding, isUtf8Name } from './decode-text.ts'

export type Pieces = readonly Uint8Array[]
export type PageHead = Omit<Page, 'body' | 'octets'>
export type FetchedPage = Page & {
  readonly pieces: Pieces
  /** Lets go of the text, which is large: whoever asks for it again has it made anew. */
  forgetText: () => void
  /**
   * Lets go of the bytes, too: it is not a page any more. Whatever waited for it is old by then, and would keep it long
   * after its own end.
   */
  forget: () => void
}

/** As the `Get` of a source, with the bytes for those who hand a page on. */
export type GetPage = (url: string, options?: Asking) => Promise<FetchedPage>

const noBytes = new Uint8Array()

/** A copy of a page is made of its head and its pieces: to spread a page is to read it. */
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
      text ??= textOf(pieces, head.contentType)
      return text
    },
    get octets() {
      octets ??= octetsOf(pieces, head.contentType)
      return octets
    },
    forgetText,
    forget() {
      forgetText()
      // Overwritten, because the elements of a list that is cut short are old themselves, and go on pointing.
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

const textOf = (pieces: Pieces, contentType: string): string => decodeText(bytesOf(pieces), contentType)

function octetsOf(pieces: Pieces, contentType: string): string | undefined {
  const bytes = bytesOf(pieces)
  return isUtf8Name(detectEncoding(bytes, contentType)) ? bytes.toString('latin1') : undefined
}

function bytesOf(pieces: Pieces): Buffer {
  checkIslandBudget(countBytes(pieces))
  const [only] = pieces
  return pieces.length === 1 && only ? viewOf(only) : Buffer.concat(pieces)
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
