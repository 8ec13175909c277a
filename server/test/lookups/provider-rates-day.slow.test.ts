// A day of mixed lookups against replicas of all upstream APIs, in virtual time, with the shipped rate limits: no API
// is called more often than it allows in any window or while it is paused, every record is valid, and every refusal
// has a Retry-After. The long form has 5,000 lookups.
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Get, RequestOptions } from '@quarry/kit/outcome'
import { Compile } from '@quarry/kit/schema'
import { onProvider } from '@quarry/kit/testing/on-site'
import type { RateLimit, UpstreamApi } from '@quarry/kit/upstream-api'
import { endpoints } from '@quarry/sources'
import { openData, openDataDate, openLookups } from '@quarry/sources/testing/open-data'
import { expect, test } from 'vitest'
import { createProviderRateLimits } from '../../src/fetching/provider-rate-limits.ts'
import { freshDatabase } from '../support/database.ts'
import { isLong } from '../support/long.ts'

const lookupCount = isLong ? 5_000 : 500
const dayMs = (24 * 3_600_000 * lookupCount) / 5_000
const callMs = 30_000
const latencyMs = 150
/** One request in this many gets a 429. */
const refusedOnceIn = 120

const zero = Date.parse('2026-11-15T12:00:00Z')

/** Reproducible random numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Virtual time, which jumps to the end of the next pause as soon as nothing is running. */
function createVirtualTime(isBusy: () => boolean) {
  const pauses: { at: number; end: () => void }[] = []
  let nowMs = zero
  const settle = async () => {
    for (let idle = 0; idle < 3; idle = isBusy() ? 0 : idle + 1) await new Promise(setImmediate)
  }
  return {
    nowMs: () => nowMs,
    sleep: (ms: number) => new Promise<void>((end) => pauses.push({ at: nowMs + ms, end })),
    async run() {
      for (;;) {
        await settle()
        const next = pauses.reduce(
          (first, pause) => (pause.at < first.at ? pause : first),
          pauses[0] as never,
        )
        if (next === undefined) return
        pauses.splice(pauses.indexOf(next), 1)
        nowMs = Math.max(nowMs, next.at)
        next.end()
      }
    },
  }
}

const lookups = openLookups.map(({ path, provider: name, params }) => {
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  const provider = endpoint?.providers.find((candidate) => candidate.name === name)
  if (!endpoint || !provider?.api) throw new Error(`no provider ${name} of ${path}`)
  const apis = [
    { ...provider.api, rateLimit: { ...provider.api.rateLimit, ...provider.rateLimit } },
    ...(provider.otherApis ?? []),
  ]
  return { path, params, apis, isValid: Compile(endpoint.record), ...onProvider(endpoint, provider) }
})

type Sent = { api: string; rateLimit: RateLimit; at: number }
type Pause = { api: string; from: number; until: number }

test('a day of lookups stays within the limits of every upstream API', { timeout: 3_600_000 }, async () => {
  const fresh = await freshDatabase({ max: 1 })
  let queries = 0
  const time = createVirtualTime(() => queries > 0)
  const pool = {
    async query(query: never) {
      queries += 1
      try {
        const now = new Date(time.nowMs()).toISOString()
        await fresh.database.pool.query(`select set_config('quarry.now', $1, false)`, [now])
        return await fresh.database.pool.query(query)
      } finally {
        queries -= 1
      }
    },
  }
  const rateLimits = createProviderRateLimits({ pool: pool as never, ...time })
  const random = createRandom(7)
  const sent: Sent[] = []
  const pauses: Pause[] = []
  const { signal } = new AbortController()

  const createGet = (apis: readonly UpstreamApi[], path: string): Get => {
    const giveUpAt = time.nowMs() + callMs
    return async (address, options: RequestOptions = {}) => {
      const url = new URL(address)
      const api = apis.find(({ hosts }) => hosts.includes(url.hostname))
      if (!api) throw new Error(`no API at ${address}`)
      const waitMs = (giveUpAt - time.nowMs()) * (options.isOptional ? 0.8 : 1)
      await rateLimits.waitForRateLimit(api.name, api.rateLimit, waitMs, signal)
      sent.push({ api: api.name, rateLimit: api.rateLimit, at: time.nowMs() })
      if (random() < 1 / refusedOnceIn) {
        const seconds = random() < 0.5 ? 30 : (api.restSeconds ?? 60)
        pauses.push({ api: api.name, from: time.nowMs(), until: time.nowMs() + seconds * 1000 })
        await rateLimits.startPause(api.name, seconds)
        throw new Failure('upstream_paced', 'status 429', { retryAfterSeconds: seconds })
      }
      await time.sleep(latencyMs)
      const response = openData(path.startsWith('/v2/socialnet/') ? 'socialnet' : 'company')[api.name]?.(url)
      if (!response) throw new Error(`no response at ${address}`)
      return { url: address, ...response, headers: { date: openDataDate } }
    }
  }

  const results = { found: 0, refused: 0 }
  const problems: string[] = []
  async function lookUpAt(lookup: (typeof lookups)[number], at: number): Promise<void> {
    await time.sleep(at)
    try {
      const outcome = await lookup.find(lookup.params, createGet(lookup.apis, lookup.path))
      results.found += 1
      if (outcome.kind !== 'found') problems.push(`${lookup.path}: ${outcome.kind}`)
      else if (!lookup.isValid.Check(outcome.record)) problems.push(`${lookup.path}: invalid record`)
    } catch (thrown) {
      results.refused += 1
      const { reason, retryAfterSeconds = 0 } = thrown as Failure
      if (!isFailure(thrown) || reason !== 'upstream_paced' || retryAfterSeconds < 1)
        problems.push(`${lookup.path}: ${String(thrown)}`)
    }
  }

  const calls: Promise<void>[] = []
  while (calls.length < lookupCount) {
    // Callers arrive in bursts, half of them with equal lookups.
    const at = Math.floor(random() * dayMs)
    const choose = () => lookups[Math.floor(random() * lookups.length)]
    const same = random() < 0.5 ? choose() : undefined
    const burst = Math.min(1 + Math.floor(random() * (same ? 40 : 8)), lookupCount - calls.length)
    for (let n = 0; n < burst; n += 1) {
      const lookup = same ?? choose()
      if (lookup) calls.push(lookUpAt(lookup, at + Math.floor(random() * 500)))
    }
  }
  await time.run()
  await Promise.all(calls)
  await rateLimits.close()
  await fresh.drop()

  expect(problems).toEqual([])
  expect(findViolations(sent)).toEqual([])
  expect(
    pauses.flatMap(({ api, from, until }) =>
      sent.filter((one) => one.api === api && one.at > from && one.at < until),
    ),
  ).toEqual([])
  expect(pauses.length).toBeGreaterThan(2)
  expect(results.found + results.refused).toBe(lookupCount)
  expect(results.found).toBeGreaterThan(lookupCount / 2)
  expect(results.refused).toBeGreaterThan(0)
})

/** The windows in which an API was called more often than it allows. */
function findViolations(sent: readonly Sent[]): string[] {
  const byRule = new Map<string, { times: number[]; windowMs: number; most: number }>()
  const add = (api: string, windowMs: number, most: number | undefined, at: number) => {
    if (most === undefined) return
    const key = `${api}: ${most} in ${windowMs} ms`
    const rule = byRule.get(key) ?? { times: [], windowMs, most }
    rule.times.push(at)
    byRule.set(key, rule)
  }
  for (const { api, rateLimit, at } of sent) {
    add(api, 1_000, rateLimit.perSecond, at)
    add(api, 60_000, rateLimit.perMinute, at)
    add(api, 86_400_000, rateLimit.perDay, at)
    if (rateLimit.secondsApart) add(api, rateLimit.secondsApart * 1_000, 1, at)
  }
  return [...byRule].flatMap(([name, { times, windowMs, most }]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return sorted.some((at, n) => (sorted[n + most] ?? Number.POSITIVE_INFINITY) - at < windowMs)
      ? [name]
      : []
  })
}
