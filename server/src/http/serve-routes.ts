// The list of routes over HTTP: each under all its paths, behind the gate of its access, with what it may use.
import type { Method } from '@quarry/kit/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, CallRequest } from '../calls/call-request.ts'
import type { HandleCall } from '../calls/handle-call.ts'
import type { HandleFree } from '../calls/handle-free.ts'
import { splitQuery } from '../calls/read-query.ts'
import { type RouteReply, usualStatus } from '../route-data.ts'
import { readOptionalBody, toFreeRoute } from '../routes/free-route.ts'
import type { RouteParts } from '../routes/parts.ts'
import { type Params, readRouteParams } from '../routes/read-given.ts'
import { isLookup, type LookupRoute, listPaths, type OwnRoute, type Route } from '../routes/route.ts'
import { type AdminGate, runAdminRequest } from './admin-access.ts'
import { consoleSession, isConsole } from './console-session.ts'
import { type Cors, keyPaths } from './cors.ts'
import { isClosing } from './create-server.ts'
import { sendPrepared } from './docs-delivery.ts'
import { readBody } from './read-body.ts'
import { bearerTokens, headerValues } from './request-guard.ts'
import { sendStream } from './send-stream.ts'

export type Served = {
  parts: RouteParts
  gate: AdminGate
  handleCall: HandleCall
  handleFree: HandleFree
  /** Null where no page of another origin may call. */
  cors: Cors | null
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

export function serveRoutes(server: FastifyInstance, routes: readonly Route[], served: Served): void {
  const { cors } = served
  for (const route of routes) {
    const handler = createHandler(route, served)
    for (const path of listPaths(route))
      server.route({ method: route.method, url: toUrl(path), ...chooseHooks(route, served), handler })
  }
  if (cors)
    for (const [path, methods] of keyPaths(routes)) server.options(toUrl(path), cors.preflight(methods))
}

const toUrl = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

function chooseHooks({ access }: Route, { gate, cors }: Served) {
  if (access === 'admin') return { onRequest: gate }
  return access === 'key' && cors ? { onRequest: cors.hook } : {}
}

function createHandler(route: Route, served: Served): Handler {
  if (isLookup(route)) return lookupHandler(route, served)
  return route.access === 'key' ? keyHandler(route, served) : plainHandler(route, served)
}

const lookupHandler =
  ({ configured }: LookupRoute, { handleCall }: Served): Handler =>
  // Without `async`: this is the way of every call, and a promise more is a cost more.
  (request, reply) => {
    handleCall(configured, toCallRequest(request))
      .then((given) => answer(reply, given))
      .catch((error) => reply.send(error))
  }

const keyHandler =
  (route: OwnRoute, { handleFree, parts }: Served): Handler =>
  async (request, reply) => {
    const free = toFreeRoute(route, request.params as Params, parts)
    return answer(reply, await handleFree(free, toCallRequest(request)))
  }

/** No account has this number. */
const operator = 0

/** For the operator, whose gate has let the request through, and for everyone. */
const plainHandler =
  (route: OwnRoute, { parts }: Served): Handler =>
  async (request, reply) => {
    const asked = toCallRequest(request)
    route.permitRequest?.(asked)
    const params = readRouteParams(route, request.params as Params, splitQuery(asked.rawQuery))
    const body = await readOptionalBody(route, asked, operator)
    // One token means one actor; the address tells operators apart.
    const actor = `admin ${request.ip}`
    const run = () => route.run({ actor, params, body, request: asked }, parts)
    const given = await (route.access === 'admin' ? runAdminRequest(run) : run())
    return send(reply, { status: usualStatus(route), ...given })
  }

function send(reply: FastifyReply, { status = 200, headers = {}, ...given }: RouteReply): FastifyReply {
  if ('stream' in given) return sendStream(reply, { status, headers, stream: given.stream })
  reply.code(status).headers(headers)
  if ('prepared' in given) return sendPrepared(reply.request, reply, given.prepared)
  return reply.send('text' in given ? given.text : given.body)
}

/** What the life of a call needs to know of a request. */
export function toCallRequest(request: FastifyRequest): CallRequest {
  const { id, method, url, raw, ip } = request
  const query = url.indexOf('?')
  const asked: CallRequest = {
    id,
    method: method as Method,
    rawQuery: query === -1 ? '' : url.slice(query + 1),
    keyHeaders: headerValues(raw, 'x-api-key'),
    bearerKeys: bearerTokens(raw),
    idempotencyKeys: headerValues(raw, 'idempotency-key'),
    idempotencyTtls: headerValues(raw, 'idempotency-ttl'),
    contentType: raw.headers['content-type'],
    lastEventId: headerValues(raw, 'last-event-id').join(),
    address: ip,
    readBody: (owner, maxBytes) => readBody(raw, owner, maxBytes),
    hasClientGone: () => raw.socket.destroyed,
  }
  if (isConsole(raw.headers))
    asked.console = { session: consoleSession(raw.headers), isHttps: request.protocol === 'https' }
  return asked
}

/** Writes the answer as it is: nothing is left to serialise, and the way through the framework costs more than this. */
function answer(reply: FastifyReply, { status, headers, body, stream }: Answer): FastifyReply {
  if (stream) return sendStream(reply, { status, headers, stream })
  headers['x-content-type-options'] = 'nosniff'
  headers['content-length'] = String(Buffer.byteLength(body))
  if (isClosing(reply)) headers.connection = 'close'
  reply.raw.writeHead(status, headers)
  reply.hijack()
  reply.raw.end(body)
  return reply
}
