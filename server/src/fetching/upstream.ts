// The only way to sites and upstream APIs: gives each lookup a `get` that reaches the hosts of its source and no
// others. A page is fetched by fetch-page.ts; here it gets its cookies, its token and the check of robots.txt, and what
// all calls share is fetched once.
import { type Clock, systemClock } from '@quarry/kit/clock'
import { Failure, type FailureReason, isFailure } from '@quarry/kit/errors'
import type { RequestOptions } from '@quarry/kit/outcome'
import type { WaitingAccounts } from '../platform/lib/fair-slots.ts'
import type { ResolveHost } from './address-guard.ts'
import { createBreakers } from './breakers.ts'
import { createFetchTrace, type FetchTrace, fetchPage, type PageRequest } from './fetch-page.ts'
import { createFetchWaiters, type FetchWaiters, type Waiter, type WaitingCall } from './fetch-waiters.ts'
import type { FetchedPage, GetPage } from './fetched-page.ts'
import { defaultLimits, type FetchLimits } from './limits.ts'
import { buildRequestHeaders, type CookieJar, createCookieJar, toBody } from './request-headers.ts'
import { createRobots, type RobotsPage, type RobotsResponse } from './robots.ts'
import { createSender } from './send.ts'
import { findAccess, type SourceAccess } from './source-access.ts'
import { createHostRateLimit, createHostSlots, type RateLimits } from './take-slot.ts'
import { createTokens } from './tokens.ts'

/** One finished `get`, for health and metrics. */
export type FetchEvent = Omit<FetchTrace, 'retries'> & {
  source: string
  provider: string
  ms: number
  outcome: 'ok' | 'not_found' | FailureReason
  /** A fault that the caller requested from the sandbox: must not count in health. */
  provoked: boolean
}

/** The fetch of one lookup, for all calls that wait for it. It has its own cookies. */
export type CallFetch = {
  get: GetPage
  /** Adds a call, whose time budget starts now. `timeMs`: its budget, if it has less left than the default. */
  join: (call: WaitingCall, timeMs?: number) => Waiter
  waiters: WaitingAccounts
  /** Whether all calls have left, so that no call can join any more. */
  isOver: () => boolean
}

export type Upstream = ReturnType<typeof createUpstream>

export type UpstreamOptions = {
  clock?: Clock
  nowMs?: () => number
  onFetch?: (event: FetchEvent) => void
  /** Called when a site answers robots.txt with a web page. */
  onRobotsPage?: (page: RobotsPage) => void
  limits?: Partial<FetchLimits>
  /** The product and version that sites see. */
  userAgent?: string
  rateLimits?: RateLimits
  /** Whether a request to a sandbox site provokes a fault. */
  asksForFault?: (url: string, body: string | null) => boolean
  /** Name resolution and trusted certificates, for tests. */
  resolve?: ResolveHost
  ca?: string
}

type UpstreamDeps = ReturnType<typeof createDeps>

function createDeps(options: UpstreamOptions) {
  const { clock = systemClock, nowMs = () => performance.now() } = options
  const limits = { ...defaultLimits, ...options.limits }
  return {
    limits,
    clock,
    slots: createHostSlots(limits.queuedPerHost),
    bookingSlots: createHostSlots(limits.queuedPerHost),
    hostRateLimit: createHostRateLimit(),
    breakers: createBreakers(limits, nowMs),
    rateLimits: options.rateLimits,
    userAgent: options.userAgent ?? 'Quarry',
    onFetch: options.onFetch ?? (() => {}),
    asksForFault: options.asksForFault ?? (() => false),
    sender: createSender(limits, options.resolve, options.ca),
    robots: createRobots(limits, nowMs, options.onRobotsPage),
    tokens: createTokens(nowMs),
    isClosed: false,
  }
}

export function createUpstream(options: UpstreamOptions = {}) {
  const deps = createDeps(options)
  const { limits } = deps
  return {
    /**
     * `job`: for a call without a waiting caller. Time in a queue does not count towards its `timeMs`, and timeouts and
     * every 5xx are retried too.
     */
    open(access: SourceAccess, job?: { timeMs: number; isLast: boolean }): CallFetch {
      const waiters = job
        ? createFetchWaiters(job.timeMs, limits.patientWaitMs, job.isLast)
        : createFetchWaiters(limits.callMs, null)
      const jars = new Map<SourceAccess, CookieJar>()
      return {
        get: (url, options) => getPage(deps, { access, waiters, jars }, url, options),
        join: waiters.join,
        waiters,
        isOver: () => waiters.signal.aborted,
      }
    },
    /** Starts a pause in which the upstream API is not called. Never throws. */
    startPause: async ({ provider }: SourceAccess, seconds: number) =>
      deps.rateLimits?.startPause(provider, seconds),
    stats: () => ({ ...deps.slots.stats(), ...deps.breakers.stats() }),
    /** Ends at once: running and queued fetches fail. */
    async close() {
      deps.isClosed = true
      deps.slots.close()
      deps.bookingSlots.close()
      await deps.sender.close()
    },
  }
}

type LookupFetch = { access: SourceAccess; waiters: FetchWaiters; jars: Map<SourceAccess, CookieJar> }

async function getPage(
  deps: UpstreamDeps,
  { access: allAccess, waiters, jars }: LookupFetch,
  url: string,
  options: RequestOptions = {},
): Promise<FetchedPage> {
  if (deps.isClosed) throw new Failure('upstream_failed', 'the server is stopping')
  const access = findAccess(allAccess, url)
  const jar = jars.get(access) ?? createCookieJar()
  jars.set(access, jar)
  const body = toBody(options)
  const trace = createFetchTrace()
  const startedAt = performance.now()
  const provoked = access.sandboxSocket !== null && deps.asksForFault(url, body?.text ?? null)
  const report = (outcome: FetchEvent['outcome']) => {
    const { source, provider } = access
    const { retries: _, ...traced } = trace
    deps.onFetch({ source, provider, ms: performance.now() - startedAt, outcome, provoked, ...traced })
  }
  const checkRobots = async (address: URL) => {
    if (!access.robots || access.sandboxSocket !== null) return
    const check = deps.robots.check(address, (origin) => fetchRobots(deps, access, origin))
    await waitUnlessOver(check, waiters.signal)
  }
  const { isOptional = false, readsStatuses = [] } = options
  const own = { isOptional, readsStatuses, uncounted: provoked, checkRobots, trace }
  const request = { url, access, body, waiters, jar, ...own }
  try {
    const page = await waiters.whileFetching(() =>
      deps.tokens.authorize({
        provider: access.provider,
        credentials: access.credentials,
        requestToken: (token) => fetchForAll(deps, access, 'token', token),
        inTime: (token) => waitUnlessOver(token, waiters.signal),
        isRefused: () => trace.status === 401,
        work: (authorization) => fetchAuthorized(deps, request, authorization),
      }),
    )
    report(page.status < 400 ? 'ok' : 'not_found')
    return page
  } catch (error) {
    report(isFailure(error) ? error.reason : 'internal')
    throw error
  }
}

function fetchAuthorized(
  deps: UpstreamDeps,
  request: Omit<PageRequest, 'headers'>,
  authorization: string | null,
): Promise<FetchedPage> {
  const headers = buildRequestHeaders(request.access, deps.userAgent, request.body, authorization)
  return fetchPage(deps, { ...request, headers })
}

type SharedRequest = Pick<PageRequest, 'url' | 'body'> & {
  authorization?: string | null
  uncounted?: boolean
  trace?: FetchTrace
}

/** Fetches what all calls share, robots.txt or a token. It has its own time budget and belongs to no account. */
async function fetchForAll(
  deps: UpstreamDeps,
  access: SourceAccess,
  accountId: 'robots' | 'token',
  { url, body, authorization = null, uncounted = false, trace = createFetchTrace() }: SharedRequest,
): Promise<FetchedPage> {
  const waiters = createFetchWaiters(deps.limits.callMs, null)
  waiters.join({ accountId })
  const own = { jar: createCookieJar(), isOptional: false, checkRobots: async () => {} }
  const request = { url, access, body, waiters, uncounted, trace, ...own }
  return waiters.whileFetching(() => fetchAuthorized(deps, request, authorization))
}

async function fetchRobots(
  deps: UpstreamDeps,
  access: SourceAccess,
  origin: string,
): Promise<RobotsResponse | null> {
  const trace = createFetchTrace()
  const request = { url: `${origin}/robots.txt`, body: null, uncounted: true, trace }
  try {
    const page = await fetchForAll(deps, access, 'robots', request)
    const { url, status, contentType, pieces } = page
    return status >= 400 ? null : { url, contentType, bytes: pieces[0] ?? new Uint8Array() }
  } catch (error) {
    const { status } = trace
    if (status !== null && status >= 400 && status < 500 && status !== 429) return null
    throw error
  }
}

function waitUnlessOver<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
