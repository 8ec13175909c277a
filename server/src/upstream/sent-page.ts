// A page as a site sent it: its bytes, in pieces of about a megabyte so that none is ever copied in one go, and its
// text, which is made when it is first read. What takes long to turn into text throws DomTooLarge on the event loop.
import type { Asking, Page } from '../contract/outcome.ts'
import { checkIslandBudget } from '../extract/page-budget.ts'
import { decodeText } from './decode-text.ts'

export type Pieces = readonly Uint8Array[]
export type PageHead = Omit<Page, 'body'>
export type SentPage = Page & { readonly pieces: Pieces }

/** As the `Get` of a source, with the bytes for those who hand a page on. */
export type GetSent = (url: string, options?: Asking) => Promise<SentPage>

/** A copy of a page is made of its head and its pieces: to spread a page is to read it. */
export function sentPage(head: PageHead, pieces: Pieces): SentPage {
  let text: string | undefined
  return {
    ...head,
    pieces,
    get body() {
      text ??= textOf(pieces, head.contentType)
      return text
    },
  }
}

export const headOf = ({
  url,
  status,
  contentType,
  domain,
  headers,
  isKept,
}: Omit<Page, 'body'>): PageHead => ({
  url,
  status,
  contentType,
  ...(headers === undefined ? {} : { headers }),
  ...(domain === undefined ? {} : { domain }),
  ...(isKept === undefined ? {} : { isKept }),
})

export const lengthOf = (pieces: Pieces): number => pieces.reduce((sum, { length }) => sum + length, 0)

function textOf(pieces: Pieces, contentType: string): string {
  checkIslandBudget(lengthOf(pieces))
  const [only] = pieces
  const bytes = pieces.length === 1 && only ? viewOf(only) : Buffer.concat(pieces)
  return decodeText(bytes, contentType)
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
