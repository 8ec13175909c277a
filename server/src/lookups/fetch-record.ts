// Fetches one record from one provider, for all calls that wait for it: uses the result of another server that runs the
// same lookup, or runs the provider, then caches and publishes the record.
import type { ListCount, Reading } from '@quarry/kit/outcome'
import type { CallFetch } from '../fetching/upstream.ts'
import { toFailure } from '../platform/errors.ts'
import type { RecordCache } from './cache/record-cache.ts'
import { noSharedLookups, notShared, type SharedLookups, type SharedResult } from './cache/shared-lookups.ts'
import type { Shape } from './drift/shape.ts'
import { type LookupResult, toLookupResult, toProvenance } from './lookup-result.ts'
import type { Diagnosis, DiagnosisKind } from './pages/diagnostic-pages.ts'
import { type FinalResponseStore, getStored } from './pages/final-response-store.ts'
import { toDiagnosticPage } from './pages/redact-page.ts'
import type { LookupRequest } from './plan-lookup.ts'
import type { RunProvider } from './reading/run-provider.ts'
import { type RecordedPage, recordPages } from './reading/run-provider.ts'
import type { ConfiguredProvider } from './sources/configure-endpoints.ts'

export type FetchDeps = {
  cache: RecordCache
  /** Lookups of other servers; not shared by default. */
  sharedLookups?: SharedLookups
  finalResponses: FinalResponseStore
  runProvider: RunProvider
  diagnosis: Diagnosis
  /** Called for each list read from pages, not for cached records. */
  onList: (path: string, provider: string, form: string, count: ListCount) => void
  /** Called for each record read from pages, before it is returned: must neither block nor throw. */
  onFound: (found: FoundRecord) => void
}

/** `key`: the same for equal lookups of the same provider. */
export type LookupAttempt = { request: LookupRequest; provider: ConfiguredProvider; key: string }

type FetchedLookup = LookupAttempt & { pages: readonly RecordedPage[] }
export type FoundRecord = FetchedLookup & { reading: Reading & { shape: Shape }; body: Buffer }

export async function fetchRecord(
  deps: FetchDeps,
  attempt: LookupAttempt,
  fetch: CallFetch,
): Promise<LookupResult> {
  const { request, provider, key } = attempt
  const { retentionSeconds, price } = provider
  const joined = await joinOtherServers(deps, attempt)
  // As fresh as a record that this server fetched: it was found while the call waited.
  if ('shared' in joined) return { ...joined.shared, ageSeconds: null, retentionSeconds, price }
  const { get, pages } = recordPages(
    (url, options) =>
      getStored({ provider, get: fetch.get, finalResponses: deps.finalResponses }, url, options),
    provider.site,
    fetch.waiters,
  )
  const lookup = { ...attempt, pages }
  let published: SharedResult | null = null
  try {
    const { endpoint, query } = request
    const read = await deps.runProvider({ endpoint, provider, query, get, pages, waiters: fetch.waiters })
    const result = toLookupResult(read, provider, pages.at(-1)?.page.url)
    if (result.kind !== 'found' || read.kind !== 'found' || !read.reading) return result
    const isComplete = reportLists(deps, lookup, read.reading)
    deps.onFound({ ...lookup, reading: read.reading, body: result.body })
    if (retentionSeconds !== 0) await deps.cache.set(key, result.body, result.from, retentionSeconds)
    published = result
    // Observers of `onFound` read the pages in the next iteration of the event loop, before this.
    if (isComplete)
      setImmediate(() => {
        for (const { page } of pages) page.forget()
      })
    return result
  } catch (thrown) {
    const result = toFailedResult(thrown, provider)
    const { reason, message, startsRest, retryAfterSeconds, isServerFault } = result.failure
    if (startsRest && retryAfterSeconds !== undefined) await provider.startPause(retryAfterSeconds)
    if (reason === 'page_changed' || (reason === 'internal' && !isServerFault))
      storeLastPage(deps, 'failed', lookup, message)
    return result
  } finally {
    joined.publish(published)
  }
}

/** Jobs are shared with jobs only, as within a server: they may wait longer than a caller. */
function joinOtherServers({ sharedLookups = noSharedLookups }: FetchDeps, attempt: LookupAttempt) {
  const { request, provider, key } = attempt
  const { isJob = false } = request
  if (provider.retentionSeconds === 0) return notShared
  return sharedLookups.join(isJob ? `job ${key}` : key, provider.timeMs(isJob), provider.retentionSeconds)
}

/** Reports each list. Returns false if some items could not be read; the page is then stored for diagnosis. */
function reportLists(deps: FetchDeps, lookup: FetchedLookup, { form, lists = [] }: Reading): boolean {
  const { request, provider } = lookup
  for (const count of lists) deps.onList(request.endpoint.path, provider.name, form, count)
  const short = lists.filter(({ shown, read }) => read < shown)
  if (short.length === 0) return true
  const why = short.map(({ list, shown, read }) => `${read} of ${shown} ${list} could be read`).join(', ')
  storeLastPage(deps, 'partly_read', lookup, `${why} (${form})`)
  return false
}

function storeLastPage(
  { diagnosis }: FetchDeps,
  kind: DiagnosisKind,
  lookup: FetchedLookup,
  why: string,
): void {
  const { request, provider, pages } = lookup
  const page = toDiagnosticPage(provider, pages.at(-1)?.page)
  diagnosis.store(kind, request.endpoint.path, provider.name, page, why)
}

export function toFailedResult(thrown: unknown, provider: ConfiguredProvider) {
  const failure = toFailure(thrown)
  return { kind: 'failed' as const, failure, from: failure.isServerFault ? null : toProvenance(provider) }
}
