// From a parsed input to a checked record: cache, one fetch for equal lookups in flight, the source's own run,
// and the check against its schema. Knows nothing of money; never throws, a failure is one of its results.
import type { Endpoint } from '../contract/endpoint.ts'
import type { ListCount, Reading } from '../contract/outcome.ts'
import type { Site } from '../contract/site.ts'
import { Failure } from '../errors.ts'
import { type Ready, whenReady } from '../lib/ready.ts'
import type { PartyMember } from '../upstream/call-party.ts'
import { type GetSent, headOf, type SentPage, sentPage } from '../upstream/sent-page.ts'
import type { CallFetch } from '../upstream/upstream.ts'
import { jsonType } from './call-request.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { CachedRecord, RecordCache } from './record-cache.ts'
import type { RunEndpoint } from './run-endpoint.ts'
import { createShare } from './share.ts'

export type Lookup =
  | { kind: 'found'; body: Buffer; contentType: string; ageSeconds: number | null }
  | { kind: 'not_found' }
  | { kind: 'failed'; failure: Failure }

export type LookUpRequest = {
  endpoint: Endpoint
  site: Site
  input: unknown
  /** Begins fetching, where no equal lookup is under way that the call can join. */
  open: () => CallFetch
  member: PartyMember
  /** Shares no fetch with a direct call: a job may wait where a caller may not, and is cut short when a worker stops. */
  isJob?: boolean
}

export type LookUp = {
  /** The record, fresh from its site. */
  (request: LookUpRequest): Promise<Lookup>
  /** What the cache has and the caller accepts: such a call needs no site and is charged in one step. */
  cached: (
    request: Omit<LookUpRequest, 'open' | 'member'> & { maxAgeSeconds: number },
  ) => Ready<Lookup | undefined>
}

export function createLookUp(options: {
  cache: RecordCache
  run: RunEndpoint
  diagnosis: Diagnosis
  /** Told of each lookup that accepts a cached record, and whether there was one. */
  onCache: (hit: boolean) => void
  /** Told of each list that was read from pages: never of a record from the cache. */
  onList: (path: string, form: string, count: ListCount) => void
}): LookUp {
  const { cache, run, diagnosis, onCache, onList } = options
  const share = createShare<Lookup>((lookup) => lookup.kind === 'failed')
  async function fetchRecord(
    { endpoint, site, input }: LookUpRequest,
    { get, party }: CallFetch,
    key: string,
  ): Promise<Lookup> {
    const pages: SentPage[] = []
    const recordingGet: GetSent = async (url, request) => {
      const page = await get(url, request)
      const domain = site.domainOf(page.url)
      const known = domain === null ? page : sentPage({ ...headOf(page), domain }, page.pieces)
      pages.push(known)
      return known
    }
    try {
      const finding = await run(endpoint, input, recordingGet, party)
      if (finding.kind === 'not_found') return finding
      const { isRecord, body, contentType } = finding
      if (isRecord) {
        noteLists(endpoint.path, finding, pages)
        await cache.set(key, body)
      }
      return { kind: 'found', body, contentType, ageSeconds: null }
    } catch (thrown) {
      const failure = toFailure(thrown)
      if (failure.reason === 'page_changed' || failure.reason === 'internal')
        diagnosis.keep(endpoint.path, pages, failure.message)
      return { kind: 'failed', failure }
    }
  }

  function noteLists(path: string, { form, lists = [] }: Partial<Reading>, pages: readonly SentPage[]): void {
    if (form === undefined) return
    for (const count of lists) onList(path, form, count)
    const short = lists.filter(({ shown, read }) => read < shown)
    const why = short.map(({ list, shown, read }) => `${read} of ${shown} ${list} could be read`).join(', ')
    if (short.length > 0) diagnosis.keepPartlyRead(path, pages, `${why} (${form})`)
  }

  const cached: LookUp['cached'] = ({ endpoint, input, maxAgeSeconds }) => {
    if (maxAgeSeconds <= 0) return undefined
    const hit = cache.get(keyOf(endpoint, input), maxAgeSeconds)
    return whenReady(hit, fromCache)
  }

  function fromCache(hit: CachedRecord | undefined): Lookup | undefined {
    onCache(hit !== undefined)
    return hit && { kind: 'found', body: hit.body, contentType: jsonType, ageSeconds: hit.ageSeconds }
  }

  const lookUp = async (request: LookUpRequest): Promise<Lookup> => {
    const key = keyOf(request.endpoint, request.input)
    const flight = request.isJob ? `job ${key}` : key
    try {
      return await share(flight, request.member, request.open, (fetch) => fetchRecord(request, fetch, key))
    } catch (thrown) {
      return { kind: 'failed', failure: toFailure(thrown) }
    }
  }
  return Object.assign(lookUp, { cached })
}

const toFailure = (thrown: unknown): Failure =>
  thrown instanceof Failure ? thrown : new Failure('internal', String(thrown), { cause: thrown })

// A parsed input is plain data in one order of keys, so equal lookups have equal texts.
const keyOf = (endpoint: Endpoint, input: unknown) => `${endpoint.path} ${JSON.stringify(input)}`
