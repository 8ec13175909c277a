// The one door to every site: gives each call a `get` that reaches the hosts of its source and nothing else. It
// wires the parts of this folder; how a page is fetched is told in fetch-page.ts.
import { type Clock, systemClock } from '@quarry/kit/clock'
import { Failure, type FailureReason, isFailure } from '@quarry/kit/errors'
import { chooseTurnOwner, type WaitingAccounts } from '../lib/fair-slots.ts'
import { loopTurns } from '../lib/turns.ts'
import { createBreakers } from './breakers.ts'
import { createCookieJar } from './cookies.ts'
import { createDispatchers } from './dispatchers.ts'
import { fetchPage, newTrace, type PageRequest } from './fetch-page.ts'
import { createFetchWaiters, type FetchWaiters, type Waiter, type WaitingCall } from './fetch-waiters.ts'
import type { GetPage } from './fetched-page.ts'
import type { Resolve } from './guarded-connect.ts'
import { createHostSlots } from './host-slots.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { TakeTurn } from './pace.ts'
import { createPermits } from './permits.ts'
import { createReadBody } from './read-response-body.ts'
import { buildHeaders, toBody } from './request-headers.ts'
import { createRobots, type FetchRobots } from './robots.ts'
import { type Attempt, send } from './send.ts'
import { accessTo, type SourceAccess } from './source-access.ts'
import { type AskToken, createTokens } from './tokens.ts'

/** One finished `get`, for health and metrics. */
export type FetchEvent = {
  source: string
  provider: string
  host: string
  ms: number
  outcome: 'ok' | 'not_found' | FailureReason
  status: number | null
  bytes: number
  tries: number
  /** A fault that the caller asked the sandbox for: must not count in health. */
  provoked: boolean
}

/** The fetching of one lookup, for all the calls that wait for it: its cookies are its own. */
export type CallFetch = {
  get: GetPage
  /** The call's time runs from here; pages come in the turn of the most favoured. `timeMs` where less is left. */
  join: (member: WaitingCall, timeMs?: number) => Waiter
  party: WaitingAccounts
  /** Everyone has left: nobody can join any more. */
  isOver: () => boolean
}

export type OpenOptions = {
  /**
   * Nobody waits: a call has this time instead of the usual one, waiting for a slot does not count, and timeouts and
   * every 5xx are tried again too.
   */
  patientMs?: number
}

export type Upstream = {
  open: (access: SourceAccess, options?: OpenOptions) => CallFetch
  stats: () => { queued: number; active: number; openBreakers: string[]; openAccountBreakers: number }
  /** Ends at once: what is under way or waiting fails. */
  close: () => Promise<void>
}

export type UpstreamOptions = {
  clock?: Clock
  onFetch?: (event: FetchEvent) => void
  limits?: Partial<Limits>
  /** The product and version that sites see. */
  userAgent?: string
  /** Waits until the provider may be asked again, or throws upstream_paced. */
  takeTurn?: TakeTurn
  /** Whether a request to a pretend site asks for a fault. */
  asksForFault?: (url: string, body: string | null) => boolean
  /** Name resolution and trusted certificates, for tests. */
  resolve?: Resolve
  ca?: string
}

export function createUpstream(options: UpstreamOptions = {}): Upstream {
  const { clock = systemClock, onFetch, userAgent = 'Quarry', asksForFault = () => false } = options
  const limits = { ...defaultLimits, ...options.limits }
  const dispatchers = createDispatchers(limits, options.resolve, options.ca)
  const slots = createHostSlots(limits.queuedPerHost)
  const breakers = createBreakers(limits, clock, isHostFault)
  const readBody = createReadBody(limits, createPermits(limits.largeBodies))
  const robots = createRobots(limits, clock)
  const tokens = createTokens(clock)
  const parts = { limits, clock, slots, breakers, takeTurn: options.takeTurn }
  let closed = false

  const requestFor = (source: SourceAccess, party: FetchWaiters) => {
    const dispatcher = dispatchers.for(source)
    return {
      reach: source,
      party,
      jar: createCookieJar(),
      send: (exchange) =>
        send(dispatcher, { ...exchange, turn: () => loopTurns.next(chooseTurnOwner(party)) }, readBody),
    } satisfies Partial<PageRequest>
  }

  // Robots.txt is fetched on nobody's account and time: the calls that wait for it share it.
  const fetchRobotsFor =
    (source: SourceAccess): FetchRobots =>
    async (origin) => {
      const trace = newTrace()
      const party = createFetchWaiters(limits.callMs, null)
      party.join({ accountId: 'robots' })
      const request = {
        ...requestFor(source, party),
        headers: buildHeaders(source, userAgent, null),
        trace,
      }
      const rest = {
        url: `${origin}/robots.txt`,
        body: null,
        isOptional: false,
        uncounted: true,
        checkRobots: async () => {},
      }
      try {
        const page = await party.fetching(() => fetchPage(parts, { ...request, ...rest }))
        return page.status >= 400 ? null : (page.pieces[0] ?? null)
      } catch (error) {
        const { status } = trace
        if (status !== null && status >= 400 && status < 500 && status !== 429) return null
        throw error
      }
    }

  // As robots.txt: a token is asked for on nobody's account, and is everyone's.
  const askTokenOf =
    (source: SourceAccess): AskToken =>
    async ({ url, body, authorization }) => {
      const party = createFetchWaiters(limits.callMs, null)
      party.join({ accountId: 'token' })
      const request = {
        ...requestFor(source, party),
        ...{ url, body, trace: newTrace(), isOptional: false, uncounted: false },
        headers: buildHeaders(source, userAgent, body, authorization),
        checkRobots: async () => {},
      }
      return party.fetching(() => fetchPage(parts, request))
    }

  return {
    open(access, { patientMs } = {}) {
      const party = createFetchWaiters(
        patientMs ?? limits.callMs,
        patientMs === undefined ? null : limits.patientWaitMs,
      )
      const shared = new Map<SourceAccess, ReturnType<typeof requestFor>>()
      const get: GetPage = async (url, { isOptional = false, ...posted } = {}) => {
        if (closed) throw new Failure('upstream_failed', 'the server is stopping')
        const source = accessTo(access, url)
        const known = shared.get(source) ?? requestFor(source, party)
        shared.set(source, known)
        const body = toBody(posted)
        const trace = newTrace()
        const provoked = source.sandboxSocket !== null && asksForFault(url, body?.text ?? null)
        const checkRobots = async (address: URL) => {
          if (!source.robots || source.sandboxSocket !== null) return
          await unlessOver(robots.check(address, fetchRobotsFor(source)), party.signal)
        }
        const startedAt = performance.now()
        const report = (outcome: FetchEvent['outcome']) => {
          const { host, status, bytes, tries } = trace
          const ms = performance.now() - startedAt
          onFetch?.({
            source: source.source,
            provider: source.provider,
            host,
            ms,
            outcome,
            status,
            bytes,
            tries,
            provoked,
          })
        }
        try {
          const request = { ...known, url, body, isOptional, uncounted: provoked, checkRobots, trace }
          const page = await party.fetching(() =>
            tokens.authorize({
              provider: source.provider,
              credentials: source.credentials,
              ask: askTokenOf(source),
              inTime: (token) => unlessOver(token, party.signal),
              isRefused: () => trace.status === 401,
              work: (authorization) =>
                fetchPage(parts, {
                  ...request,
                  headers: buildHeaders(source, userAgent, body, authorization),
                }),
            }),
          )
          report(page.status < 400 ? 'ok' : 'not_found')
          return page
        } catch (error) {
          report(isFailure(error) ? error.reason : 'internal')
          throw error
        }
      }
      return { get, join: party.join, party, isOver: () => party.signal.aborted }
    },
    stats: () => ({ ...slots.stats(), ...breakers.stats() }),
    async close() {
      closed = true
      slots.close()
      await dispatchers.close()
    },
  }
}

const isHostFault = (result: unknown) => {
  const attempt = result as Attempt
  return attempt.kind === 'fault' && attempt.hostFault
}

function unlessOver<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
