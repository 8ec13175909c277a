// CORS for the origins that the operator allows, on routes for keys only. Responses name the calling origin and never
// allow cookies, so a page can do no more than its key.
import type { onRequestHookHandler, RouteHandlerMethod } from 'fastify'
import { Refusal } from '../../platform/errors.ts'
import { headers } from '../openapi/describe-responses.ts'
import type { Route } from '../routes/create-routes.ts'
import { isLookup, listPaths } from '../routes/route.ts'

export type Cors = ReturnType<typeof createCors>

const allowedHeaders = [
  'x-api-key',
  'authorization',
  'content-type',
  'idempotency-key',
  'idempotency-ttl',
  'last-event-id',
]

/** Browsers repeat the preflight after this time, some sooner. */
const maxAgeSeconds = 7200

export function createCors(origins: readonly string[], routes: readonly Route[]) {
  const allowed = new Set(origins)
  const exposed = listExposedHeaders(routes).join(', ')
  const findAllowed = (origin: string | undefined) =>
    origin !== undefined && allowed.has(origin) ? origin : null

  // On the raw response, because responses to calls bypass the framework.
  const hook: onRequestHookHandler = (request, { raw }, done) => {
    raw.setHeader('vary', 'origin')
    const origin = findAllowed(request.headers.origin)
    if (origin !== null) {
      raw.setHeader('access-control-allow-origin', origin)
      raw.setHeader('access-control-expose-headers', exposed)
    }
    done()
  }

  return {
    /** Makes the response readable for the calling page. */
    hook,
    /**
     * Answers a preflight request, which has no key, is free and is not counted. `more` are additional allowed request
     * headers.
     */
    preflight:
      (methods: readonly string[], more: readonly string[] = []): RouteHandlerMethod =>
      async (request, reply) => {
        reply.header('vary', 'origin')
        const origin = findAllowed(request.headers.origin)
        // Other origins get the response of a server without CORS.
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

/** Response headers of routes for keys; a page can read only listed ones. */
function listExposedHeaders(routes: readonly Route[]): string[] {
  const routeHeaders = routes.flatMap((route) =>
    isLookup(route) || route.access !== 'key'
      ? []
      : Object.values(route.replies).flatMap((reply) => Object.keys(reply.headers ?? {})),
  )
  return [...new Set([...Object.keys(headers), 'x-error-reason', 'retry-after', ...routeHeaders])]
}

/** Every path that a key may call, with its methods. */
export function listKeyPaths(routes: readonly Route[]): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const route of routes)
    if (route.access === 'key')
      for (const path of listPaths(route)) paths.set(path, [...(paths.get(path) ?? []), route.method])
  return paths
}
