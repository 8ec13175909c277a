// Calls from pages of other origins, for those that the operator has named: what a key may call, and nothing else. No
// origin is answered for another, and nothing is sent with cookies, so a page reaches no more than the key it was given.
import type { onRequestHookHandler, RouteHandlerMethod } from 'fastify'
import { Refusal } from '../errors.ts'
import { isLookup, listPaths, type Route } from '../routes/route.ts'
import { headers } from './openapi-headers.ts'

export type Cors = {
  /** Marks an answer as readable by the page that asked. */
  hook: onRequestHookHandler
  /** Answers a browser that asks before it calls: without a key, free and uncounted. `more` are headers it may send. */
  preflight: (methods: readonly string[], more?: readonly string[]) => RouteHandlerMethod
}

const allowedHeaders = [
  'x-api-key',
  'authorization',
  'content-type',
  'idempotency-key',
  'idempotency-ttl',
  'last-event-id',
]

/** Browsers ask again after this; some of them sooner. */
const maxAgeSeconds = 7200

export function createCors(origins: readonly string[], routes: readonly Route[]): Cors {
  const named = new Set(origins)
  const exposed = exposedHeaders(routes).join(', ')
  const namedOrigin = (origin: string | undefined) =>
    origin !== undefined && named.has(origin) ? origin : null

  return {
    // On the raw answer, because answers to calls are written past the framework.
    hook(request, { raw }, done) {
      raw.setHeader('vary', 'origin')
      const origin = namedOrigin(request.headers.origin)
      if (origin !== null) {
        raw.setHeader('access-control-allow-origin', origin)
        raw.setHeader('access-control-expose-headers', exposed)
      }
      done()
    },
    preflight:
      (methods, more = []) =>
      async (request, reply) => {
        reply.header('vary', 'origin')
        const origin = namedOrigin(request.headers.origin)
        // Any other origin gets the answer that it would get without this setting.
        if (origin === null) {
          reply.header('allow', methods.join(', '))
          throw new Refusal('method_not_allowed')
        }
        return reply
          .code(204)
          .headers({
            'access-control-allow-origin': origin,
            'access-control-allow-methods': methods.join(', '),
            'access-control-allow-headers': [...allowedHeaders, ...more].join(', '),
            'access-control-max-age': String(maxAgeSeconds),
          })
          .send()
      },
  }
}

/** Those that any answer to a key may have: without being named here, a page cannot read them. */
function exposedHeaders(routes: readonly Route[]): string[] {
  const own = routes.flatMap((route) =>
    isLookup(route) || route.access !== 'key'
      ? []
      : Object.values(route.replies).flatMap((reply) => Object.keys(reply.headers ?? {})),
  )
  return [...new Set([...Object.keys(headers), 'x-error-reason', 'retry-after', 'idempotent-replay', ...own])]
}

/** Every path that a key may call, with its methods. */
export function keyPaths(routes: readonly Route[]): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const route of routes)
    if (route.access === 'key')
      for (const path of listPaths(route)) paths.set(path, [...(paths.get(path) ?? []), route.method])
  return paths
}
