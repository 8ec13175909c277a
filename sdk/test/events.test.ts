// The event stream over connections that break, with data split at any byte.
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { parseEvents } from '../src/events.ts'
import { Forbidden, Quarry, type QuarryEvent } from '../src/index.ts'

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = []
  for await (const item of items) read.push(item)
  return read
}

const joinText = async (chunks: readonly string[]) => {
  const bytes = async function* () {
    for (const chunk of chunks) yield new TextEncoder().encode(chunk)
  }
  return (await all(parseEvents(bytes()))).filter(({ data }) => data !== null)
}

test('events are read however the bytes are cut', async () => {
  const text =
    ': hello\r\n\r\nid: 1\r\nevent: job\r\ndata: {"é":\r\ndata: 1}\r\n\r\ndata:x\nid\n\nretry: 5\n\rdata: z'
  const allEvents = [
    { id: '1', type: 'job', data: '{"é":\n1}' },
    { id: '', type: '', data: 'x' },
  ]
  expect(await joinText([text])).toEqual(allEvents)
  for (let at = 1; at < text.length; at += 1)
    expect(await joinText([text.slice(0, at), text.slice(at)])).toEqual(allEvents)
})

/** Each connection gets the next of these texts. It is then cut, unless it `stays` open. */
const connections: { status?: number; text: string; stays?: true }[] = []
const seen: (string | undefined)[] = []
const server = createServer((request, response) => {
  seen.push(request.headers['last-event-id'] as string | undefined)
  const { status = 200, text, stays } = connections.shift() ?? { text: '' }
  const type = status === 200 ? 'text/event-stream; charset=utf-8' : 'application/json'
  response.writeHead(status, {
    'content-type': type,
    ...(status === 200 ? {} : { 'x-error-reason': 'forbidden' }),
  })
  response.write(text)
  if (status !== 200) response.end()
  else if (!stays) setImmediate(() => response.socket?.destroy())
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0
const quarry = new Quarry({ key: 'qry_test', baseUrl: `http://127.0.0.1:${port}` })
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const event = (id: string, type: string, data: object) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`

test('a stream continues after the last event, skips unknown types, and ends with the loop', async () => {
  connections.push(
    { text: event('a', 'call', { request_id: '1' }) + event('b', 'weather', {}) },
    { text: `id: c\n\n` },
    { text: event('d', 'job', { job_id: '2' }), stays: true },
  )
  const events: QuarryEvent[] = []
  for await (const one of quarry.events({ lastEventId: '0' })) {
    events.push(one)
    if (one.type === 'job') break
  }
  expect(events).toEqual([
    { id: 'a', type: 'call', data: { request_id: '1' } },
    { id: 'd', type: 'job', data: { job_id: '2' } },
  ])
  expect(seen).toEqual(['0', 'b', 'c'])
})

test('an aborted signal ends the stream, and so does a refusal', async () => {
  const controller = new AbortController()
  connections.push({ text: event('a', 'batch', { batch_id: '1' }), stays: true })
  const read = async () => {
    for await (const { type } of quarry.events({ signal: controller.signal }))
      if (type === 'batch') controller.abort(new Error('enough'))
  }
  await expect(read()).rejects.toThrow('enough')
  connections.push(
    { text: event('a', 'batch', { batch_id: '1' }) },
    { status: 403, text: '{"error":"Forbidden"}' },
  )
  await expect(all(quarry.events())).rejects.toBeInstanceOf(Forbidden)
})
