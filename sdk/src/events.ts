// The event stream: server-sent events, as the HTML standard defines them. A lost connection is reopened after the last
// event received.
import { ConnectionLost } from './errors.ts'
import type { Schemas } from './operation-types.ts'
import { type CallOptions, perform } from './request.ts'
import { backoffMs, isLost, pause } from './send.ts'
import type { Settings } from './settings.ts'

/** The data of each event type. */
type EventData = {
  call: Schemas['LoggedCall']
  job: Schemas['ListedJob']
  batch: Schemas['ListedBatch']
  /** Without patch and records; `watches.history()` has them. */
  watch: Omit<Schemas['WatchEvent'], 'patch' | 'before' | 'after'> & {
    watch_id: string
    account: string
    history_url: string
  }
  /** Events between these times are missing. */
  gap: { from: string | null; to: string }
}

export type QuarryEvent<T = EventData> = { [K in keyof T]: { id: string; type: K; data: T[K] } }[keyof T]

/** Events of all accounts, for the operator. */
export type AdminEvent = QuarryEvent<Omit<EventData, 'job'> & { job: Schemas['AdminJob'] }>

export type EventOptions = Pick<CallOptions, 'signal'> & {
  /** Resume after the event with this id; events are kept for ten minutes. */
  lastEventId?: string
  /** Called each time the stream is opened: first, and after every lost connection. */
  onOpen?: () => void
}

const types: Readonly<Record<keyof EventData, true>> = {
  call: true,
  job: true,
  batch: true,
  watch: true,
  gap: true,
}
/** The server sends at least a heartbeat every 15 seconds. */
const silenceMs = 45_000

export async function* follow<E extends QuarryEvent | AdminEvent>(
  settings: Settings,
  path: string,
  { signal, lastEventId = '', onOpen }: EventOptions = {},
): AsyncGenerator<E, void, undefined> {
  const bounds = signal ? { signal } : {}
  let lastId = lastEventId
  // Once it was open it is reopened without a limit, so that it survives a restart of the server.
  for (let failures = 0, wasOpen = false; ; failures += 1) {
    try {
      const headers: Record<string, string> = lastId === '' ? {} : { 'last-event-id': lastId }
      const call = { method: 'GET', path, as: 'stream' } as const
      const { data } = await perform(settings, call, { ...bounds, headers })
      wasOpen = true
      onOpen?.()
      for await (const { id, type, data: text } of parseEvents(
        readChunks(data as ReadableStream<Uint8Array>, signal),
      )) {
        failures = 0
        lastId = id || lastId
        if (text !== null && Object.hasOwn(types, type)) yield { id, type, data: JSON.parse(text) } as E
      }
    } catch (error) {
      if (!wasOpen || !isLost(error)) throw error
    }
    await pause(backoffMs(failures), signal)
  }
}

/** Ends when the server closes the connection, sends nothing for too long, or the signal is aborted. */
async function* readChunks(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  const stop = () => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      signal?.throwIfAborted()
      const timer = setTimeout(stop, silenceMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (value) yield value
      else if (done) break
    }
    signal?.throwIfAborted()
  } catch (error) {
    signal?.throwIfAborted()
    throw new ConnectionLost(null, 'the stream broke off', { cause: error })
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

/** Without data it is a heartbeat, which may carry the last event id. */
type ServerEvent = { id: string; type: string; data: string | null }

/** Parses server-sent events from a byte stream. */
export async function* parseEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerEvent, void, undefined> {
  const decoder = new TextDecoder()
  let incompleteLine = ''
  let id = ''
  let type = ''
  let data: string[] = []
  for await (const chunk of chunks) {
    // CRLF may be split between two chunks: keep a CR at the end for the next chunk.
    const lines = (incompleteLine + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    incompleteLine = lines.pop() ?? ''
    for (const line of lines) {
      const colon = line.indexOf(':')
      const field = colon === -1 ? line : line.slice(0, colon)
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (line === '') {
        yield { id, type, data: data.length > 0 ? data.join('\n') : null }
        type = ''
        data = []
      } else if (field === 'data') data.push(value)
      else if (field === 'event') type = value
      else if (field === 'id') id = value
    }
  }
}
