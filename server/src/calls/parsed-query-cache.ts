// What was asked lately of the cache, read once: such calls ask the same again and again, and to read a question costs
// more than to answer it then. Nothing here is anybody's: a query that carries a key is not kept.
import { LRUCache } from 'lru-cache'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import type { Asked } from '../lookups/plan-lookup.ts'
import type { CallRequest } from './call-request.ts'
import type { CallParams } from './read-params.ts'
import { keysInQuery, type QueryPair } from './read-query.ts'

/** A query that was read without a fault. */
export type Question = { query: readonly QueryPair[]; params: CallParams; asked: Asked }

export type KnownQuestions = {
  find: (configured: ConfiguredEndpoint, request: CallRequest) => Question | undefined
  keep: (configured: ConfiguredEndpoint, request: CallRequest, question: Question) => void
}

const maxKnown = 1_000
/** With what is made of it, a text takes some ten times its length: all of them together a few megabytes. */
const longestKept = 500

export function createKnownQuestions(): KnownQuestions {
  const known = new LRUCache<string, Question>({ max: maxKnown })
  // What a body says does not stand in the query.
  const isKept = ({ method, rawQuery }: CallRequest) => method === 'GET' && rawQuery.length <= longestKept
  return {
    find: (configured, request) => (isKept(request) ? known.get(textOf(configured, request)) : undefined),
    keep(configured, request, question) {
      const { query, params } = question
      if (isKept(request) && params.options.maxAgeSeconds > 0 && keysInQuery(query).length === 0)
        known.set(textOf(configured, request), question)
    },
  }
}

const textOf = ({ endpoint }: ConfiguredEndpoint, { rawQuery }: CallRequest): string =>
  `${endpoint.path}?${rawQuery}`
