// Serves the list of routes over HTTP: each route under all its paths, behind the gate of its access.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallResponse } from '../../calls/call-request.ts'
import type { HandleCall } from '../../calls/handle-call.ts'
import type { HandleFree } from '../../calls/handle-free.ts'
import { splitQuery } from '../../lookups/read-query.ts'
import { defaultStatus, type RouteReply, type Stream } from '../../platform/route-data.ts'
import { sendPrepared } from '../pages/prepared-body.ts'
import type { Route, RouteDeps } from '../routes/create-routes.ts'
import { operatorId } from '../routes/operator-change.ts'
import { type Params, readRouteBody, readRouteParams, toFreeRoute } from '../routes/read-route-input.ts'
import { isLookup, listPaths, type OwnRoute } from '../routes/route.ts'
import { type AdminGate, createAdminSlots, type RunAdminRequest } from './admin-access.ts'
import { type Cors, listKeyPaths } from './cors.ts'
import { isClosing, safeHeaders } from './create-server.ts'
import { extendVary, negotiateError } from './error-responses.ts'
import { toCallRequest } from './read-request.ts'

export type ServeDeps = {
  deps: RouteDeps
  gate: AdminGate
  handleCall: HandleCall
  handleFree: HandleFree
  /** Null without allowed origins. */
  cors: Cors | null
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

export function serveRoutes(server: FastifyInstance, routes: readonly Route[], serving: ServeDeps): void {
  const { cors } = serving
  const runAdminRequest = createAdminSlots()
  for (const route of routes)
    for (const path of listPaths(route))
      server.route({
        method: route.hasHead ? [route.method, 'HEAD'] : route.method,
        url: toUrl(path),
        ...chooseHooks(route, serving),
        handler: createHandler(route, serving, runAdminRequest),
      })
  if (cors)
    for (const [path, methods] of listKeyPaths(routes)) server.options(toUrl(path), cors.preflight(methods))
}

const toUrl = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

function chooseHooks({ access }: Route, { gate, cors }: ServeDeps) {
  if (access === 'admin') return { onRequest: gate }
  return access === 'key' && cors ? { onRequest: cors.hook } : {}
}

function createHandler(route: Route, serving: ServeDeps, runAdminRequest: RunAdminRequest): Handler {
  const { handleCall, handleFree, deps } = serving
  // Without `async`: every lookup runs through here, and each further promise costs time.
  if (isLookup(route))
    return (request, reply) => {
      handleCall(route.configured, toCallRequest(request))
        .then((response) => sendResponse(reply, response))
        .catch((error) => reply.send(error))
    }
  if (route.access !== 'key')
    return async (request, reply) => {
      const run = await prepareOpenRoute(route, deps, request)
      const result = await (route.access === 'admin' ? runAdminRequest(run) : run())
      return sendReply(reply, { status: defaultStatus(route), ...result })
    }
  return async (request, reply) => {
    const free = toFreeRoute(route, request.params as Params, deps)
    return sendResponse(reply, await handleFree(free, toCallRequest(request)))
  }
}

/**
 * Reads the request of a route for the operator, after the admin gate, or of an open route. Returns the function that
 * runs the route.
 */
async function prepareOpenRoute(route: OwnRoute<RouteDeps>, deps: RouteDeps, fastifyRequest: FastifyRequest) {
  const request = toCallRequest(fastifyRequest)
  route.permitRequest?.(request)
  const params = readRouteParams(route, fastifyRequest.params as Params, splitQuery(request.rawQuery))
  const body = await readRouteBody(route, request, operatorId)
  // All operators share one token; the address distinguishes them.
  const actor = `admin ${fastifyRequest.ip}`
  return () => route.run({ actor, params, body, request }, deps)
}

function sendReply(reply: FastifyReply, { status = 200, headers = {}, ...content }: RouteReply) {
  if ('stream' in content) return sendStream(reply, { status, headers, stream: content.stream })
  reply.code(status).headers(headers)
  if ('prepared' in content)
    return sendPrepared(reply.request, reply, content.prepared, headers['cache-control'])
  return reply.send('text' in content ? content.text : content.body)
}

/** Writes to the raw response: the body is serialised already, and the framework would cost more than the write. */
function sendResponse(reply: FastifyReply, response: CallResponse): FastifyReply {
  const { status, headers, stream } = response
  if (stream) return sendStream(reply, { status, headers, stream })
  // The CORS hook may have set a `vary` too, which that of the call would replace.
  const vary = reply.raw.getHeader('vary')
  if (vary !== undefined && headers.vary !== undefined) headers.vary = extendVary(headers.vary, vary)
  const body = status < 400 ? response.body : negotiateBody(reply, response)
  Object.assign(headers, safeHeaders)
  headers['content-length'] = String(Buffer.byteLength(body))
  if (isClosing(reply)) headers.connection = 'close'
  reply.raw.writeHead(status, headers)
  reply.hijack()
  reply.raw.end(body)
  return reply
}

function negotiateBody({ request, raw }: FastifyReply, response: CallResponse): string | Buffer {
  const { headers } = response
  headers.vary = extendVary('accept', raw.getHeader('vary'), headers.vary)
  const problem = negotiateError(request.headers.accept, response)
  if (problem) headers['content-type'] = problem.type
  return problem?.body ?? response.body
}

/** How long a client may take to read the last bytes of a stream; short, because the server may be stopping. */
const lingerMs = 500

type StreamResponse = { status: number; headers: Record<string, string>; stream: Stream }

/** Sends the headers, then the output of the stream until either side ends it. Closes the connection afterwards. */
export function sendStream(reply: FastifyReply, { status, headers, stream }: StreamResponse): FastifyReply {
  const { raw } = reply
  const { socket } = raw.req
  reply.hijack()
  raw.writeHead(status, { ...headers, ...safeHeaders, connection: 'close' })
  // Writing to a connection that has just closed raises an error; the `close` handler deals with it.
  raw.on('error', () => {})
  const { drained, closed } = stream({
    write: (text) => raw.write(text),
    end(timeoutMs = lingerMs) {
      raw.end()
      const timer = setTimeout(() => socket.destroy(), timeoutMs)
      socket.once('close', () => clearTimeout(timer))
    },
    cut: () => socket.destroy(),
  })
  raw.on('drain', drained)
  // On the socket, because a pipelined response gets no `close` event of its own.
  socket.once('close', closed)
  if (socket.destroyed) closed()
  return reply
}
