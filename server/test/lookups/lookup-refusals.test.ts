// Provokes each refusal that a lookup declares, on every lookup: it has the declared reason and costs nothing.
// Refusals caused by a site or an upstream API are tested with faulty ones (sandbox-faults-calls, providers-calls).
import { endpoints } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLookup, type LookupRoute, listRefusals } from '../../src/http/routes/route.ts'
import type { Reason } from '../../src/platform/errors.ts'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
let defaultSecret: string
beforeAll(async () => {
  app = await startApp()
  defaultSecret = (await app.account()).secret
})
afterAll(() => app.close())

type Call = { secret?: string | null; params?: Record<string, unknown>; body?: string; headers?: object }
type Account = Parameters<TestApp['account']>

const secrets = new Map<string, Promise<string>>()

/** An account with these settings, created once per name. */
function as(name: string, change: Account[0], key?: Account[1]): () => Promise<Call> {
  return async () => {
    const existing = secrets.get(name) ?? app.account(change, key).then(({ secret }) => secret)
    secrets.set(name, existing)
    return { secret: await existing }
  }
}

const exampleParams = (route: LookupRoute): Record<string, unknown> =>
  (route.method === 'GET' ? route.example.params : route.example.body) as Record<string, unknown>

function call(
  route: LookupRoute,
  { secret = defaultSecret, params, body, headers = {} }: Call,
): Promise<Response> {
  if (route.method === 'POST')
    return app.call(secret, route.path, {
      method: 'POST',
      body: body ?? JSON.stringify({ ...exampleParams(route), ...params }),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...exampleParams(route), ...params }))
    query.set(name, String(value))
  return app.call(secret, `${route.path}?${query}`, { headers: { ...headers } })
}

const keyFor = (route: LookupRoute, why: string) => ({
  'idempotency-key': `${why} ${route.name}`.replaceAll(' ', '-'),
})

/** Reasons that sites, upstream APIs, missing fields (required-fields) or internal errors cause; tested elsewhere. */
const elsewhere = new Set<Reason>([
  'internal',
  'not_found',
  'upstream_failed',
  'upstream_timeout',
  'upstream_blocked',
  'upstream_paced',
  'page_changed',
  'not_configured',
  'fields_missing',
])

const refusals: Partial<Record<Reason, (route: LookupRoute) => Call | Promise<Call>>> = {
  invalid_key: () => ({ secret: null }),
  inactive_key: async () => {
    const account = await app.account()
    await app.admin(`/admin/keys/${account.key.id}`, { method: 'PATCH', body: '{"active":false}' })
    return { secret: account.secret }
  },
  expired_key: as('expired', {}, { expires: '2001-01-01T00:00:00Z' }),
  forbidden: as('scoped', {}, { scopes: ['/v2/usage'] }),
  account_deactivated: as('deactivated', { active: false }),
  rate_limited: async () => {
    const { secret } = await app.account({ rate_limit: { per_minute: 1 } })
    await app.call(secret, '/v2/usage')
    return { secret }
  },
  invalid_parameter: () => ({ params: { max_age: -1 } }),
  malformed_body: () => ({ body: 'odd' }),
  body_too_large: () => ({ body: ' '.repeat(1024 * 1024 + 1) }),
  quota_exceeded: as('no quota', {}, { quotas: { daily: 0 } }),
  credits_exhausted: as('no credits', { bonus_credits: 0 }),
  open_invoices: as('open invoices', { open_invoices: true }),
  idempotency_mismatch: async (route) => {
    const headers = keyFor(route, 'mismatch')
    await call(route, { headers })
    return { headers, params: { soft_fail: true } }
  },
  idempotency_in_progress: async (route) => {
    const headers = keyFor(route, 'in-progress')
    await call(route, { headers })
    // Marks the first request as still running.
    await app.database.pool.query(
      `update idempotency_keys set status = null, recorded_status = null, content_type = null, reason = null, body = null
      where key = $1`,
      [headers['idempotency-key']],
    )
    return { headers }
  },
  idempotency_result_gone: async (route) => {
    const headers = keyFor(route, 'result-gone')
    await call(route, { headers })
    await app.database.pool.query(`update idempotency_keys set body = '' where key = $1`, [
      headers['idempotency-key'],
    ])
    return { headers }
  },
  storage_exceeded: async () => {
    const { slug, secret } = await app.account()
    await app.database.pool.query(
      'insert into stored_bytes (account_id, bytes) select id, 1e12 from accounts where slug = $1',
      [slug],
    )
    return { secret, params: { is_async: true } }
  },
}

test.each(endpoints.map(({ path }) => path))(
  '%s: each declared refusal occurs and costs nothing',
  async (path) => {
    const lookups = app.routes.filter(isLookup).filter((route) => route.path === path)
    expect(lookups).not.toEqual([])
    for (const route of lookups)
      for (const reason of listRefusals(route).filter((refusal) => !elsewhere.has(refusal))) {
        const way = refusals[reason]
        if (!way) throw new Error(`no way is known to ${reason}, which ${route.name} declares`)
        const response = await call(route, await way(route))
        const { error } = (await response.json()) as { error: string }
        expect(response.headers.get('x-error-reason'), `${route.name} ${reason}: ${error}`).toBe(reason)
        expect(response.headers.get('x-credits-used'), `${route.name} ${reason}`).toBe('0')
      }
  },
)
