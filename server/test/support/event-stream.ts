// A client of server-sent events for tests: it parses the stream as browsers do, stores every event, and waits for
// given ones.
import type { TestApp } from './app.ts'

export type SeenEvent = { id: string; kind: string; data: Record<string, unknown> }

export type OpenStream = {
  response: Response
  events: SeenEvent[]
  comments: string[]
  /** The id that a browser would send when it reconnects. */
  lastId: () => string
  /** The first matching event, received already or in the future. */
  find: (fits: (event: SeenEvent) => boolean) => Promise<SeenEvent>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  close: () => Promise<void>
}

type Opener = { secret?: string; lastId?: string; path?: string }

/** Opens a stream of the account, or without a secret the operator's. */
export async function openStream(
  app: TestApp,
  { secret, lastId, path = '/v2/events' }: Opener = {},
): Promise<OpenStream> {
  const leave = new AbortController()
  const headers = lastId === undefined ? {} : { 'last-event-id': lastId }
  const init = { headers, signal: leave.signal }
  const response = await (secret === undefined
    ? app.admin('/admin/events', init)
    : app.call(secret, path, init))
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const events: SeenEvent[] = []
  const comments: string[] = []
  let id = ''
  let checkWaiters = () => {}

  function take(block: string): void {
    const fields: Record<string, string> = {}
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
      if (name === '') comments.push(value)
      else fields[name] = value
    }
    if (fields.id !== undefined) id = fields.id
    if (fields.data !== undefined)
      events.push({ id, kind: fields.event ?? 'message', data: JSON.parse(fields.data) })
    checkWaiters()
  }
  const ended = (async () => {
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) take(block)
      }
    } catch {
      // Disconnected by either side.
    }
  })()

  return {
    response,
    events,
    comments,
    lastId: () => id,
    find: (fits) =>
      new Promise((resolve, reject) => {
        checkWaiters = () => {
          const found = events.find(fits)
          if (found) resolve(found)
        }
        checkWaiters()
        ended.then(() => reject(new Error('the stream ended before')))
      }),
    ended,
    async close() {
      leave.abort()
      await ended
    },
  }
}

export const isCall = (requestId: string | null) => (event: SeenEvent) =>
  event.kind === 'call' && event.data.request_id === requestId

export const isJob = (id: string, status: string) => (event: SeenEvent) =>
  event.kind === 'job' && event.data.job_id === id && event.data.status === status
