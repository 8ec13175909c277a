// A request for each served route, derived from the route list and from the router's other paths, so that generic
// tests cover a new route automatically.
import type { Route } from '../../src/http/routes/create-routes.ts'
import { isLookup, listPaths } from '../../src/http/routes/route.ts'
import { pathNames } from '../../src/platform/route-data.ts'
import { adminToken, type TestApp } from './app.ts'

export type RouteRequest = {
  /** Such as `POST /v2/batches`. */
  name: string
  /** Null for a path that the router serves outside of the route list. */
  route: Route | null
  method: string
  path: string
  query: [name: string, value: string][]
  headers: Record<string, string>
  body: Record<string, unknown> | null
  /** Zero if no body is read. */
  maxBodyBytes: number
  /** Its response does not end. */
  isStream: boolean
}

const defaultMaxBodyBytes = 1024 * 1024
const jsonType = { 'content-type': 'application/json' }

/** One request for each route, with its example and `secret` as its key. */
export function listRouteRequests(app: TestApp, secret: string): RouteRequest[] {
  const listed = new Set(
    app.routes.flatMap((route) =>
      listPaths(route).map((path) => `${route.method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    ),
  )
  return [
    ...app.routes.map((route) => fromRoute(route, secret)),
    ...app
      .servedPaths()
      .filter((served) => !listed.has(served))
      .map((served) => fromServedPath(served, secret)),
  ]
}

function fromRoute(route: Route, secret: string): RouteRequest {
  const { method, path, access, example } = route
  const params: Record<string, unknown> = { ...example.params }
  const inPath = pathNames(path)
  const body = route.body ? ((example.body ?? {}) as Record<string, unknown>) : null
  const ownMaxBytes = isLookup(route) ? undefined : route.maxBodyBytes
  return {
    name: `${method} ${path}`,
    route,
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? 'x'))),
    query: Object.entries(params).flatMap(([name, value]): [string, string][] =>
      inPath.includes(name) ? [] : [[name, String(value)]],
    ),
    headers: {
      ...(access === 'key' ? { 'x-api-key': secret } : {}),
      ...(access === 'admin' ? { authorization: `Bearer ${adminToken}` } : {}),
      ...(route.tag === 'session' ? { 'x-quarry-console': '1' } : {}),
      ...(body ? jsonType : {}),
    },
    body,
    maxBodyBytes: body ? (ownMaxBytes ?? defaultMaxBodyBytes) : 0,
    isStream: Object.values(route.replies).some(({ events }) => events !== undefined),
  }
}

function fromServedPath(served: string, secret: string): RouteRequest {
  const [method = '', path = ''] = served.split(' ')
  const hasBody = method === 'POST'
  return {
    name: served,
    route: null,
    method,
    path: path.replaceAll(/:\w+/g, 'x'),
    query: [],
    headers: { 'x-api-key': secret, ...(hasBody ? jsonType : {}) },
    body: hasBody ? {} : null,
    maxBodyBytes: hasBody ? defaultMaxBodyBytes : 0,
    isStream: false,
  }
}

export const toTarget = ({ path, query }: Pick<RouteRequest, 'path' | 'query'>): string =>
  query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`

/** The bytes of a request, for a socket. */
export function toBytes(request: RouteRequest, more: Record<string, string> = {}): string {
  const body = request.body === null ? '' : JSON.stringify(request.body)
  const headers = {
    host: '127.0.0.1',
    ...request.headers,
    ...(request.body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...more,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${request.method} ${toTarget(request)} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
