// The methods of the lookups as types, made from their paths: `/v2/retailer_a/product` is `quarry.retailerA.product`.
// Parameters and records are the document's own.
import type { lookups } from './generated/lookups.ts'
import type { Job } from './job.ts'
import type { Operation, RouteBody, RouteQuery, RouteRecord, Schemas } from './operation-types.ts'
import type { CallOptions } from './request.ts'
import type { Result } from './result.ts'

type Entry = (typeof lookups)[number]
export type LookupPath = Entry['path']
type OperationAt<P extends LookupPath> = Operation<Extract<Entry, { path: P }>['method'], P>

/** As one object, which is what editors and messages show of it. */
type Flat<T> = T extends infer U ? { [K in keyof U]: U[K] } : never
type Everything<O> = [RouteBody<O>] extends [never] ? RouteQuery<O> : RouteQuery<O> & RouteBody<O>
type All<P extends LookupPath> = Everything<OperationAt<P>>

/** What decides over the kind of answer has a signature, or a method, of its own. */
type Deciding = 'is_async' | 'webhook' | 'soft_fail' | 'return_page_source' | 'fields' | 'format'

/** The parameters of a lookup, as on the wire. */
export type LookupParams<P extends LookupPath> = Flat<Omit<All<P>, Deciding>>
/** What else a lookup takes when it becomes a job. */
type JobParams<P extends LookupPath> = Flat<
  Omit<All<P>, 'is_async' | 'return_page_source' | 'soft_fail' | 'fields' | 'format'>
>
/** An input of a batch: options that concern the whole batch are given with it. */
export type LookupInput<P extends LookupPath> = LookupParams<P> & { fields?: string }

/** The record that a lookup answers with. */
export type RecordAt<P extends LookupPath> = RouteRecord<OperationAt<P>>

/** A record that `fields` has cut: any field may be absent, and the envelope of a list is whole. */
export type PartialRecord<T> = T extends readonly (infer Item)[]
  ? PartialRecord<Item>[]
  : T extends object
    ? { [K in keyof T]?: PartialRecord<T[K]> }
    : T

/** What `soft_fail` answers with in place of a record that does not exist. */
export type SoftNotFound = Schemas['Error']

/** One argument, which may be left out where every parameter of the lookup may. */
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
  /** CSV, or NDJSON for a list: the text as it was sent. */
  (
    params: LookupParams<P> & { format: 'csv' | 'ndjson'; fields?: string },
    options?: CallOptions,
  ): Promise<Result<string>>
}

type Raw<P extends LookupPath> = 'return_page_source' extends keyof All<P>
  ? (params: LookupParams<P> & { return_page_source: true }, options?: CallOptions) => Promise<Result<string>>
  : unknown

type Paged<P extends LookupPath> =
  Extract<Entry, { path: P }> extends { page: string }
    ? {
        /** One page after the other, each a call of its own that is billed. */
        pages: (...args: Args<LookupParams<P>>) => AsyncGenerator<Result<RecordAt<P>>, void, undefined>
      }
    : unknown

export type Lookup<P extends LookupPath> = Raw<P> &
  Plain<P> &
  Cut<P> &
  Paged<P> & {
    /** Answers at once with a job that is run later. */
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

/** Every lookup, by the segments of its path. */
export type Lookups = Under<'/v2'>
