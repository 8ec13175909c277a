// What goes between the event loop and a reading thread: pages as their bytes, and what came of them. Bytes move, they
// are not copied: on the event loop a copy of ten megabytes takes as many milliseconds.
import type { FailureReason } from '@quarry/kit/errors'
import type { Asking } from '@quarry/kit/outcome'
import type { PageHead, Pieces } from '../upstream/fetched-page.ts'
import type { ReadResult } from './finish-reading.ts'
import type { SourceModule } from './load-source.ts'

export type RecordedPage = { url: string; asking: Asking | undefined; head: PageHead; pieces: Pieces }
export type ReadTask = {
  source: SourceModule
  path: string
  provider: string
  site: { template: string; domains: readonly string[] }
  query: unknown
  pages: RecordedPage[]
}
export type ReadReply =
  | { kind: 'result'; result: ReadResult }
  /** Gives the pages back. */
  | { kind: 'need'; url: string; asking: Asking | undefined; pages: RecordedPage[] }
  | { kind: 'failure'; reason: FailureReason; message: string }

/** So much of a page stays where it is: what diagnosis may keep of it. */
const stayingPieces = 2

export const listTaskBuffers = ({ pages }: ReadTask): ArrayBuffer[] =>
  pages.flatMap(({ pieces }) => whole(pieces.slice(stayingPieces)))

export function listReplyBuffers(reply: ReadReply): ArrayBuffer[] {
  if (reply.kind === 'need') return reply.pages.flatMap(({ pieces }) => whole(pieces))
  return reply.kind === 'result' && reply.result.kind === 'found' ? whole([reply.result.body]) : []
}

/** Small buffers are views of a block that others have views of, too: those are copied. */
const whole = (pieces: Pieces): ArrayBuffer[] =>
  pieces.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )
