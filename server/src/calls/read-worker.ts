// The worker thread's side of run-endpoint: the same run, over recorded pages instead of the network, where a
// large DOM may be parsed. It asks for a page it does not have yet and is then started again with it.
import type { MessagePort } from 'node:worker_threads'
import type { Outcome, Page } from '../contract/outcome.ts'
import { Failure, type FailureReason } from '../errors.ts'
import { allowLargeDom } from '../extract/page-budget.ts'
import { endpoints } from '../sources/index.ts'
import { isTooLarge } from './record-size.ts'

export type RecordedPage = { url: string; json: unknown; page: Page }
export type ReadTask = { path: string; input: unknown; pages: RecordedPage[] }
export type ReadReply =
  | { kind: 'outcome'; outcome: Outcome<unknown> }
  | { kind: 'need'; url: string; json: unknown }
  | { kind: 'failure'; reason: FailureReason; message: string }

class PageNeeded extends Error {
  readonly url: string
  readonly json: unknown
  constructor(url: string, json: unknown) {
    super(url)
    this.url = url
    this.json = json
  }
}

allowLargeDom()

/** The time limit of a read counts from the message on `tellStart`. */
export default async function read({ path, input, pages, tellStart }: ReadTask & { tellStart: MessagePort }) {
  tellStart.postMessage('started')
  tellStart.close()
  return answer({ path, input, pages })
}

async function answer({ path, input, pages }: ReadTask): Promise<ReadReply> {
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  if (!endpoint) return { kind: 'failure', reason: 'internal', message: `no endpoint ${path}` }
  const get = async (url: string, options?: { json?: unknown }): Promise<Page> => {
    const wanted = JSON.stringify(options?.json)
    const recorded = pages.find((known) => known.url === url && JSON.stringify(known.json) === wanted)
    if (!recorded) throw new PageNeeded(url, options?.json)
    return recorded.page
  }
  try {
    const outcome = await endpoint.run(input, get)
    // Asked here, because taking the copy would already hold up the event loop.
    if (outcome.kind === 'found' && isTooLarge(outcome.record))
      return { kind: 'failure', reason: 'page_changed', message: 'the record is too large' }
    return { kind: 'outcome', outcome }
  } catch (thrown) {
    if (thrown instanceof PageNeeded) return { kind: 'need', url: thrown.url, json: thrown.json }
    if (thrown instanceof Failure) return { kind: 'failure', reason: thrown.reason, message: thrown.message }
    return { kind: 'failure', reason: 'internal', message: String(thrown) }
  }
}
