// The worker thread's side of find-through: the same run, over recorded pages instead of the network, where a
// large DOM may be parsed. It asks for a page it does not have yet and is then started again with it.
import type { MessagePort } from 'node:worker_threads'
import type { Get, Outcome, Page, Posted } from '../contract/outcome.ts'
import { siteAt } from '../contract/site.ts'
import { Failure, type FailureReason } from '../errors.ts'
import { allowLargeDom } from '../extract/page-budget.ts'
import { endpoints } from '../sources/index.ts'
import { isTooLarge } from './record-size.ts'

export type RecordedPage = { url: string; posted: Posted | undefined; page: Page }
export type ReadTask = {
  path: string
  provider: string
  site: { template: string; domains: readonly string[] }
  query: unknown
  pages: RecordedPage[]
}
export type ReadReply =
  | { kind: 'outcome'; outcome: Outcome<unknown> }
  | { kind: 'need'; url: string; posted: Posted | undefined }
  | { kind: 'failure'; reason: FailureReason; message: string }

class PageNeeded extends Error {
  readonly url: string
  readonly posted: Posted | undefined
  constructor(url: string, posted: Posted | undefined) {
    super(url)
    this.url = url
    this.posted = posted
  }
}

allowLargeDom()

/** The time limit of a read counts from the message on `tellStart`. */
export default async function read({ tellStart, ...task }: ReadTask & { tellStart: MessagePort }) {
  tellStart.postMessage('started')
  tellStart.close()
  return answer(task)
}

async function answer({ path, provider: name, site, query, pages }: ReadTask): Promise<ReadReply> {
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  const provider = endpoint?.providers.find((candidate) => candidate.name === name)
  if (!provider) return { kind: 'failure', reason: 'internal', message: `no provider ${name} of ${path}` }
  const get: Get = async (url, posted) => {
    const wanted = JSON.stringify(posted)
    const recorded = pages.find((known) => known.url === url && JSON.stringify(known.posted) === wanted)
    if (!recorded) throw new PageNeeded(url, posted)
    return recorded.page
  }
  try {
    const outcome = await provider.find(query, { get, site: siteAt(site.template, site.domains) })
    // Asked here, because taking the copy would already hold up the event loop.
    if (outcome.kind === 'found' && isTooLarge(outcome.record))
      return { kind: 'failure', reason: 'page_changed', message: 'the record is too large' }
    return { kind: 'outcome', outcome }
  } catch (thrown) {
    if (thrown instanceof PageNeeded) return { kind: 'need', url: thrown.url, posted: thrown.posted }
    if (thrown instanceof Failure) return { kind: 'failure', reason: thrown.reason, message: thrown.message }
    return { kind: 'failure', reason: 'internal', message: String(thrown) }
  }
}
