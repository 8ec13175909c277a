// Runs a provider's code over its pages. Parsing the DOM of a large page would block the event loop, so such a run is
// repeated in a worker thread over the pages that are already fetched. Providers of plugins always run in a thread.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure, isFailure } from '@quarry/kit/errors'
import type { RequestOptions } from '@quarry/kit/outcome'
import { isDomTooLarge } from '@quarry/kit/read/page-budget'
import type { Site } from '@quarry/kit/site'
import { type FetchedPage, type GetPage, toFetchedPage, toPageHead } from '../../fetching/fetched-page.ts'
import { chooseSliceOwner, type WaitingAccounts } from '../../platform/lib/fair-slots.ts'
import { loopSlices } from '../../platform/lib/slices.ts'
import type { ConfiguredProvider } from '../sources/configure-endpoints.ts'
import { finishReading, type ReadResult } from './finish-reading.ts'
import {
  type FailedPage,
  listTaskBuffers,
  restoreFailure,
  type TaskPage,
  toFailureData,
} from './read-task.ts'
import { createReadingThreads, type ReadingThreads } from './reading-threads.ts'

export type RecordedPage = {
  url: string
  options: RequestOptions | undefined
  page: FetchedPage
  /** When it arrived, by `performance.now()`. */
  atMs: number
}

export type ProviderRun = {
  endpoint: Endpoint
  provider: ConfiguredProvider
  query: unknown
  get: GetPage
  /** Every page that `get` has returned. */
  pages: readonly RecordedPage[]
  /** The accounts whose calls wait for it: they share the reading threads fairly. */
  waiters: WaitingAccounts
  /** Extracts the record from the page at this address only, instead of finding the pages of the query. */
  lastPage?: string
}

export type RunProvider = (run: ProviderRun) => Promise<ReadResult>

const maxRounds = 10
const largePages = { maxPerAccount: 2, idleMs: 2000, maxHeapMb: 512 }
/**
 * One page per account, so that a slow call leaves the second thread to other accounts. Idle threads stay for 30 s,
 * because loading the plugin takes time.
 */
const pluginPages = { maxPerAccount: 1, idleMs: 30_000, maxHeapMb: 256 }

export function createRunProvider(onRead: (path: string, provider: string, ms: number) => void) {
  const large = createReadingThreads(largePages)
  /** Each plugin has its own threads: a reader that never ends delays neither built-in sources nor other plugins. */
  const byPlugin = new Map<string, ReadingThreads>()
  const getThreads = (name: string) => {
    const threads = byPlugin.get(name) ?? createReadingThreads(pluginPages)
    byPlugin.set(name, threads)
    return threads
  }
  async function readPages(run: ProviderRun): Promise<ReadResult> {
    const { endpoint, provider, query, get, lastPage } = run
    const { definition, site, source, isPlugin } = provider
    if (isPlugin) return readInThread(getThreads(source.name), run)
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

/**
 * Wraps `get` so that it lists the pages of one lookup in the order of their arrival, each with its request and the
 * domain of the site that it comes from.
 */
export function recordPages(get: GetPage, site: Site, waiters: WaitingAccounts) {
  const pages: RecordedPage[] = []
  return {
    pages,
    async get(url: string, options?: RequestOptions) {
      const fetched = await get(url, options)
      const domain = site.findDomain(fetched.url)
      const page =
        domain === null ? fetched : toFetchedPage({ ...toPageHead(fetched), domain }, fetched.pieces)
      // A page from the network has already waited for its slice of the event loop.
      if (page.isKept) await loopSlices.next(chooseSliceOwner(waiters))
      pages.push({ url, options, page, atMs: performance.now() })
      return page
    },
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
    // The bytes of a plugin's pages are copied instead of moved, because the archive needs whole pages.
    const reply = await threads.run(fullTask, waiters, provider.isPlugin ? [] : listTaskBuffers(fullTask))
    if (reply.kind === 'result') return restoreBuffer(reply.result)
    if (reply.kind === 'failure') throw restoreFailure(reply)
    const { url, options } = reply
    // Moved bytes are back in the reply.
    pages = provider.isPlugin ? pages : reply.pages
    try {
      pages = [...pages, toTaskPage({ url, options, page: await get(url, options) })]
    } catch (thrown) {
      if (!isFailure(thrown)) throw thrown
      failed.push({ url, options, failure: toFailureData(thrown) })
    }
  }
  throw new Failure('internal', 'a lookup asked for too many pages')
}

const toTaskPage = ({ url, options, page }: Omit<RecordedPage, 'atMs'>): TaskPage => ({
  url,
  options,
  head: toPageHead(page),
  pieces: page.pieces,
})

/** A thread returns plain bytes. */
function restoreBuffer(result: ReadResult): ReadResult {
  if (result.kind !== 'found') return result
  const { buffer, byteOffset, byteLength } = result.body
  return { ...result, body: Buffer.from(buffer, byteOffset, byteLength) }
}
