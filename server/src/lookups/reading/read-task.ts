// Messages between the event loop and a reading thread: the source to load, the bytes of pages, and the result. Bytes
// are moved, not copied: copying ten megabytes blocks the event loop for about ten milliseconds.
import { Failure } from '@quarry/kit/errors'
import type { RequestOptions } from '@quarry/kit/outcome'
import type { Source } from '@quarry/kit/source'
import type { PageHead, Pieces } from '../../fetching/fetched-page.ts'
import type { ReadResult } from './finish-reading.ts'

/** The address of a source, which a thread loads by itself. */
export type SourceModule = Pick<Source, 'name' | 'module'>

export type TaskPage = { url: string; options: RequestOptions | undefined; head: PageHead; pieces: Pieces }
/** The properties of a `Failure` as plain data. */
export type FailureData = Pick<Failure, 'reason' | 'message' | 'startsRest' | 'isServerFault'> & {
  retryAfterSeconds?: number
}

/** A page that could not be fetched. The provider may find the record without it. */
export type FailedPage = Pick<TaskPage, 'url' | 'options'> & { failure: FailureData }

export type ReadTask = {
  source: SourceModule
  path: string
  provider: string
  site: { template: string; domains: readonly string[] }
  query: unknown
  pages: TaskPage[]
  failed: readonly FailedPage[]
  /** As in `ProviderRun`. */
  lastPage?: string
}
export type ReadReply =
  | { kind: 'result'; result: ReadResult }
  /** The lookup needs another page; the pages it has are moved back. */
  | { kind: 'need'; url: string; options: RequestOptions | undefined; pages: TaskPage[] }
  | ({ kind: 'failure' } & FailureData)

/** The first pieces of a page are copied, not moved: diagnosis may store them. */
const copiedPieces = 2

export const listTaskBuffers = ({ pages }: ReadTask): ArrayBuffer[] =>
  pages.flatMap(({ pieces }) => listWholeBuffers(pieces.slice(copiedPieces)))

export function listReplyBuffers(reply: ReadReply): ArrayBuffer[] {
  if (reply.kind === 'need') return reply.pages.flatMap(({ pieces }) => listWholeBuffers(pieces))
  return reply.kind === 'result' && reply.result.kind === 'found' ? listWholeBuffers([reply.result.body]) : []
}

/** Small buffers are views of a shared block and cannot be moved. */
const listWholeBuffers = (pieces: Pieces): ArrayBuffer[] =>
  pieces.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  )

export const toFailureData = (failure: Failure): FailureData => {
  const { reason, message, startsRest, isServerFault, retryAfterSeconds } = failure
  return {
    reason,
    message,
    startsRest,
    isServerFault,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
}

export const restoreFailure = ({ reason, message, ...options }: FailureData): Failure =>
  new Failure(reason, message, options)

/** Loads one source from its module, because loading all of them takes longer and needs more memory. */
export async function loadSource({ name, module }: SourceModule): Promise<Source> {
  const exported: Record<string, unknown> = await import(module)
  const source = Object.values(exported)
    .flat()
    .find((value) => (value as Partial<Source> | null)?.name === name)
  if (!source) throw new Error(`${module} exports no source named ${name}`)
  return source as Source
}
