// Deduplicates equal lookups between servers: one fetches, the others use its result. It only saves work: without
// Redis, or when it takes too long, a server fetches for itself.
import type { MaybePromise } from '../../platform/lib/maybe-promise.ts'
import type { LookupResult } from '../lookup-result.ts'

/** A record as it is published. */
export type SharedResult = Pick<
  Extract<LookupResult, { kind: 'found' }>,
  'kind' | 'body' | 'contentType' | 'from'
>

/**
 * `shared`: the result of another server. `publish`: to be called with the result of this server, or with null if it
 * has none.
 */
export type JoinedLookup = { shared: SharedResult } | { publish: (result: SharedResult | null) => void }

export type SharedLookups = {
  /** Waits for a server that runs the same lookup, for a small part of the time budget `timeMs`. */
  join: (key: string, timeMs: number, retentionSeconds: number | null) => MaybePromise<JoinedLookup>
}

export const notShared: JoinedLookup = { publish: () => {} }

export const noSharedLookups: SharedLookups = { join: () => notShared }
