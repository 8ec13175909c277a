// Runs a provider's code over its pages. Parsing the DOM of a large page would block the event loop, so such a run is
// repeated in a worker thread, over the pages already fetched. Providers of plugins always run in a thread.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure, isFailure } from '@quarry/kit/errors'
import { isDomTooLarge } from '@quarry/kit/read/page-budget'
import { type GetPage, toPageHead } from '../../fetching/fetched-page.ts'
import type { WaitingAccounts } from '../../platform/lib/fair-slots.ts'
import type { ConfiguredProvider } from '../sources/configured-endpoint.ts'
import { finishReading, type ReadResult } from './finish-reading.ts'
import { type FailedPage, listTaskBuffers, type TaskPage, toFailure, toFailureData } from './read-task.ts'
import { createReadingThreads, type ReadingThreads } from './reading-threads.ts'
import type { RecordedPage } from './record-pages.ts'

export type ProviderRun = {
  endpoint: Endpoint
  provider: ConfiguredProvider
  query: unknown
  get: GetPage
  /** Every page that `get` has returned. */
  pages: readonly RecordedPage[]
  /** The accounts whose calls wait for it: large pages are read in their turn. */
  waiters: WaitingAccounts
  /** Reads only the page at this address, instead of finding the pages of the query. */
  lastPage?: string
}

export type RunProvider = (run: ProviderRun) => Promise<ReadResult>

const maxRounds = 10
const largePages = { maxPerAccount: 2, idleMs: 2000, maxHeapMb: 512 }
/**
 * One page per account, so that a slow call leaves the second thread to other accounts. Threads stay for 30 s, because
 * loading the plugin takes time.
 */
const pluginPages = { maxPerAccount: 1, idleMs: 30_000, maxHeapMb: 256 }

export function createRunProvider(onRead: (path: string, provider: string, ms: number) => void) {
  const large = createReadingThreads(largePages)
  /** Threads of its own for each plugin: a reader that never ends delays neither built-in sources nor other plugins. */
  const byPlugin = new Map<string, ReadingThreads>()
  const getPlugin = (name: string) => {
    const threads = byPlugin.get(name) ?? createReadingThreads(pluginPages)
    byPlugin.set(name, threads)
    return threads
  }
  async function readPages(run: ProviderRun): Promise<ReadResult> {
    const { endpoint, provider, query, get, lastPage } = run
    const { definition, site, source, isPlugin } = provider
    if (isPlugin) return readInThread(getPlugin(source.name), run)
    try {
      const outcome =
        lastPage === undefined
          ? await definition.find(query, { get, site })
          : definition.extract(await get(lastPage), query)
      return finishReading(endpoint, outcome)
    } catch (thrown) {
      if (!isDomTooLarge(thrown)) throw thrown
      return readInThread(large, run)
    }
  }
  async function runProvider(run: ProviderRun): Promise<ReadResult> {
    try {
      return await readPages(run)
    } finally {
      const { endpoint, provider, pages } = run
      // The bytes of the pages are still needed; the decoded text is not.
      for (const { page } of pages) page.forgetText()
      const last = pages.at(-1)
      if (last) onRead(endpoint.path, provider.name, performance.now() - last.atMs)
    }
  }
  return {
    runProvider,
    close: async () => void (await Promise.all([large, ...byPlugin.values()].map((one) => one.close()))),
  }
}

async function readInThread(threads: ReadingThreads, run: ProviderRun): Promise<ReadResult> {
  const { endpoint, provider, query, get, waiters, lastPage } = run
  const { template, domains } = provider.site
  const task = {
    source: provider.source,
    path: endpoint.path,
    provider: provider.definition.name,
    site: { template, domains },
    query,
    ...(lastPage === undefined ? {} : { lastPage }),
  }
  const failed: FailedPage[] = []
  let pages = run.pages.map(toTaskPage)
  for (let round = 0; round < maxRounds; round++) {
    const fullTask = { ...task, pages, failed }
    // The archive needs whole pages of a plugin, so their bytes are copied instead of moved.
    const reply = await threads.run(fullTask, waiters, provider.isPlugin ? [] : listTaskBuffers(fullTask))
    if (reply.kind === 'result') return restoreBuffer(reply.result)
    if (reply.kind === 'failure') throw toFailure(reply)
    const { url, asking } = reply
    // The thread moved the bytes of large pages here and back; those of a plugin's pages were copied.
    pages = provider.isPlugin ? pages : reply.pages
    try {
      pages = [...pages, toTaskPage({ url, asking, page: await get(url, asking) })]
    } catch (thrown) {
      if (!isFailure(thrown)) throw thrown
      failed.push({ url, asking, failure: toFailureData(thrown) })
    }
  }
  throw new Failure('internal', 'a lookup asked for too many pages')
}

const toTaskPage = ({ url, asking, page }: Omit<RecordedPage, 'atMs'>): TaskPage => ({
  url,
  asking,
  head: toPageHead(page),
  pieces: page.pieces,
})

/** A thread returns plain bytes. */
function restoreBuffer(result: ReadResult): ReadResult {
  if (result.kind !== 'found') return result
  const { buffer, byteOffset, byteLength } = result.body
  return { ...result, body: Buffer.from(buffer, byteOffset, byteLength) }
}
