// LRU of parsed query strings for calls that accept a cached record: such calls repeat, and parsing one costs more than
// answering the call. Entries belong to no caller: a query that carries a key is not cached.
import { LRUCache } from 'lru-cache'
import type { Lookup } from '../lookups/plan-lookup.ts'
import type { CallParams } from '../lookups/read-params.ts'
import { listQueryKeys, type QueryPair } from '../lookups/read-query.ts'
import type { ConfiguredEndpoint } from '../lookups/sources/configure-endpoints.ts'
import { prefersCsv } from '../platform/lib/headers.ts'
import type { CallRequest } from './call-request.ts'

/** A query string that was parsed without an error. */
export type ParsedQuery = { query: readonly QueryPair[]; params: CallParams; lookup: Lookup }

export type ParsedQueryCache = ReturnType<typeof createParsedQueryCache>

const maxEntries = 1_000
/** An entry takes some ten times the length of its query string: a few megabytes for all of them. */
const maxQueryChars = 500

export function createParsedQueryCache() {
  const entries = new LRUCache<string, ParsedQuery>({ max: maxEntries })
  // A body has parameters that the query string does not show.
  const isCacheable = ({ method, rawQuery }: CallRequest) =>
    method === 'GET' && rawQuery.length <= maxQueryChars
  return {
    get: (configured: ConfiguredEndpoint, request: CallRequest) =>
      isCacheable(request) ? entries.get(toKey(configured, request)) : undefined,
    set(configured: ConfiguredEndpoint, request: CallRequest, parsed: ParsedQuery) {
      const { query, params } = parsed
      if (isCacheable(request) && params.options.maxAgeSeconds > 0 && listQueryKeys(query).length === 0)
        entries.set(toKey(configured, request), parsed)
    },
  }
}

const toKey = ({ endpoint }: ConfiguredEndpoint, { rawQuery, accept }: CallRequest): string =>
  `${prefersCsv(accept) ? 'csv ' : ''}${endpoint.path}?${rawQuery}`
