// Worker thread of run-provider: runs a provider over fetched pages instead of the network, and may parse a large DOM.
// If the provider needs another page, the server fetches it and starts the run again with that page.
import type { MessagePort } from 'node:worker_threads'
import type { Endpoint } from '@quarry/kit/endpoint'
import { isFailure } from '@quarry/kit/errors'
import type { Get } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { siteAt } from '@quarry/kit/site'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { toFetchedPage } from '../../fetching/fetched-page.ts'
import { lowerPriority } from '../../platform/lib/worker-threads.ts'
import { finishReading } from './finish-reading.ts'
import {
  listReplyBuffers,
  loadSource,
  type ReadReply,
  type ReadTask,
  restoreFailure,
  toFailureData,
} from './read-task.ts'

type NeededPage = Extract<ReadReply, { kind: 'need' }>

allowLargeDom()
lowerPriority(5)

/** The time limit of a read starts with the message on `startPort`. */
export default async function read({ startPort, ...task }: ReadTask & { startPort: MessagePort }) {
  const source = await loadSource(task.source).catch((error: unknown) => String(error))
  startPort.postMessage('started')
  startPort.close()
  const reply = typeof source === 'string' ? failInternally(source) : await runTask(task, source.endpoints)
  return move({ [transferableSymbol]: listReplyBuffers(reply), [valueSymbol]: reply })
}

async function runTask(
  { path, provider: name, site, query, pages, failed, lastPage }: ReadTask,
  endpoints: readonly Endpoint[],
): Promise<ReadReply> {
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  const provider = endpoint?.providers.find((candidate) => candidate.name === name)
  if (!endpoint || !provider) return failInternally(`no provider ${name} of ${path}`)
  let needed: NeededPage | null = null
  const get: Get = async (url, options) => {
    const optionsText = JSON.stringify(options)
    const isRequested = (one: Pick<NeededPage, 'url' | 'options'>) =>
      one.url === url && JSON.stringify(one.options) === optionsText
    const unavailable = failed.find(isRequested)
    if (unavailable) throw restoreFailure(unavailable.failure)
    const page = pages.find(isRequested)
    if (page) return toFetchedPage(page.head, page.pieces)
    needed = { kind: 'need', url, options, pages }
    throw new Error(`${url} is needed`)
  }
  try {
    const outcome =
      lastPage === undefined
        ? await provider.find(query, { get, site: siteAt(site.template, site.domains) })
        : provider.extract(await get(lastPage), query)
    return { kind: 'result', result: finishReading(endpoint, outcome) }
  } catch (thrown) {
    if (needed) return needed
    if (isFailure(thrown)) return { kind: 'failure', ...toFailureData(thrown) }
    return failInternally(String(thrown))
  }
}

const failInternally = (message: string): ReadReply => ({
  kind: 'failure',
  reason: 'internal',
  message,
  startsRest: false,
  isServerFault: false,
})
