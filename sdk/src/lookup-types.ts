// The types of the lookup methods, derived from their paths: `/v2/retailer_a/product` is `quarry.retailerA.product`.
// Parameters and records come from the OpenAPI document. Other endpoints, such as those of a server's plugins, are looked
// up by their path.
import type { lookups } from './generated/lookups.ts'
import type { Job } from './job.ts'
import type { Operation, RouteBody, RouteQuery, RouteRecord, Schemas } from './operation-types.ts'
import type { CallOptions } from './request.ts'
import type { Result } from './result.ts'

type Entry = (typeof lookups)[number]
export type LookupPath = Entry['path']
type OperationAt<P extends LookupPath> = Operation<Extract<Entry, { path: P }>['method'], P>

/** Merges an intersection into one object type, which editors show more clearly. */
type Flat<T> = T extends infer U ? { [K in keyof U]: U[K] } : never
type AllParams<O> = [RouteBody<O>] extends [never] ? RouteQuery<O> : RouteQuery<O> & RouteBody<O>
type ParamsAt<P extends LookupPath> = AllParams<OperationAt<P>>

/** Parameters that change the type of the response; they have an overload or a method of their own. */
type Deciding = 'is_async' | 'webhook' | 'soft_fail' | 'return_page_source' | 'fields' | 'format'

/** The parameters of a lookup, named as in the API. */
export type LookupParams<P extends LookupPath> = Flat<Omit<ParamsAt<P>, Deciding>>
/** Further parameters of a lookup that runs as a job. */
type JobParams<P extends LookupPath> = Flat<
  Omit<ParamsAt<P>, 'is_async' | 'return_page_source' | 'soft_fail' | 'fields' | 'format'>
>
/** An input of a batch, without the options of the whole batch. */
export type LookupInput<P extends LookupPath> = LookupParams<P> & { fields?: string }

/** The record that a lookup returns. */
export type RecordAt<P extends LookupPath> = RouteRecord<OperationAt<P>>

/** A record reduced by `fields`: any field may be absent; the envelope of a list is complete. */
type PartialRecord<T> = T extends readonly (infer Item)[]
  ? PartialRecord<Item>[]
  : T extends object
    ? { [K in keyof T]?: PartialRecord<T[K]> }
    : T

/** What `soft_fail` returns if there is no record. */
export type SoftNotFound = Schemas['Error']

/** One argument, optional if all parameters of the lookup are. */
type Args<T> =
  Record<never, never> extends T ? [params?: T, options?: CallOptions] : [params: T, options?: CallOptions]

type Plain<P extends LookupPath> = {
  (...args: Args<LookupParams<P> & { soft_fail?: false }>): Promise<Result<RecordAt<P>>>
  (
    params: LookupParams<P> & { soft_fail: boolean },
    options?: CallOptions,
  ): Promise<Result<RecordAt<P> | SoftNotFound>>
}

type Cut<P extends LookupPath> = {
  (
    params: LookupParams<P> & { fields: string; format?: 'json' },
    options?: CallOptions,
  ): Promise<Result<PartialRecord<RecordAt<P>>>>
  /** The response as CSV text, or as NDJSON for a list. */
  (
    params: LookupParams<P> & { format: 'csv' | 'ndjson'; fields?: string },
    options?: CallOptions,
  ): Promise<Result<string>>
}

type Raw<P extends LookupPath> = 'return_page_source' extends keyof ParamsAt<P>
  ? (params: LookupParams<P> & { return_page_source: true }, options?: CallOptions) => Promise<Result<string>>
  : unknown

type Paged<P extends LookupPath> =
  Extract<Entry, { path: P }> extends { page: string }
    ? {
        /** Yields page by page. Each page is a billed call. */
        pages: (...args: Args<LookupParams<P>>) => AsyncGenerator<Result<RecordAt<P>>, void, undefined>
      }
    : unknown

export type Lookup<P extends LookupPath> = Raw<P> &
  Plain<P> &
  Cut<P> &
  Paged<P> & {
    /** Starts the lookup as a job and returns the job at once. */
    async: {
      (...args: Args<JobParams<P>>): Promise<Job<RecordAt<P>>>
      (
        params: JobParams<P> & { fields: string },
        options?: CallOptions,
      ): Promise<Job<PartialRecord<RecordAt<P>>>>
    }
  }

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S
type First<S extends string> = S extends `${infer Segment}/${string}` ? Segment : S

type Under<Prefix extends string> = {
  readonly [P in LookupPath as P extends `${Prefix}/${infer Rest}`
    ? Camel<First<Rest>>
    : never]: P extends `${Prefix}/${infer Rest}` ? Node<`${Prefix}/${First<Rest>}`> : never
}

type Node<P extends string> = (P extends LookupPath ? Lookup<P> : unknown) & Under<P>

/** All lookups, by the segments of their paths. */
export type Lookups = Under<'/v2'>

/**
 * The lookups of your server, by path. `quarry types > quarry.d.ts` writes a file that fills it, so that the
 * compiler checks their parameters and records.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the file that `quarry types` writes adds to it.
export interface OwnLookups {}

type OwnPath = keyof OwnLookups
type Described<P extends OwnPath> = OwnLookups[P] extends { params: infer Params; record: infer Found }
  ? { params: Params; record: Found }
  : never
/** Once the types of your server are included, the compiler refuses every other path. */
type OtherPath<P extends string> = [OwnPath] extends [never] ? (P extends LookupPath ? never : P) : never

/** Looks up a record at any path of the server. */
export type LookUp = {
  <P extends OwnPath>(
    path: P,
    params: Described<P>['params'],
    options?: CallOptions,
  ): Promise<Result<Described<P>['record']>>
  <P extends LookupPath>(
    path: P,
    params: LookupParams<P>,
    options?: CallOptions,
  ): Promise<Result<RecordAt<P>>>
  <P extends `/v2/${string}`>(
    path: OtherPath<P>,
    params: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Result<unknown>>
}
