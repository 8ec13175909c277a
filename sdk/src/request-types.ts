// The types of `request` and `list`: any route of the server, with its parameters and response.
import type {
  ListItem,
  ListPath,
  Method,
  Operation,
  OptionalArgs,
  RequestParts,
  RouteData,
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
    given: RequestTo<M, P> & { as: 'text' },
  ): Promise<Result<string>>
  <M extends Method, P extends RoutePath<M>>(
    method: M,
    path: P,
    ...given: OptionalArgs<RequestTo<M, P>>
  ): Promise<Result<RouteData<Operation<M, P>>>>
}

/** Reads every item of a list that comes in pages, newest first. */
export type ReadList = <P extends ListPath>(
  path: P,
  query?: Omit<RouteQuery<Operation<'GET', P>>, 'cursor' | 'format'>,
  options?: CallOptions,
) => AsyncGenerator<ListItem<P>, void, undefined>
