// `quarry mcp`: serves tools over stdin and stdout, in old and new revisions of the protocol.
import { PassThrough, type Readable, Transform, type Writable } from 'node:stream'
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Quarry } from '../../../sdk/src/index.ts'
import { readCatalogue } from '../catalogue.ts'
import { createBoundedCall, createForward, type ToolCall } from './call-tool.ts'

type McpOptions = { quarry: Quarry; budget: number | null; input: Readable; output: Writable }

const pricesMs = 3_600_000

/** Ends when the input has ended and every request has its response. */
export async function serveMcp({ quarry, budget, input, output }: McpOptions): Promise<void> {
  const forward = createForward(quarry)
  const bounded = budget === null ? null : quarry.withBudget(budget).budget
  const callTool = createBoundedCall(forward, {
    budget: bounded,
    catalogue: cacheForHour(() => readCatalogue(quarry)),
  })
  const { instructions, serverInfo } = (await forward('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'quarry', version: '2' },
  })) as { instructions?: string; serverInfo: { name: string; version: string } }

  const create = () => {
    const server = new Server(serverInfo, {
      capabilities: { tools: {}, resources: {} },
      ...(instructions ? { instructions } : {}),
    })
    server.setRequestHandler('tools/list', async () => (await forward('tools/list', {})) as never)
    server.setRequestHandler(
      'tools/call',
      async ({ params }) => (await callTool(params as ToolCall)) as never,
    )
    server.setRequestHandler('resources/list', async () => (await forward('resources/list', {})) as never)
    server.setRequestHandler(
      'resources/read',
      async ({ params }) => (await forward('resources/read', { uri: params.uri })) as never,
    )
    return server
  }

  const pending = createPending()
  const requests = new PassThrough()
  const responses = watchMessages(pending.remove)
  responses.pipe(output, { end: false })
  input.pipe(watchMessages(pending.add)).pipe(requests, { end: false })
  const handle = serveStdio(create, { transport: new StdioServerTransport(requests, responses) })
  await new Promise<void>((resolve) => input.once('end', resolve).once('close', resolve))
  await pending.whenEmpty()
  await handle.close()
}

type Message = Record<string, unknown>

/** Tracks requests without a response: they may outlive the end of the input. */
function createPending() {
  const open = new Set<unknown>()
  let onEmpty = () => {}
  const drop = (id: unknown) => {
    open.delete(id)
    if (open.size === 0) onEmpty()
  }
  return {
    add({ id, method, params }: Message) {
      if (id !== undefined && typeof method === 'string') open.add(id)
      // A cancelled request gets no response.
      else if (method === 'notifications/cancelled')
        drop((params as { requestId?: unknown } | undefined)?.requestId)
    },
    remove({ id }: Message) {
      if (id !== undefined) drop(id)
    },
    whenEmpty: () =>
      new Promise<void>((resolve) => {
        onEmpty = resolve
        if (open.size === 0) resolve()
      }),
  }
}

/** Passes all bytes on and reports each line that is a JSON object. */
function watchMessages(onMessage: (message: Message) => void): Transform {
  let incompleteLine = ''
  const decoder = new TextDecoder()
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (incompleteLine + decoder.decode(chunk, { stream: true })).split('\n')
      incompleteLine = lines.pop() ?? ''
      for (const line of lines) reportLine(line, onMessage)
      done(null, chunk)
    },
    flush(done) {
      reportLine(incompleteLine, onMessage)
      // The last line may lack its line end, which the reader needs.
      done(null, incompleteLine === '' ? undefined : '\n')
    },
  })
}

function reportLine(line: string, onMessage: (message: Message) => void): void {
  try {
    const message: unknown = JSON.parse(line)
    if (typeof message === 'object' && message !== null) onMessage(message as Message)
  } catch {
    // The transport reports invalid messages.
  }
}

/** Calls `read` at most once an hour, unless it fails. */
function cacheForHour<T>(read: () => Promise<T>): () => Promise<T> {
  let cached: { until: number; value: Promise<T> } | undefined
  return () => {
    if (!cached || performance.now() >= cached.until) {
      const fresh = { until: performance.now() + pricesMs, value: read() }
      cached = fresh
      fresh.value.catch(() => {
        if (cached === fresh) cached = undefined
      })
    }
    return cached.value
  }
}
