// The worker thread of run-provider: runs a provider over recorded pages instead of the network, and may parse a large
// DOM. For a page that it does not have it asks the server, which then starts it again with that page.
import { getPriority, setPriority } from 'node:os'
import type { MessagePort } from 'node:worker_threads'
import type { Endpoint } from '@quarry/kit/endpoint'
import { isFailure } from '@quarry/kit/errors'
import type { Asking, Get } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { siteAt } from '@quarry/kit/site'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { toFetchedPage } from '../upstream/fetched-page.ts'
import { finishReading } from './finish-reading.ts'
import { loadSource } from './load-source.ts'
import { listReplyBuffers, type ReadReply, type ReadTask } from './read-task.ts'

class PageNeeded extends Error {
  readonly url: string
  readonly asking: Asking | undefined
  constructor(url: string, asking: Asking | undefined) {
    super(url)
    this.url = url
    this.asking = asking
  }
}

/** Whoever waits for an answer goes first; a third of a processor is still left to a page on a busy machine. */
const niceness = 5

allowLargeDom()
// Elsewhere this is the priority of the whole process, not of the thread.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + niceness, 19))

/** The time limit of a read counts from the message on `tellStart`. */
export default async function read({ tellStart, ...task }: ReadTask & { tellStart: MessagePort }) {
  const loaded = await loadSource(task.source).catch((error: unknown) => String(error))
  tellStart.postMessage('started')
  tellStart.close()
  // A source that cannot be loaded is no fault of the page, and must not be told as one.
  const reply: ReadReply =
    typeof loaded === 'string'
      ? { kind: 'failure', reason: 'internal', message: loaded }
      : await answer(task, loaded.endpoints)
  return move({ [transferableSymbol]: listReplyBuffers(reply), [valueSymbol]: reply })
}

async function answer(
  { path, provider: name, site, query, pages }: ReadTask,
  endpoints: readonly Endpoint[],
): Promise<ReadReply> {
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  const provider = endpoint?.providers.find((candidate) => candidate.name === name)
  if (!endpoint || !provider)
    return { kind: 'failure', reason: 'internal', message: `no provider ${name} of ${path}` }
  const get: Get = async (url, asking) => {
    const wanted = JSON.stringify(asking)
    const recorded = pages.find((known) => known.url === url && JSON.stringify(known.asking) === wanted)
    if (!recorded) throw new PageNeeded(url, asking)
    return toFetchedPage(recorded.head, recorded.pieces)
  }
  try {
    const outcome = await provider.find(query, { get, site: siteAt(site.template, site.domains) })
    return { kind: 'result', result: finishReading(endpoint, outcome) }
  } catch (thrown) {
    if (thrown instanceof PageNeeded) return { kind: 'need', url: thrown.url, asking: thrown.asking, pages }
    if (isFailure(thrown)) return { kind: 'failure', reason: thrown.reason, message: thrown.message }
    return { kind: 'failure', reason: 'internal', message: String(thrown) }
  }
}
