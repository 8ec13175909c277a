// From a parsed input to a checked record: cache, one fetch for equal lookups in flight, the source's own run,
// and the check against its schema. Knows nothing of money; never throws, a failure is one of its results.
import { Compile } from 'typebox/compile'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Get, ListCount, Outcome, Page, Reading } from '../contract/outcome.ts'
import type { Site } from '../contract/site.ts'
import { Failure } from '../errors.ts'
import { type Ready, whenReady } from '../lib/ready.ts'
import type { PartyMember } from '../upstream/call-party.ts'
import type { CallFetch } from '../upstream/upstream.ts'
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

const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'

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
  const checkers = new Map<string, ReturnType<typeof Compile>>()

  const checkerOf = (endpoint: Endpoint) => {
    const known = checkers.get(endpoint.path) ?? Compile(endpoint.record)
    checkers.set(endpoint.path, known)
    return known
  }

  async function fetchRecord(
    { endpoint, site, input }: LookUpRequest,
    { get, party }: CallFetch,
    key: string,
  ): Promise<Lookup> {
    const pages: Page[] = []
    const recordingGet: Get = async (url, request) => {
      const page = await get(url, request)
      const domain = site.domainOf(page.url)
      const known = domain === null ? page : { ...page, domain }
      pages.push(known)
      return known
    }
    try {
      const outcome = await run(endpoint, input, recordingGet, party)
      const lookup = toLookup(outcome)
      if (outcome.kind === 'found') {
        assertRecord(endpoint, outcome.record)
        noteLists(endpoint.path, outcome, pages)
        await cache.set(key, (lookup as { body: Buffer }).body)
      }
      return lookup
    } catch (thrown) {
      const failure = toFailure(thrown)
      if (failure.reason === 'page_changed' || failure.reason === 'internal')
        diagnosis.keep(endpoint.path, pages, failure.message)
      return { kind: 'failed', failure }
    }
  }

  function noteLists(path: string, { form, lists = [] }: Partial<Reading>, pages: readonly Page[]): void {
    if (form === undefined) return
    for (const count of lists) onList(path, form, count)
    const short = lists.filter(({ shown, read }) => read < shown)
    const why = short.map(({ list, shown, read }) => `${read} of ${shown} ${list} could be read`).join(', ')
    if (short.length > 0) diagnosis.keepPartlyRead(path, pages, `${why} (${form})`)
  }

  function assertRecord(endpoint: Endpoint, record: unknown): void {
    const checker = checkerOf(endpoint)
    if (checker.Check(record)) return
    const first = checker.Errors(record)[0]
    throw new Failure('page_changed', `the record does not fit: ${first?.instancePath} ${first?.message}`)
  }

  const cached: LookUp['cached'] = ({ endpoint, input, maxAgeSeconds }) => {
    if (maxAgeSeconds <= 0) return undefined
    const hit = cache.get(keyOf(endpoint, input), maxAgeSeconds)
    return whenReady(hit, fromCache)
  }

  function fromCache(hit: CachedRecord | undefined): Lookup | undefined {
    onCache(hit !== undefined)
    return hit && { kind: 'found', body: hit.body, contentType: json, ageSeconds: hit.ageSeconds }
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

function toLookup(outcome: Outcome<unknown>): Lookup {
  if (outcome.kind === 'not_found') return { kind: 'not_found' }
  if (outcome.kind === 'page_source')
    return { kind: 'found', body: Buffer.from(outcome.html), contentType: html, ageSeconds: null }
  const body = Buffer.from(JSON.stringify(outcome.record))
  return { kind: 'found', body, contentType: json, ageSeconds: null }
}

// A parsed input is plain data in one order of keys, so equal lookups have equal texts.
const keyOf = (endpoint: Endpoint, input: unknown) => `${endpoint.path} ${JSON.stringify(input)}`
