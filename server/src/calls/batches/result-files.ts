// All results of a batch as one streamed file, page by page, at the speed of the reader.
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRefusal, Refusal } from '../../platform/errors.ts'
import type { Sink, Stream } from '../../platform/route-data.ts'
import type { ResultsPage } from './read-batch.ts'

const maxPerAccount = 2
const retryAfterSeconds = 10
/** A reader that takes nothing for this long is disconnected. */
const stallMs = 30_000
/** The database slots of an account can be taken for a moment. */
const pageTries = 10

type ReadPage = (from: number) => Promise<ResultsPage>

export function createResultFiles() {
  const openByAccount = new Map<number, number>()
  const stopping = new AbortController()
  const count = (accountId: number, change: number) => {
    const open = (openByAccount.get(accountId) ?? 0) + change
    if (open === 0) openByAccount.delete(accountId)
    else openByAccount.set(accountId, open)
  }
  return {
    /** The content type and the stream. Throws 429 if the account has too many open. */
    async open(accountId: number, readPage: ReadPage): Promise<{ contentType: string; stream: Stream }> {
      if ((openByAccount.get(accountId) ?? 0) >= maxPerAccount)
        throw new Refusal('rate_limited', undefined, retryAfterSeconds)
      const first = await readPage(0)
      const stream: Stream = (sink) => {
        count(accountId, 1)
        const reader = createReader(sink, stopping.signal)
        sendPages(first, readPage, reader).then(
          () => sink.end(stallMs),
          () => sink.cut(),
        )
        return {
          drained: reader.drained,
          closed() {
            count(accountId, -1)
            reader.closed()
          },
        }
      }
      return { contentType: first.contentType, stream }
    },
    /** Disconnects all readers, because the server stops. */
    stop: () => stopping.abort(new Error('the server is stopping')),
  }
}

type Reader = { write: (text: Buffer) => Promise<void>; drained: () => void; closed: () => void }

function createReader(sink: Sink, stopping: AbortSignal): Reader {
  const gone = new AbortController()
  const signal = AbortSignal.any([gone.signal, stopping])
  const connection = new EventEmitter()
  return {
    /** Resolves when the reader can take more. */
    async write(text) {
      signal.throwIfAborted()
      if (sink.write(text)) return
      const stall = () => gone.abort(new Error('the client does not read the response'))
      const timer = setTimeout(stall, stallMs)
      await once(connection, 'drained', { signal }).finally(() => clearTimeout(timer))
    },
    drained: () => void connection.emit('drained'),
    closed: () => gone.abort(new Error('the client disconnected')),
  }
}

async function sendPages(first: ResultsPage, readPage: ReadPage, { write }: Reader): Promise<void> {
  await write(first.text)
  for (let from = first.nextFrom; from !== null; ) {
    const page = await readPatiently(readPage, from)
    await write(page.text)
    from = page.nextFrom
  }
}

async function readPatiently(readPage: ReadPage, from: number): Promise<ResultsPage> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readPage(from)
    } catch (error) {
      if (!isRefusal(error) || error.reason !== 'rate_limited' || tries >= pageTries) throw error
      await sleep(1_000, undefined, { ref: false })
    }
  }
}
