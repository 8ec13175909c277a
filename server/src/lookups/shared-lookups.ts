// Deduplicates equal lookups between servers: one fetches, the others use its result. It only saves work: without Redis,
// or when it takes too long, a server fetches for itself.

import { jsonType } from '../lib/json-type.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import type { LookupResult } from './lookup-result.ts'
import type { Provenance } from './provenance.ts'

export type SharedResult = { body: Buffer; from: Provenance }

/** The result of another server; or the duty to publish the own result, null where there is none. */
export type JoinedLookup = { shared: SharedResult } | { publish: (found: SharedResult | null) => void }

export type SharedLookups = {
  /** Waits for a server that runs the same lookup, at most `waitMs`. */
  join: (key: string, waitMs: number, keepSeconds: number | null) => MaybePromise<JoinedLookup>
}

export const alone: JoinedLookup = { publish: () => {} }

export const noSharedLookups: SharedLookups = { join: () => alone }

/** Extra latency is at most this or 20 % of the time budget, whichever is smaller. */
const longestWaitMs = 1_500

export const toWaitMs = (timeMs: number): number => Math.min(longestWaitMs, timeMs / 5)

/** As fresh as an own result: it was found while the call waited. */
export const foundElsewhere = (
  { price, keepSeconds }: ConfiguredProvider,
  { body, from }: SharedResult,
): LookupResult => ({
  kind: 'found',
  body,
  contentType: jsonType,
  ageSeconds: null,
  keepSeconds,
  from,
  price,
})
