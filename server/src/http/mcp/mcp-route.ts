// The MCP endpoint for agents at `/mcp`. It authenticates before it reads the body, refuses pages of other origins,
// counts each message against the rate limit, and runs each tool call through the same gates as an HTTP call.
import { isIP } from 'node:net'
import { invalidParameter } from '@quarry/kit/errors'
import { isUrl } from '@quarry/kit/is-url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../accounts/caller.ts'
import type { RateVerdict } from '../../accounts/rate-limit.ts'
import { type Gates, identify } from '../../calls/admit.ts'
import { readIdempotency } from '../../calls/idempotency.ts'
import { readQueryParameters, splitQuery } from '../../lookups/read-query.ts'
import type { Queryable } from '../../platform/db/statement.ts'
import { malformedBody, Refusal } from '../../platform/errors.ts'
import type { Route } from '../routes/create-routes.ts'
import { toFreeRoute } from '../routes/read-route-input.ts'
import { isLookup } from '../routes/route.ts'
import { refusingRoute } from '../server/create-server.ts'
import { toCallRequest } from '../server/read-request.ts'
import type { ServeDeps } from '../server/serve-routes.ts'
import { createDayBudget } from './call-tool.ts'
import { createMcp } from './create-mcp.ts'

export type McpOptions = Omit<ServeDeps, 'gate'> & {
  routes: readonly Route[]
  gates: Gates
  pool: Queryable
  /** Origins of pages that may call. */
  origins: readonly string[]
  /** The public address of the server. */
  address: () => string
}

export function addMcpRoute(server: FastifyInstance, options: McpOptions): void {
  const { routes, gates, pool, deps, handleCall, handleFree, cors } = options
  const mcp = createMcp(routes, {
    pool,
    budgets: createDayBudget({ pool }),
    invoke: (route, pathParams, request) =>
      isLookup(route)
        ? handleCall(route.configured, request)
        : handleFree(toFreeRoute(route, pathParams, deps), request),
  })
  const corsHook = cors ? { onRequest: cors.hook } : {}
  if (cors) server.options('/mcp', cors.preflight(['POST'], protocolHeaders))
  server.post('/mcp', corsHook, async (request, reply) => {
    assertAllowedOrigin(request, options)
    const call = toCallRequest(request)
    const query = splitQuery(call.rawQuery)
    const { caller, key } = await identify(gates, call, query)
    const budget = readBudget(readQueryParameters(query).get('budget'))
    const idempotency = readIdempotency(call)
    const body = parseBody(await call.readBody(caller.accountId))
    const rates = await countMessages(gates, caller, body, mcp.isToolCall)
    const response = await mcp.respond(toWebRequest(request), body, {
      caller,
      key,
      budget,
      idempotencyKey: idempotency?.key ?? null,
      rates,
      request: { address: call.address, hasClientGone: call.hasClientGone },
    })
    const type = response.headers.get('content-type')
    if (type !== null) reply.header('content-type', type)
    return reply
      .code(response.status)
      .header('x-request-id', request.id)
      .send(await response.text())
  })
  // The server is stateless: there is no stream to open (GET) and no session to end (DELETE).
  server.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    ...corsHook,
    ...refusingRoute,
    handler: (_request, reply) => {
      reply.header('allow', 'POST')
      throw new Refusal('method_not_allowed')
    },
  })
  server.addHook('onClose', () => mcp.close())
}

/**
 * Prevents DNS rebinding: the Host must be an IP address, localhost or the server's own name, and the Origin, if sent,
 * the server's own or one that the operator allows.
 */
function assertAllowedOrigin({ headers }: FastifyRequest, { origins, address }: McpOptions): void {
  const publicUrl = new URL(address())
  const host = isUrl(`http://${headers.host}`) ? new URL(`http://${headers.host}`).hostname : ''
  const isAllowed =
    host === publicUrl.hostname || host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) !== 0
  if (!isAllowed) throw new Refusal('forbidden')
  const { origin } = headers
  if (origin !== undefined && origin !== publicUrl.origin && !origins.includes(origin))
    throw new Refusal('forbidden')
}

function readBudget(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,9}$/.test(text)) throw invalidParameter('budget', 'must be a whole number of credits')
  return Number(text)
}

function parseBody(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw malformedBody('the body must be JSON')
  }
}

/** Older protocol revisions allow several messages in one request. */
const maxMessages = 10

/**
 * Counts each message against the rate limit. A tool call above the limit is refused and logged by the call itself,
 * from the verdicts returned here; any other message above the limit, such as a call of an unknown tool, refuses the
 * whole request.
 */
async function countMessages(
  { rateLimiter }: Gates,
  { accountId, limits }: Caller,
  body: unknown,
  isToolCall: (message: unknown) => boolean,
) {
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  if (messages.length > maxMessages) throw malformedBody(`a request has at most ${maxMessages} messages`)
  const rates: RateVerdict[] = []
  const toolCalls = messages.filter(isToolCall).length
  for (let n = toolCalls; n < messages.length; n += 1) {
    const rate = await rateLimiter.take(accountId, limits)
    if (!rate.allowed) throw new Refusal('rate_limited', undefined, rate.retryAfterSeconds)
  }
  for (let n = 0; n < toolCalls; n += 1) rates.push(await rateLimiter.take(accountId, limits))
  return rates
}

const protocolHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'] as const

/** Without the key, which no tool needs. */
function toWebRequest({ headers, url }: FastifyRequest): Request {
  const pairs = ['content-type', ...protocolHeaders].flatMap((name): [string, string][] =>
    typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
  )
  return new Request(new URL(url.split('?')[0] ?? '/mcp', 'http://localhost'), {
    method: 'POST',
    headers: [...pairs, ['accept', 'application/json, text/event-stream']],
    body: '{}',
  })
}
