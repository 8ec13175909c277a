// Finds the record for a lookup: cache first, then each configured provider in order, with one fetch for equal lookups
// in flight. Knows nothing about billing and never throws: a failure is a result too.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Asking, ListCount, Reading } from '@quarry/kit/outcome'
import type { Shape } from '../drift/shape.ts'
import { jsonType } from '../lib/json-type.ts'
import { type MaybePromise, thenMaybe } from '../lib/maybe-promise.ts'
import type { WaitingCall } from '../upstream/fetch-waiters.ts'
import { type FetchedPage, type GetPage, toFetchedPage, toPageHead } from '../upstream/fetched-page.ts'
import type { CallFetch } from '../upstream/upstream.ts'
import { createCachingGet } from './caching-get.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { FinalResponseStore } from './final-response-store.ts'
import { type LookupResult, toLookupResult, toProvenance } from './lookup-result.ts'
import type { Lookup } from './plan-lookup.ts'
import type { Provenance } from './provenance.ts'
import type { RecordCache } from './record-cache.ts'
import { mayKeep } from './redacted-page.ts'
import type { RunProvider } from './run-provider.ts'
import { createShare } from './share.ts'
import {
  alone,
  foundElsewhere,
  noSharedLookups,
  type SharedLookups,
  type SharedResult,
  toWaitMs,
} from './shared-lookups.ts'

export type LookupRequest = Lookup & {
  endpoint: Endpoint
  member: WaitingCall
  /** Of the call or job, for who looks after it later. */
  requestId?: string
  /** Shares no fetch with a direct call: a job may wait where a caller may not, and is cut short when a worker stops. */
  isJob?: boolean
}

export type FindRecord = {
  /** The record, fresh from its provider. */
  (request: LookupRequest): Promise<LookupResult>
  /** A cached record that is young enough: such a call needs no provider and is charged in one step. */
  cached: (
    lookup: Lookup,
    endpoint: Endpoint,
    maxAgeSeconds: number,
  ) => MaybePromise<LookupResult | undefined>
}

export type FindOptions = {
  cache: RecordCache
  /** Lookups of other servers; not shared by default. */
  sharedLookups?: SharedLookups
  finalResponses: FinalResponseStore
  runProvider: RunProvider
  diagnosis: Diagnosis
  /** Called for each lookup that accepts a cached record, with whether there was one. */
  onCache: (hit: boolean) => void
  /** Called for each list read from pages, not for cached records. */
  onList: (path: string, provider: string, form: string, count: ListCount) => void
  /** Called after each provider attempt with its outcome. */
  onAnswer: (path: string, provider: string, member: WaitingCall, finding: LookupResult, ms: number) => void
  /** Called for each record read from pages, before it is returned: must neither block nor throw. */
  onFound: (found: FoundRecord) => void
}

export type FoundRecord = {
  /** The same for equal lookups of the same provider. */
  key: string
  request: LookupRequest
  through: ConfiguredProvider
  reading: Reading & { shape: Shape }
  body: Buffer
  pages: readonly RecordedPage[]
}

/** A page and what was asked for. */
export type RecordedPage = { url: string; asking: Asking | undefined; page: FetchedPage }

export function createFindRecord(options: FindOptions): FindRecord {
  const { cache, sharedLookups = noSharedLookups, finalResponses, runProvider, diagnosis } = options
  const { onCache, onList, onAnswer, onFound } = options
  const share = createShare<LookupResult>((finding) => finding.kind === 'failed')

  async function read(
    request: LookupRequest,
    through: ConfiguredProvider,
    { get, party }: CallFetch,
    key: string,
  ): Promise<LookupResult> {
    const { endpoint, query } = request
    const { site, keepSeconds } = through
    const pages: FetchedPage[] = []
    const fetched: RecordedPage[] = []
    const getPage = createCachingGet(get, through, finalResponses)
    const joined = keepSeconds === 0 ? alone : await joinLookup(request, through, key)
    if ('shared' in joined) return foundElsewhere(through, joined.shared)
    let published: SharedResult | null = null
    const recordingGet: GetPage = async (url, asking) => {
      const page = await getPage(url, asking)
      const domain = site.findDomain(page.url)
      const known = domain === null ? page : toFetchedPage({ ...toPageHead(page), domain }, page.pieces)
      pages.push(known)
      fetched.push({ url, asking, page: known })
      return known
    }
    try {
      const result = await runProvider({ endpoint, through, query, get: recordingGet, party })
      const finding = toLookupResult(result, through, pages)
      if (finding.kind !== 'found' || result.kind !== 'found' || !result.reading) return finding
      const isAllRead = noteLists(endpoint.path, through, result.reading, pages)
      onFound({ key, request, through, reading: result.reading, body: finding.body, pages: fetched })
      if (keepSeconds !== 0) await cache.set(key, finding.body, finding.from, keepSeconds)
      published = finding
      // After the observers of the record, which read its pages in the next turn of the event loop.
      if (isAllRead) setImmediate(() => forgetAll(pages))
      return finding
    } catch (thrown) {
      const failure = toFailure(thrown)
      if (failure.reason === 'page_changed' || failure.reason === 'internal')
        diagnosis.keep(endpoint.path, through.name, mayKeep(through, pages), failure.message)
      return { kind: 'failed', failure, from: toProvenance(through) }
    } finally {
      joined.publish(published)
    }
  }

  /** Jobs are shared among themselves only, as within a server: they may wait longer than a caller. */
  const joinLookup = ({ isJob = false }: LookupRequest, through: ConfiguredProvider, key: string) =>
    sharedLookups.join(isJob ? `job ${key}` : key, toWaitMs(through.timeMs(isJob)), through.keepSeconds)

  /** False where the pages are stored for diagnosis, because not all items of a list could be read. */
  function noteLists(
    path: string,
    through: ConfiguredProvider,
    read: Reading,
    pages: readonly FetchedPage[],
  ): boolean {
    const { form, lists = [] } = read
    for (const count of lists) onList(path, through.name, form, count)
    const short = lists.filter(({ shown, read }) => read < shown)
    const why = short.map(({ list, shown, read }) => `${read} of ${shown} ${list} could be read`).join(', ')
    if (short.length > 0)
      diagnosis.keepPartlyRead(path, through.name, mayKeep(through, pages), `${why} (${form})`)
    return short.length === 0
  }

  const cached: FindRecord['cached'] = (lookup, endpoint, maxAgeSeconds) =>
    maxAgeSeconds > 0 ? cachedFrom(0, lookup, endpoint, maxAgeSeconds) : undefined

  /** The first provider from `place` on with a young enough entry answers. */
  function cachedFrom(
    place: number,
    lookup: Lookup,
    endpoint: Endpoint,
    maxAgeSeconds: number,
  ): MaybePromise<LookupResult | undefined> {
    const through = lookup.providers[place]
    if (!through) {
      onCache(false)
      return undefined
    }
    const oldest = Math.min(maxAgeSeconds, through.keepSeconds ?? maxAgeSeconds)
    const hit = cache.get(keyOf(endpoint, lookup, through), oldest)
    const answer = (entry: Awaited<typeof hit>): MaybePromise<LookupResult | undefined> => {
      if (!entry || findMissing(lookup, entry.from) !== null)
        return cachedFrom(place + 1, lookup, endpoint, maxAgeSeconds)
      onCache(true)
      const { body, ageSeconds, from } = entry
      const { price } = through
      const keepSeconds = through.keepSeconds === null ? null : through.keepSeconds - ageSeconds
      return { kind: 'found', body, contentType: jsonType, ageSeconds, keepSeconds, from, price }
    }
    return thenMaybe(hit, answer)
  }

  async function ask(
    request: LookupRequest,
    through: ConfiguredProvider,
    timeMs?: number,
  ): Promise<LookupResult> {
    const { endpoint, member, isJob = false } = request
    const key = keyOf(endpoint, request, through)
    const startedAt = performance.now()
    const finding = await share({
      key: isJob ? `job ${key}` : key,
      member,
      timeMs,
      open: () => through.open(isJob),
      work: (fetch) => read(request, through, fetch, key),
    }).catch(
      (thrown: unknown): LookupResult => ({
        kind: 'failed',
        failure: toFailure(thrown),
        from: toProvenance(through),
      }),
    )
    onAnswer(endpoint.path, through.name, member, finding, performance.now() - startedAt)
    return finding
  }

  const findRecord = async (request: LookupRequest): Promise<LookupResult> => {
    const { providers, isJob = false, member } = request
    const [only] = providers
    if (only && providers.length === 1) return required(request, await ask(request, only))
    let incomplete: LookupResult | undefined
    let finding: LookupResult = {
      kind: 'failed',
      failure: new Failure('internal', 'nobody to ask'),
      from: null,
    }
    let leftMs = only?.timeMs(isJob) ?? 0
    for (const [index, through] of providers.entries()) {
      const isLast = index === providers.length - 1
      // Each provider but the last gets half of the remaining time, so that a slow one cannot starve the next.
      const timeMs = isLast ? leftMs : leftMs / 2
      const startedAt = performance.now()
      finding = required(request, await ask(request, through, timeMs))
      if (finding.kind === 'fields_missing') incomplete = finding
      // An incomplete record says more than a later provider that does not find it or fails.
      else if (finding.kind !== 'failed') return finding.kind === 'found' ? finding : (incomplete ?? finding)
      if (member.signal?.aborted) return finding
      // A job's time is paused while it is queued, so the clock does not tell how much it used.
      leftMs -= isJob ? timeMs : Math.min(timeMs, performance.now() - startedAt)
    }
    return incomplete ?? finding
  }
  return Object.assign(findRecord, { cached })
}

function forgetAll(pages: readonly FetchedPage[]): void {
  for (const page of pages) page.forget()
}

const findMissing = ({ missingFields }: Lookup, { presence }: Provenance): string | null =>
  missingFields?.(presence) ?? null

/** Checked for each call: calls that share a fetch may require different fields. */
function required(request: LookupRequest, finding: LookupResult): LookupResult {
  const problem = finding.kind === 'found' ? findMissing(request, finding.from) : null
  return problem === null ? finding : { kind: 'fields_missing', problem, from: finding.from as Provenance }
}

const toFailure = (thrown: unknown): Failure =>
  isFailure(thrown) ? thrown : new Failure('internal', String(thrown), { cause: thrown })

const keyOf = ({ path }: Endpoint, { queryText }: Lookup, { name, place }: ConfiguredProvider): string =>
  `${path} ${name} ${place} ${queryText}`
