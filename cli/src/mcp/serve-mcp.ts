// `quarry mcp`: a server of tools over stdin and stdout, in old and new revisions of the protocol.
import { PassThrough, type Readable, Transform, type Writable } from 'node:stream'
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Quarry } from '../../../sdk/src/index.ts'
import { readCatalogue } from '../catalogue.ts'
import { type CallParams, createBoundedCall } from './bounded-call.ts'
import { createForward } from './forward.ts'
import { createPending } from './pending.ts'

export type McpOptions = { quarry: Quarry; budget: number | null; input: Readable; output: Writable }

const pricesMs = 3_600_000

/** Ends when the input has ended and everything read from it has been answered. */
export async function serveMcp({ quarry, budget, input, output }: McpOptions): Promise<void> {
  const forward = createForward(quarry)
  const bounded = budget === null ? null : quarry.withBudget(budget).budget
  const callTool = createBoundedCall(forward, {
    budget: bounded,
    catalogue: hourly(() => readCatalogue(quarry)),
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
      async ({ params }) => (await callTool(params as CallParams)) as never,
    )
    server.setRequestHandler('resources/list', async () => (await forward('resources/list', {})) as never)
    server.setRequestHandler(
      'resources/read',
      async ({ params }) => (await forward('resources/read', { uri: params.uri })) as never,
    )
    return server
  }

  const pending = createPending()
  const held = new PassThrough()
  const answers = watched(pending.answered)
  answers.pipe(output, { end: false })
  input.pipe(watched(pending.asked)).pipe(held, { end: false })
  const handle = serveStdio(create, { transport: new StdioServerTransport(held, answers) })
  await new Promise<void>((resolve) => input.once('end', resolve).once('close', resolve))
  await pending.none()
  await handle.close()
}

/** Lets everything through, and shows each line that is JSON. */
function watched(see: (message: Record<string, unknown>) => void): Transform {
  let rest = ''
  const decoder = new TextDecoder()
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) seeLine(line, see)
      done(null, chunk)
    },
    flush(done) {
      seeLine(rest, see)
      // The last line may lack its end, which is what the other side reads lines by.
      done(null, rest === '' ? undefined : '\n')
    },
  })
}

function seeLine(line: string, see: (message: Record<string, unknown>) => void): void {
  try {
    const message: unknown = JSON.parse(line)
    if (typeof message === 'object' && message !== null) see(message as Record<string, unknown>)
  } catch {
    // Not a message: whoever reads it says so.
  }
}

function hourly<T>(read: () => Promise<T>): () => Promise<T> {
  let known: { until: number; value: Promise<T> } | undefined
  return () => {
    if (!known || performance.now() >= known.until) {
      const fresh = { until: performance.now() + pricesMs, value: read() }
      known = fresh
      fresh.value.catch(() => {
        if (known === fresh) known = undefined
      })
    }
    return known.value
  }
}
