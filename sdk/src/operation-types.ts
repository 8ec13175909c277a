// The parameters and responses of each operation, as types derived from the generated document. Types only.
import type { components as AdminComponents, paths as AdminPaths } from './generated/admin-api.ts'
import type { components, paths as KeyPaths } from './generated/api.ts'

/** Public routes are in both documents. */
type Paths = KeyPaths & Omit<AdminPaths, keyof KeyPaths>
export type Schemas = components['schemas'] & AdminComponents['schemas']
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type ReasonsIn<R> = R extends { headers: { 'x-error-reason'?: infer Reason } } ? Reason : never
/** Every reason code of the server. */
export type Reason = NonNullable<ReasonsIn<components['responses'][keyof components['responses']]>>

/** The paths that have this method. */
export type RoutePath<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<Lowercase<M>, object> ? P : never
}[keyof Paths]

export type Operation<M extends Method, P extends keyof Paths> =
  Paths[P] extends Record<Lowercase<M>, infer O> ? O : never

/** Keeps only declared names: an index signature would allow misspelt ones. */
type Declared<T> = [T] extends [never] ? never : { [K in keyof T as string extends K ? never : K]: T[K] }

type JsonContent<R> = R extends { content: { 'application/json': infer J } } ? J : never

export type RouteQuery<O> = O extends { parameters: { query?: infer Q } } ? Declared<NonNullable<Q>> : never
type RoutePathParams<O> = O extends { parameters: { path?: infer V } } ? NonNullable<V> : never
export type RouteBody<O> = O extends { requestBody?: infer B } ? Declared<JsonContent<NonNullable<B>>> : never

type JsonUnder<R, Status> = { [S in keyof R]: S extends Status ? JsonContent<R[S]> : never }[keyof R]

export type RouteRecord<O> = O extends { responses: infer R } ? JsonUnder<R, 200> : never
type JsonResponse<O> = O extends { responses: infer R } ? JsonUnder<R, 200 | 201 | 202> : never
/** The body of a successful response: parsed JSON, or else text. */
export type ResponseData<O> = [JsonResponse<O>] extends [never] ? string : JsonResponse<O>

type Part<Name extends string, T> = [T] extends [never]
  ? unknown
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** Path parameters, query and body of a request. */
export type RequestParts<O> = Part<'path', RoutePathParams<O>> &
  Part<'query', RouteQuery<O>> &
  Part<'body', RouteBody<O>>

/** The argument, optional if nothing in it is required. */
export type OptionalArgs<T> = Record<never, never> extends T ? [options?: T] : [options: T]

/** Lists with cursor pagination. */
export type ListPath = {
  [P in RoutePath<'GET'>]: RouteRecord<Operation<'GET', P>> extends { next_cursor: string | null } ? P : never
}[RoutePath<'GET'>]

export type ListItem<P extends ListPath> =
  RouteRecord<Operation<'GET', P>> extends infer Page
    ? { [K in keyof Page]: Page[K] extends readonly (infer Item)[] ? Item : never }[keyof Page]
    : never
