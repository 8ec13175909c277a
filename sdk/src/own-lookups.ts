// Lookups by their path, for endpoints that the SDK was not generated for, such as those of a server's plugins.
import type { LookupParams, LookupPath, RecordAt } from './lookup-types.ts'
import type { CallOptions } from './request.ts'
import type { Result } from './result.ts'

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
