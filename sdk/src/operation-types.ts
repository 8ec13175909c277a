// What the generated document says of each operation, as types: what it takes and what it answers. Nothing here exists
// at run time.
import type { components as AdminComponents, paths as AdminPaths } from './generated/admin-api.ts'
import type { components, paths as KeyPaths } from './generated/api.ts'

/** Open routes are in both documents. */
export type Paths = KeyPaths & Omit<AdminPaths, keyof KeyPaths>
export type Schemas = components['schemas'] & AdminComponents['schemas']
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type ReasonsIn<R> = R extends { headers: { 'x-error-reason'?: infer Reason } } ? Reason : never
/** Every reason code of the server's table of errors. */
export type Reason = NonNullable<ReasonsIn<components['responses'][keyof components['responses']]>>

/** The paths that are served under a method. */
export type RoutePath<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<Lowercase<M>, object> ? P : never
}[keyof Paths]

export type Operation<M extends Method, P extends keyof Paths> =
  Paths[P] extends Record<Lowercase<M>, infer O> ? O : never

/** Only the names that are written down: where anything else is allowed, a misspelt name would be allowed too. */
type Known<T> = [T] extends [never] ? never : { [K in keyof T as string extends K ? never : K]: T[K] }

type JsonContent<R> = R extends { content: { 'application/json': infer J } } ? J : never

export type RouteQuery<O> = O extends { parameters: { query?: infer Q } } ? Known<NonNullable<Q>> : never
type RoutePathParams<O> = O extends { parameters: { path?: infer V } } ? NonNullable<V> : never
export type RouteBody<O> = O extends { requestBody?: infer B } ? Known<JsonContent<NonNullable<B>>> : never

type JsonUnder<R, Status> = { [S in keyof R]: S extends Status ? JsonContent<R[S]> : never }[keyof R]

export type RouteRecord<O> = O extends { responses: infer R } ? JsonUnder<R, 200> : never
type JsonAnswer<O> = O extends { responses: infer R } ? JsonUnder<R, 200 | 201 | 202> : never
/** What a successful answer holds; the text itself where it is no JSON. */
export type RouteData<O> = [JsonAnswer<O>] extends [never] ? string : JsonAnswer<O>

type Part<Name extends string, T> = [T] extends [never]
  ? unknown
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** Everything that is sent with a request. */
export type GivenTo<O> = Part<'path', RoutePathParams<O>> &
  Part<'query', RouteQuery<O>> &
  Part<'body', RouteBody<O>>

/** The argument, which may be left out where nothing in it is required. */
export type Given<T> = Record<never, never> extends T ? [given?: T] : [given: T]

/** Lists that are read page by page with a cursor. */
export type ListPath = {
  [P in RoutePath<'GET'>]: RouteRecord<Operation<'GET', P>> extends { next_cursor: string | null } ? P : never
}[RoutePath<'GET'>]

export type ListItem<P extends ListPath> =
  RouteRecord<Operation<'GET', P>> extends infer Page
    ? { [K in keyof Page]: Page[K] extends readonly (infer Item)[] ? Item : never }[keyof Page]
    : never
