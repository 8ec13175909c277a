// Finds the record for a lookup: a cached record first, then each configured provider in order. Equal lookups share one
// fetch. Knows nothing about billing and never throws: a failure is a result too.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure } from '@quarry/kit/errors'
import type { WaitingCall } from '../fetching/fetch-waiters.ts'
import type { CallFetch } from '../fetching/upstream.ts'
import { jsonType } from '../platform/lib/headers.ts'
import { type MaybePromise, thenMaybe } from '../platform/lib/promises.ts'
import { type FetchDeps, fetchRecord, toFailedResult } from './fetch-record.ts'
import type { LookupResult, Provenance } from './lookup-result.ts'
import type { Lookup, LookupRequest } from './plan-lookup.ts'
import type { RenderRecord } from './reading/render-record.ts'
import type { ConfiguredProvider } from './sources/configure-endpoints.ts'

export type FindRecord = ReturnType<typeof createFindRecord>

export type FindOptions = FetchDeps & {
  /** Selects fields and formats a record for one caller: cache and shared fetch have whole records. */
  renderRecord: RenderRecord
  /** Called for each lookup that accepts a cached record, with whether there was one. */
  onCache: (hit: boolean) => void
  /** Called after each provider attempt with its outcome. */
  onAttempt: (path: string, provider: string, caller: WaitingCall, result: LookupResult, ms: number) => void
}

type FindDeps = FindOptions & { running: RunningFetches }

export function createFindRecord(options: FindOptions) {
  const deps: FindDeps = { ...options, running: new Map() }
  const { renderRecord } = options
  /** Returns a cached record that is young enough. Such a call needs no provider and is charged in one step. */
  const cached = (lookup: Lookup, endpoint: Endpoint, maxAgeSeconds: number, accountId: string) =>
    maxAgeSeconds > 0
      ? thenMaybe(
          findCached(deps, lookup, endpoint, maxAgeSeconds, 0),
          (result) => result && renderRecord(result, lookup.view, accountId),
        )
      : undefined
  /** Fetches the record from its provider. */
  const find = async (request: LookupRequest) =>
    renderRecord(await findRecord(deps, request), request.view, request.caller.accountId)
  return Object.assign(find, { cached })
}

/** Returns the record of the first provider, from `index` on, that has one young enough. */
function findCached(
  deps: FindDeps,
  lookup: Lookup,
  endpoint: Endpoint,
  maxAgeSeconds: number,
  index: number,
): MaybePromise<LookupResult | undefined> {
  const provider = lookup.providers[index]
  if (!provider) {
    deps.onCache(false)
    return undefined
  }
  const { price, retentionSeconds: limit } = provider
  const oldestSeconds = Math.min(maxAgeSeconds, limit ?? maxAgeSeconds)
  const cached = deps.cache.get(toKey(endpoint, lookup, provider), oldestSeconds)
  return thenMaybe(cached, (entry): MaybePromise<LookupResult | undefined> => {
    if (!entry || findMissing(lookup, entry.from) !== null)
      return findCached(deps, lookup, endpoint, maxAgeSeconds, index + 1)
    deps.onCache(true)
    // Listed one by one: spreading the entry took 6 % of the CPU time of a cached call.
    const { body, ageSeconds, from } = entry
    const retentionSeconds = limit === null ? null : limit - ageSeconds
    return { kind: 'found', body, contentType: jsonType, ageSeconds, retentionSeconds, from, price }
  })
}

async function findRecord(deps: FindDeps, request: LookupRequest): Promise<LookupResult> {
  const { providers, isJob = false, caller } = request
  let incomplete: LookupResult | undefined
  let failed: LookupResult | undefined
  let result: LookupResult | undefined
  let leftMs = providers[0]?.timeMs(isJob) ?? 0
  for (const [index, provider] of providers.entries()) {
    // Each provider but the last gets half of the remaining time, so that a slow one cannot starve the next.
    const shareMs = index === providers.length - 1 ? leftMs : leftMs / 2
    const startedAt = performance.now()
    result = await askProvider(deps, request, provider, providers.length === 1 ? undefined : shareMs)
    if (result.kind === 'found') return result
    if (result.kind === 'fields_missing') incomplete = result
    else if (result.kind === 'failed') failed = result
    else if (!provider.definition.hasOnlySome) return incomplete ?? result
    if (caller.signal?.aborted) return result
    // A job's time is paused while it is queued, so the clock does not show how much it used.
    leftMs -= isJob ? shareMs : Math.min(shareMs, performance.now() - startedAt)
  }
  // Missing fields tell the caller more than a failure or not_found. A failure comes before not_found, because the
  // provider that failed may have the record.
  return incomplete ?? failed ?? result ?? createNoProviderResult()
}

const createNoProviderResult = (): LookupResult => ({
  kind: 'failed',
  failure: new Failure('internal', 'the lookup has no provider'),
  from: null,
})

/** Joins an equal lookup that is already running, or runs the provider, and checks the required fields. */
async function askProvider(
  deps: FindDeps,
  request: LookupRequest,
  provider: ConfiguredProvider,
  timeMs: number | undefined,
): Promise<LookupResult> {
  const { endpoint, caller, providers, isJob = false } = request
  const key = toKey(endpoint, request, provider)
  const startedAt = performance.now()
  const result = await shareFetch(deps.running, {
    key: isJob ? `job ${key}` : key,
    caller,
    timeMs,
    open: () => provider.open(isJob ? { isLast: provider === providers.at(-1) } : undefined),
    run: (fetch) => fetchRecord(deps, { request, provider, key }, fetch),
  }).catch((thrown: unknown) => toFailedResult(thrown, provider))
  deps.onAttempt(endpoint.path, provider.name, caller, result, performance.now() - startedAt)
  // Checked for each call: calls that share a fetch may require different fields.
  const problem = result.kind === 'found' ? findMissing(request, result.from) : null
  return problem === null ? result : { kind: 'fields_missing', problem, from: result.from as Provenance }
}

const findMissing = ({ missingFields }: Lookup, { presence }: Provenance): string | null =>
  missingFields?.(presence) ?? null

const toKey = ({ path }: Endpoint, { queryText }: Lookup, { name, location }: ConfiguredProvider): string =>
  `${path} ${name} ${location} ${queryText}`

/** The fetches of this server, by lookup. */
type RunningFetches = Map<string, { fetch: CallFetch; result: Promise<LookupResult> }>

type FetchToShare = {
  key: string
  caller: WaitingCall
  /** The time budget of the call, if it is less than the fetch allows. */
  timeMs: number | undefined
  open: () => CallFetch
  run: (fetch: CallFetch) => Promise<LookupResult>
}

/**
 * Joins the running fetch of an equal lookup, or starts one. A call that joins loses nothing: it keeps its own time
 * budget and its position in the queue for the site, and does not share a failure that began before it joined. Throws
 * the failure of a call that runs out of time.
 */
async function shareFetch(running: RunningFetches, shared: FetchToShare): Promise<LookupResult> {
  let { timeMs } = shared
  for (;;) {
    const current = running.get(shared.key)
    const { fetch, result } = current && !current.fetch.isOver() ? current : startFetch(running, shared)
    const waiter = fetch.join(shared.caller, timeMs)
    const outcome = await waiter.wait(result)
    // A call that joined after the first try was sent has not had all its own tries and time. It tries again in a new
    // fetch, which all calls that joined late share from its beginning.
    if (outcome.kind !== 'failed' || waiter.joinedBeforeSend) return outcome
    timeMs = waiter.timeLeftMs()
  }
}

function startFetch(running: RunningFetches, { key, open, run }: FetchToShare) {
  const fetch = open()
  const result = Promise.resolve()
    .then(() => run(fetch))
    .finally(() => {
      if (running.get(key) === started) running.delete(key)
    })
  const started = { fetch, result }
  running.set(key, started)
  return started
}
