// From what is asked to a checked record: cache, the providers in their order, one fetch for equal lookups in flight,
// and the check against the endpoint's schema. Knows nothing of money; never throws, a failure is one of its results.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Asking, ListCount, Reading } from '@quarry/kit/outcome'
import type { Shape } from '../drift/shape.ts'
import { jsonType } from '../lib/json-type.ts'
import { type Ready, whenReady } from '../lib/ready.ts'
import type { PartyMember } from '../upstream/call-party.ts'
import { type GetSent, headOf, type SentPage, sentPage } from '../upstream/sent-page.ts'
import type { CallFetch } from '../upstream/upstream.ts'
import { keepingGet } from './caching-get.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { KeptAnswers } from './final-response-store.ts'
import { type Finding, findingOf, provenanceOf } from './lookup-result.ts'
import type { Asked } from './plan-lookup.ts'
import type { Provenance } from './provenance.ts'
import type { RecordCache } from './record-cache.ts'
import { mayKeep } from './redacted-page.ts'
import type { FindThrough } from './run-provider.ts'
import { createShare } from './share.ts'
import { alone, type Flights, foundElsewhere, type Landed, noFlights, waitMsOf } from './shared-lookups.ts'

export type Wanted = Asked & {
  endpoint: Endpoint
  member: PartyMember
  /** Of the call or job, for who looks after it later. */
  requestId?: string
  /** Shares no fetch with a direct call: a job may wait where a caller may not, and is cut short when a worker stops. */
  isJob?: boolean
}

export type FindRecord = {
  /** The record, fresh from its provider. */
  (wanted: Wanted): Promise<Finding>
  /** What the cache has and the caller accepts: such a call needs no provider and is charged in one step. */
  cached: (asked: Asked, endpoint: Endpoint, maxAgeSeconds: number) => Ready<Finding | undefined>
}

export type FindOptions = {
  cache: RecordCache
  /** What other servers look up meanwhile; none unless given. */
  flights?: Flights
  kept: KeptAnswers
  findThrough: FindThrough
  diagnosis: Diagnosis
  /** Told of each lookup that accepts a cached record, and whether there was one. */
  onCache: (hit: boolean) => void
  /** Told of each list that was read from pages: never of a record from the cache. */
  onList: (path: string, provider: string, form: string, count: ListCount) => void
  /** Told of what came of each provider that was asked. */
  onAnswer: (path: string, provider: string, member: PartyMember, finding: Finding, ms: number) => void
  /** Told of each record that was read from pages, before it is answered: it must neither wait nor throw. */
  onFound: (found: FoundRecord) => void
}

export type FoundRecord = {
  /** The same for the same question to the same provider. */
  key: string
  wanted: Wanted
  through: ConfiguredProvider
  reading: Reading & { shape: Shape }
  body: Buffer
  pages: readonly FetchedPage[]
}

/** A page and what was asked for. */
export type FetchedPage = { url: string; asking: Asking | undefined; page: SentPage }

export function createFindRecord(options: FindOptions): FindRecord {
  const { cache, flights = noFlights, kept, findThrough, diagnosis } = options
  const { onCache, onList, onAnswer, onFound } = options
  const share = createShare<Finding>((finding) => finding.kind === 'failed')

  async function read(
    wanted: Wanted,
    through: ConfiguredProvider,
    { get, party }: CallFetch,
    key: string,
  ): Promise<Finding> {
    const { endpoint, query } = wanted
    const { site, keepSeconds } = through
    const pages: SentPage[] = []
    const fetched: FetchedPage[] = []
    const getPage = keepingGet(get, through, kept)
    const boarding = keepSeconds === 0 ? alone : await boardFlight(wanted, through, key)
    if ('landed' in boarding) return foundElsewhere(through, boarding.landed)
    let landed: Landed | null = null
    const recordingGet: GetSent = async (url, asking) => {
      const page = await getPage(url, asking)
      const domain = site.domainOf(page.url)
      const known = domain === null ? page : sentPage({ ...headOf(page), domain }, page.pieces)
      pages.push(known)
      fetched.push({ url, asking, page: known })
      return known
    }
    try {
      const result = await findThrough({ endpoint, through, query, get: recordingGet, party })
      const finding = findingOf(result, through, pages)
      if (finding.kind !== 'found' || result.kind !== 'found' || !result.reading) return finding
      const isAllRead = noteLists(endpoint.path, through, result.reading, pages)
      onFound({ key, wanted, through, reading: result.reading, body: finding.body, pages: fetched })
      if (keepSeconds !== 0) await cache.set(key, finding.body, finding.from, keepSeconds)
      landed = finding
      // After whoever was told of the record and looks at its pages in the next turn.
      if (isAllRead) setImmediate(() => forgetAll(pages))
      return finding
    } catch (thrown) {
      const failure = toFailure(thrown)
      if (failure.reason === 'page_changed' || failure.reason === 'internal')
        diagnosis.keep(endpoint.path, through.name, mayKeep(through, pages), failure.message)
      return { kind: 'failed', failure, from: provenanceOf(through) }
    } finally {
      boarding.land(landed)
    }
  }

  /** Jobs apart, as in one server: they may wait where a caller may not. */
  const boardFlight = ({ isJob = false }: Wanted, through: ConfiguredProvider, key: string) =>
    flights.board(isJob ? `job ${key}` : key, waitMsOf(through.timeMs(isJob)), through.keepSeconds)

  /** False where pages are kept, since not all of their lists could be read. */
  function noteLists(
    path: string,
    through: ConfiguredProvider,
    read: Reading,
    pages: readonly SentPage[],
  ): boolean {
    const { form, lists = [] } = read
    for (const count of lists) onList(path, through.name, form, count)
    const short = lists.filter(({ shown, read }) => read < shown)
    const why = short.map(({ list, shown, read }) => `${read} of ${shown} ${list} could be read`).join(', ')
    if (short.length > 0)
      diagnosis.keepPartlyRead(path, through.name, mayKeep(through, pages), `${why} (${form})`)
    return short.length === 0
  }

  const cached: FindRecord['cached'] = (asked, endpoint, maxAgeSeconds) =>
    maxAgeSeconds > 0 ? cachedFrom(0, asked, endpoint, maxAgeSeconds) : undefined

  /** The first provider from `place` on that has an entry young enough answers. */
  function cachedFrom(
    place: number,
    asked: Asked,
    endpoint: Endpoint,
    maxAgeSeconds: number,
  ): Ready<Finding | undefined> {
    const through = asked.providers[place]
    if (!through) {
      onCache(false)
      return undefined
    }
    const oldest = Math.min(maxAgeSeconds, through.keepSeconds ?? maxAgeSeconds)
    const hit = cache.get(keyOf(endpoint, asked, through), oldest)
    const answer = (entry: Awaited<typeof hit>): Ready<Finding | undefined> => {
      if (!entry || lackIn(asked, entry.from) !== null)
        return cachedFrom(place + 1, asked, endpoint, maxAgeSeconds)
      onCache(true)
      const { body, ageSeconds, from } = entry
      const { price } = through
      const keepSeconds = through.keepSeconds === null ? null : through.keepSeconds - ageSeconds
      return { kind: 'found', body, contentType: jsonType, ageSeconds, keepSeconds, from, price }
    }
    return whenReady(hit, answer)
  }

  async function ask(wanted: Wanted, through: ConfiguredProvider, timeMs?: number): Promise<Finding> {
    const { endpoint, member, isJob = false } = wanted
    const key = keyOf(endpoint, wanted, through)
    const startedAt = performance.now()
    const finding = await share({
      key: isJob ? `job ${key}` : key,
      member,
      timeMs,
      open: () => through.open(isJob),
      work: (fetch) => read(wanted, through, fetch, key),
    }).catch(
      (thrown: unknown): Finding => ({
        kind: 'failed',
        failure: toFailure(thrown),
        from: provenanceOf(through),
      }),
    )
    onAnswer(endpoint.path, through.name, member, finding, performance.now() - startedAt)
    return finding
  }

  const findRecord = async (wanted: Wanted): Promise<Finding> => {
    const { providers, isJob = false, member } = wanted
    const [only] = providers
    if (only && providers.length === 1) return required(wanted, await ask(wanted, only))
    let lacking: Finding | undefined
    let finding: Finding = { kind: 'failed', failure: new Failure('internal', 'nobody to ask'), from: null }
    let leftMs = only?.timeMs(isJob) ?? 0
    for (const [index, through] of providers.entries()) {
      const isLast = index === providers.length - 1
      // Each but the last gets half of what is left, so that a slow one never takes the next one's time.
      const timeMs = isLast ? leftMs : leftMs / 2
      const startedAt = performance.now()
      finding = required(wanted, await ask(wanted, through, timeMs))
      if (finding.kind === 'lacking') lacking = finding
      // Who has the record knows more of it than one who has not, or who failed.
      else if (finding.kind !== 'failed') return finding.kind === 'found' ? finding : (lacking ?? finding)
      if (member.signal?.aborted) return finding
      // The time of a patient call stands still in lines, so that it cannot be told from the clock.
      leftMs -= isJob ? timeMs : Math.min(timeMs, performance.now() - startedAt)
    }
    return lacking ?? finding
  }
  return Object.assign(findRecord, { cached })
}

function forgetAll(pages: readonly SentPage[]): void {
  for (const page of pages) page.forget()
}

const lackIn = ({ lackOf }: Asked, { presence }: Provenance): string | null => lackOf?.(presence) ?? null

/** Said of each call for itself: those that share a fetch need not require the same. */
function required(wanted: Wanted, finding: Finding): Finding {
  const problem = finding.kind === 'found' ? lackIn(wanted, finding.from) : null
  return problem === null ? finding : { kind: 'lacking', problem, from: finding.from as Provenance }
}

const toFailure = (thrown: unknown): Failure =>
  isFailure(thrown) ? thrown : new Failure('internal', String(thrown), { cause: thrown })

const keyOf = ({ path }: Endpoint, { queryText }: Asked, { name, place }: ConfiguredProvider): string =>
  `${path} ${name} ${place} ${queryText}`
