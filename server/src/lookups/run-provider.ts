// Runs a provider's code over its pages. Parsing the DOM of a large page would block the event loop, so such a run is
// repeated in a worker thread, over the pages already fetched, with a time limit.
import { MessageChannel } from 'node:worker_threads'
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure } from '@quarry/kit/errors'
import { isDomTooLarge } from '@quarry/kit/read/page-budget'
import { Piscina } from 'piscina'
import { createFairSlots, type FairSlots, type WaitingAccounts } from '../lib/fair-slots.ts'
import { findWorkerFile } from '../lib/worker-file.ts'
import { type GetPage, toPageHead } from '../upstream/fetched-page.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import { finishReading, type ReadResult } from './finish-reading.ts'
import { listTaskBuffers, type ReadReply, type ReadTask, type TaskPage } from './read-task.ts'
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
}

export type RunProvider = (run: ProviderRun) => Promise<ReadResult>

type Threads = { getPool: () => Piscina; slots: FairSlots }

// Threads have a low priority: on a busy machine a page takes several times as long.
const readTimeoutMs = 5000
// A new thread loads its source first, which does not count as reading.
const startTimeoutMs = 30_000
const maxThreads = 2
const maxQueued = 200
const maxRounds = 10

export function createRunProvider(onRead: (path: string, provider: string, ms: number) => void): {
  runProvider: RunProvider
  close: () => Promise<void>
} {
  let pool: Piscina | undefined
  const threads = {
    slots: createFairSlots(maxQueued),
    getPool() {
      pool ??= createPool()
      return pool
    },
  }
  async function runProvider(run: ProviderRun): Promise<ReadResult> {
    try {
      return await readPages(threads, run)
    } finally {
      const { endpoint, provider, pages } = run
      // The bytes of the pages are still needed; the decoded text is not.
      for (const { page } of pages) page.forgetText()
      const last = pages.at(-1)
      if (last) onRead(endpoint.path, provider.name, performance.now() - last.atMs)
    }
  }
  return { runProvider, close: async () => pool?.destroy() }
}

// Starts with the first large page and stops soon after the last: an idle server has no idle thread.
const createPool = () =>
  new Piscina({
    ...findWorkerFile(import.meta.url, 'read-worker'),
    minThreads: 0,
    maxThreads,
    idleTimeout: 2000,
    // A thread reads one page at a time and needs half the young generation of the event loop.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
  })

async function readPages(threads: Threads, run: ProviderRun): Promise<ReadResult> {
  const { endpoint, provider, query, get } = run
  const { definition, site } = provider
  try {
    return finishReading(endpoint, await definition.find(query, { get, site }))
  } catch (thrown) {
    if (!isDomTooLarge(thrown)) throw thrown
    return readInThread(threads, run)
  }
}

async function readInThread(threads: Threads, run: ProviderRun): Promise<ReadResult> {
  const { endpoint, provider, query, get, waiters } = run
  const { template, domains } = provider.site
  const task = {
    source: provider.source,
    path: endpoint.path,
    provider: provider.definition.name,
    site: { template, domains },
    query,
  }
  let pages = run.pages.map(toTaskPage)
  for (let round = 0; round < maxRounds; round++) {
    const reply = await runTask(threads, { ...task, pages }, waiters)
    if (reply.kind === 'result') return restoreBuffer(reply.result)
    if (reply.kind === 'failure') throw new Failure(reply.reason, reply.message)
    const { url, asking } = reply
    pages = [...reply.pages, toTaskPage({ url, asking, page: await get(url, asking) })]
  }
  throw new Failure('internal', 'a lookup asked for too many pages')
}

async function runTask(
  { slots, getPool }: Threads,
  task: ReadTask,
  waiters: WaitingAccounts,
): Promise<ReadReply> {
  const slot = await slots.take({ waiters, maxSlots: maxThreads, maxPerAccount: maxThreads })
  if (!slot) throw new Failure('internal', 'too many large pages are waiting to be read')
  const { port1: started, port2: startPort } = new MessageChannel()
  const timeout = new AbortController()
  let timer = setTimeout(() => timeout.abort(), startTimeoutMs)
  started.once('message', () => {
    clearTimeout(timer)
    timer = setTimeout(() => timeout.abort(), readTimeoutMs)
  })
  try {
    return await getPool().run(
      { ...task, startPort },
      { signal: timeout.signal, transferList: [startPort, ...listTaskBuffers(task)] },
    )
  } catch (error) {
    throw new Failure('page_changed', 'the page could not be read in time', { cause: error })
  } finally {
    clearTimeout(timer)
    started.close()
    slot.release()
  }
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
