// Runs a provider's code over its pages. Parsing the DOM of a large page would block the event loop, so such a run is
// repeated in a worker thread, over the pages already fetched, with a time limit.
import { MessageChannel } from 'node:worker_threads'
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure } from '@quarry/kit/errors'
import type { Asking, Get } from '@quarry/kit/outcome'
import { isDomTooLarge } from '@quarry/kit/read/page-budget'
import { Piscina } from 'piscina'
import { chooseTurnOwner, createFairSlots, type WaitingAccounts } from '../lib/fair-slots.ts'
import { loopTurns } from '../lib/turns.ts'
import { type FetchedPage, type GetPage, toPageHead } from '../upstream/fetched-page.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import { finishReading, type ReadResult } from './finish-reading.ts'
import type { SourceModule } from './load-source.ts'
import { listTaskBuffers, type ReadReply, type ReadTask, type RecordedPage } from './read-task.ts'

export type RunProvider = (work: {
  endpoint: Endpoint
  through: ConfiguredProvider
  query: unknown
  get: GetPage
  /** The calls that wait for it: its large pages are read in their turn. */
  party: WaitingAccounts
}) => Promise<ReadResult>

// Threads have a low priority: on a busy machine a page takes several times as long.
const readTimeoutMs = 5000
// A new thread loads its source first, which is not the page's fault.
const startTimeoutMs = 30_000
const maxThreads = 2
const maxQueued = 200
const maxRounds = 10

export function createRunProvider(onRead: (path: string, provider: string, ms: number) => void): {
  runProvider: RunProvider
  close: () => Promise<void>
} {
  let pool: Piscina | undefined
  const slots = createFairSlots(maxQueued)

  // Started on the first large page and empty again soon after the last: an idle server has no idle thread.
  const threads = () => {
    pool ??= new Piscina({
      filename: workerFile(),
      execArgv: [],
      minThreads: 0,
      maxThreads,
      idleTimeout: 2000,
      // Half as much for what is new as the event loop may have: a thread reads one page at a time.
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
    })
    return pool
  }

  async function readOnce(task: ReadTask, party: WaitingAccounts): Promise<ReadReply> {
    const place = await slots.take({ party, places: maxThreads, mostOfOne: maxThreads })
    if (!place) throw new Failure('internal', 'too many large pages are waiting to be read')
    const { port1: started, port2: tellStart } = new MessageChannel()
    const late = new AbortController()
    let timer = setTimeout(() => late.abort(), startTimeoutMs)
    started.once('message', () => {
      clearTimeout(timer)
      timer = setTimeout(() => late.abort(), readTimeoutMs)
    })
    try {
      return await threads().run(
        { ...task, tellStart },
        { signal: late.signal, transferList: [tellStart, ...listTaskBuffers(task)] },
      )
    } catch (error) {
      throw new Failure('page_changed', 'the page could not be read in time', { cause: error })
    } finally {
      clearTimeout(timer)
      started.close()
      place.release()
    }
  }

  async function runOffThread(task: ReadTask, get: GetPage, party: WaitingAccounts): Promise<ReadResult> {
    let { pages } = task
    for (let round = 0; round < maxRounds; round++) {
      const reply = await readOnce({ ...task, pages }, party)
      if (reply.kind === 'result') return withBuffer(reply.result)
      if (reply.kind === 'failure') throw new Failure(reply.reason, reply.message)
      const { url, asking } = reply
      pages = [...reply.pages, recorded(url, asking, await get(url, asking))]
    }
    throw new Failure('internal', 'a lookup asked for too many pages')
  }

  const runProvider: RunProvider = async ({ endpoint, through, query, get, party }) => {
    const { provider, site } = through
    const pages: RecordedPage[] = []
    const read: FetchedPage[] = []
    let lastPageAt = performance.now()
    const recordingGet: Get = async (url, options) => {
      const page = await get(url, options)
      pages.push(recorded(url, options, page))
      read.push(page)
      // A fetched page has already waited for its turn.
      if (page.isKept) await loopTurns.next(chooseTurnOwner(party))
      lastPageAt = performance.now()
      return page
    }
    try {
      return finishReading(endpoint, await provider.find(query, { get: recordingGet, site }))
    } catch (thrown) {
      if (!isDomTooLarge(thrown)) throw thrown
      const at = { template: site.template, domains: site.domains }
      const task = {
        source: toBuilt(through.source),
        path: endpoint.path,
        provider: provider.name,
        site: at,
        query,
        pages,
      }
      return await runOffThread(task, get, party)
    } finally {
      // The bytes of the pages are still needed; the decoded text is not.
      for (const page of read) page.forgetText()
      if (pages.length > 0) onRead(endpoint.path, through.name, performance.now() - lastPageAt)
    }
  }

  return { runProvider, close: async () => pool?.destroy() }
}

const recorded = (url: string, asking: Asking | undefined, page: FetchedPage): RecordedPage => ({
  url,
  asking,
  head: toPageHead(page),
  pieces: page.pieces,
})

/** What comes from a thread are plain bytes. */
function withBuffer(result: ReadResult): ReadResult {
  if (result.kind !== 'found') return result
  const { buffer, byteOffset, byteLength } = result.body
  return { ...result, body: Buffer.from(buffer, byteOffset, byteLength) }
}

// A thread cannot load TypeScript on every Node.js: where the server runs from its source files, as in tests, its
// threads run from the build.
const isBuilt = !import.meta.url.endsWith('.ts')

const workerFile = (): string =>
  new URL(isBuilt ? './read-worker.js' : '../../dist/lookups/read-worker.js', import.meta.url).href

const toBuilt = ({ name, module }: SourceModule): SourceModule => ({
  name,
  module: isBuilt
    ? module
    : module.replace(/\/sources\/src\/([\w/-]{1,200})\.ts$/, '/server/dist/sources/$1.js'),
})
