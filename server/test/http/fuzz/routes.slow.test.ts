// Every route with values of all kinds in every position: no 5xx, every body fits the declared schema, and a refusal
// costs nothing. The long form is `npm run test:long -- fuzz [--runs N] [--seed S]`.
import type { TSchema } from '@quarry/kit/schema'
import { Compile } from '@quarry/kit/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../../../src/http/routes/create-routes.ts'
import { isLookup } from '../../../src/http/routes/route.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { readJobId, requestJob } from '../../support/jobs.ts'
import { longOrShort, seed } from '../../support/long.ts'
import { type FuzzRequest, requestTo } from './requests.ts'

const runs = longOrShort('runs', { short: 500, long: 100_000 })
const parallelRequests = 8

let app: TestApp
let secret: string
let targetAccount: Awaited<ReturnType<TestApp['account']>>
let jobId: string
beforeAll(async () => {
  // Role `api`: runs no jobs, so that they stay queued.
  app = await startApp({
    config: { role: 'api' },
    limits: { refusedPerMinute: null, defaultPerSecond: null },
  })
  const account = await app.account(
    { bonus_credits: 1_000_000, statistics_enabled: true },
    { permissions: ['manage'] },
  )
  secret = account.secret
  targetAccount = await app.account()
  jobId = await readJobId(await requestJob(app, secret))
})
afterAll(() => app.close())

/** Excludes event streams, which never end. */
const isBounded = (route: Route) => !Object.values(route.replies).some(({ events }) => events !== undefined)

const validators = new Map<TSchema, ReturnType<typeof Compile>>()
function fits(schema: TSchema, body: unknown): boolean {
  const known = validators.get(schema) ?? Compile(schema)
  validators.set(schema, known)
  return known.Check(body)
}

let spent = 0

/**
 * If the machine pauses for seconds, a page times out, the database does not respond, or the lease of a hold expires.
 * Such a request is retried; it is an error only if it fails each time.
 */
const maxTimeoutRetries = 3
const isTimeout = /"reason":"upstream_timeout"|in time"|hold \S+ is gone|Query read timeout/

async function sendOnce({ route, path, query, body, headers }: FuzzRequest) {
  const init = { method: route.method, headers, ...(body === null ? {} : { body }) }
  const target = `${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`
  const response =
    route.access === 'admin' ? await app.admin(target, init) : await app.call(secret, target, init)
  const content = await response.text()
  const id = response.headers.get('x-request-id') ?? ''
  // The reason of a failure is only in the log.
  const why = response.status < 500 ? '' : app.logged.filter((line) => line.includes(id)).join('')
  const exchange = `${route.method} ${target} ${body ?? ''} → ${response.status} ${content.slice(0, 300)} ${why}`
  const used = Number(response.headers.get('x-credits-used') ?? 0)
  spent += used
  return { response, content, exchange, used, isLate: isTimeout.test(why) }
}

async function send(request: FuzzRequest): Promise<void> {
  const { route } = request
  let sent = await sendOnce(request)
  for (let tries = 1; tries < maxTimeoutRetries && sent.isLate; tries += 1) sent = await sendOnce(request)
  const { response, content, exchange, used } = sent
  // A declared 5xx is allowed, such as that of /readyz.
  if (response.status >= 500 && route.replies[response.status]) return
  expect(response.status, exchange).toBeLessThan(500)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (response.status >= 400) {
    expect(Object.keys(JSON.parse(content)), exchange).toEqual(['error'])
    expect(response.headers.get('x-error-reason') ?? '', exchange).toMatch(/^[a-z_]+$/)
    const isMiss = isLookup(route) && response.headers.get('x-error-reason') === 'not_found'
    if (!isMiss) expect(used, exchange).toBe(0)
    return
  }
  const reply = route.replies[response.status]
  if (isSoftFail(content)) return
  expect(reply, exchange).toBeDefined()
  if (isJson && reply?.schema) expect(fits(reply.schema, JSON.parse(content)), exchange).toBe(true)
}

const isSoftFail = (content: string) => content === '{"error":"Not Found"}'

test(
  `${runs} requests, seed ${seed}`,
  async () => {
    const routes = app.routes.filter(isBounded)
    const known = { slug: [targetAccount.slug], id: [targetAccount.key.id, jobId], request_id: [jobId] }
    const drawn = fc.oneof(...routes.map((route) => requestTo(route, known)))
    const requests = fc.sample(drawn, { numRuns: runs, seed })
    const { consumed: before } = await credits()
    const heldBefore = await countHeldCredits()
    spent = 0
    // All workers share one list, so that a slow response delays no other request.
    const left = requests.values()
    const work = async () => {
      for (const request of left) await send(request)
    }
    await Promise.all(Array.from({ length: parallelRequests }, work))
    const { consumed: after } = await credits()
    // Holds of accepted jobs count as used; every other credit was reported in a response.
    expect(after - before).toBe(spent + (await countHeldCredits()) - heldBefore)
  },
  120_000 + runs * 200,
)

async function credits(): Promise<{ consumed: number }> {
  const usage = (await (await app.call(secret, '/v2/usage')).json()) as { credits: { consumed: number } }
  return usage.credits
}
async function countHeldCredits(): Promise<number> {
  const { rows } = await app.database.pool.query<{ n: number }>(
    'select coalesce(sum(subscription + bonus), 0)::integer as n from holds',
  )
  return rows[0]?.n ?? 0
}
