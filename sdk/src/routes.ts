// The routes of the server: the types of `request` and `list`, which call any route with its parameters and response, and
// the account's own routes as methods: usage, jobs, keys and webhooks.
import type {
  ListItem,
  ListPath,
  Method,
  Operation,
  OptionalArgs,
  RequestParts,
  ResponseData,
  RouteBody,
  RoutePath,
  RouteQuery,
} from './operation-types.ts'
import type { CallOptions } from './request.ts'
import type { Result } from './result.ts'

type RequestTo<M extends Method, P extends RoutePath<M>> = RequestParts<Operation<M, P>> & CallOptions

/** Calls any route of the server; `as: 'text'` for CSV and the like. */
export type RequestRoute = {
  <M extends Method, P extends RoutePath<M>>(
    method: M,
    path: P,
    options: RequestTo<M, P> & { as: 'text' },
  ): Promise<Result<string>>
  <M extends Method, P extends RoutePath<M>>(
    method: M,
    path: P,
    ...options: OptionalArgs<RequestTo<M, P>>
  ): Promise<Result<ResponseData<Operation<M, P>>>>
}

/** Reads every item of a list that comes in pages, newest first. */
export type ReadList = <P extends ListPath>(
  path: P,
  query?: Omit<RouteQuery<Operation<'GET', P>>, 'cursor' | 'format'>,
  options?: CallOptions,
) => AsyncGenerator<ListItem<P>, void, undefined>

export function createResources({ request, list }: { request: RequestRoute; list: ReadList }) {
  return {
    /** Credits, quotas and limits of the account and the key. */
    usage: (options: CallOptions = {}) => request('GET', '/v2/usage', options),
    jobs: {
      /** Newest first. */
      list: (query: Parameters<typeof list<'/v2/jobs'>>[1] = {}, options: CallOptions = {}) =>
        list('/v2/jobs', query, options),
      get: (id: string, options: CallOptions = {}) =>
        request('GET', '/jobs/{id}', { ...options, path: { id } }),
      cancel: (id: string, options: CallOptions = {}) =>
        request('DELETE', '/jobs/{id}', { ...options, path: { id } }),
    },
    /** Needs a key with the permission `manage`. */
    keys: {
      list: (options: CallOptions = {}) => request('GET', '/v2/keys', options),
      create: (body: RequestBody<'POST', '/v2/keys'>, options: CallOptions = {}) =>
        request('POST', '/v2/keys', { ...options, body }),
      change: (id: string, body: RequestBody<'PATCH', '/v2/keys/{id}'>, options: CallOptions = {}) =>
        request('PATCH', '/v2/keys/{id}', { ...options, path: { id }, body }),
      rotate: (
        id: string,
        body: RequestBody<'POST', '/v2/keys/{id}/rotate'> = {},
        options: CallOptions = {},
      ) => request('POST', '/v2/keys/{id}/rotate', { ...options, path: { id }, body }),
    },
    webhooks: {
      get: (options: CallOptions = {}) => request('GET', '/v2/webhooks', options),
      /** The secret is shown only once. The old one stays valid for `grace_seconds`. */
      rotateSecret: (body: RequestBody<'POST', '/v2/webhooks/secret'> = {}, options: CallOptions = {}) =>
        request('POST', '/v2/webhooks/secret', { ...options, body }),
      test: (body: RequestBody<'POST', '/v2/webhooks/test'>, options: CallOptions = {}) =>
        request('POST', '/v2/webhooks/test', { ...options, body }),
      deliveries: (
        query: Parameters<typeof list<'/v2/webhooks/deliveries'>>[1] = {},
        options: CallOptions = {},
      ) => list('/v2/webhooks/deliveries', query, options),
      redeliver: (id: string, options: CallOptions = {}) =>
        request('POST', '/v2/webhooks/deliveries/{id}/redeliver', { ...options, path: { id } }),
    },
  }
}

type RequestBody<M extends 'POST' | 'PATCH', P extends RoutePath<M>> = RouteBody<Operation<M, P>>

export type Resources = ReturnType<typeof createResources>
