// Creates a trace span for each request, from its headers to the end of the response. It joins the trace of the caller
// if the request has a `traceparent` header. It contains neither parameters nor keys.
import type { FastifyInstance } from 'fastify'
import { readTraceparent } from '../platform/traces/span.ts'
import type { Tracer } from '../platform/traces/tracer.ts'

export function traceRequests(server: FastifyInstance, tracer: Tracer): void {
  server.addHook('onRequest', (request, { raw }, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'quarry.request_id': request.id,
    }
    const remote = readTraceparent(request.headers.traceparent)
    const span = tracer.begin(`${request.method} ${route}`, { kind: 'server', attributes }, remote)
    raw.once('close', () => {
      span.attributes['http.response.status_code'] = raw.statusCode
      span.hasFailed = raw.statusCode >= 500
      tracer.end(span)
    })
    tracer.within(span, done)
  })
}
