// Compares the route list with the server made from it: no other route is served, each example gets a documented
// response, and each declared refusal occurs.
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Compile } from '@quarry/kit/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDocsAssets } from '../../src/http/docs/docs-routes.ts'
import type { Route } from '../../src/http/routes/create-routes.ts'
import { isLookup, type LookupRoute, listPaths, listRefusals } from '../../src/http/routes/route.ts'
import type { Reason } from '../../src/platform/errors.ts'
import { pathNames } from '../../src/platform/route-data.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { eventPath, readJobId, requestJob, waitForEnd, waitUntil } from '../support/jobs.ts'

type Json = Record<string, unknown>
type Account = Awaited<ReturnType<TestApp['account']>>
type Call = {
  on?: TestApp
  secret?: string | null
  params?: Json
  body?: string
  headers?: Record<string, string>
}

let app: TestApp
/** Accepts jobs and runs none, so that they stay queued; allows no event streams. */
let idle: TestApp
let receiver: Server
let caller: Account
/** Has a key with the manage permission, and everything else that an account can have. */
let manager: Account
let idleCaller: Account
beforeAll(async () => {
  const env = { QUARRY_CONTACT: 'ops@quarry.example' }
  app = await startApp({ config: { webhooks: { allowPrivate: true } }, env })
  idle = await startApp({ config: { role: 'api' }, tuning: { maxStreams: 0 } })
  receiver = createServer((_request, response) => void response.end())
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  caller = await app.account({ statistics_enabled: true })
  manager = await app.account({ statistics_enabled: true }, { permissions: ['manage'] })
  idleCaller = await idle.account()
})
afterAll(async () => {
  await app.close()
  await idle.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const console = { 'x-quarry-console': '1' }
type OwnRoute = Exclude<Route, LookupRoute>

const listOwnRoutes = () => app.routes.filter((route): route is OwnRoute => !isLookup(route))

/** Calls the route with its example and the given changes. */
function call(
  route: OwnRoute,
  { on = app, secret, params = {}, body, headers = {} }: Call,
): Promise<Response> {
  const allParams: Json = { ...route.example.params, ...params }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(allParams[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(allParams))
    if (!pathNames(route.path).includes(name)) query.set(name, String(value))
  const content = body ?? (route.body ? JSON.stringify(route.example.body) : undefined)
  const init = {
    method: route.method,
    ...(content === undefined ? {} : { body: content }),
    headers: { ...(content === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  }
  if (route.access === 'admin' && secret !== null) return on.admin(`${path}?${query}`, init)
  const own = route.tag === 'keys' ? manager : caller
  const key = secret === undefined && route.access === 'key' ? own.secret : (secret ?? null)
  return on.call(key, `${path}?${query}`, init)
}

const post = async (on: TestApp, { secret }: Account, inputs: Json[]): Promise<string> => {
  const body = JSON.stringify({ endpoint: eventPath, inputs })
  const headers = { 'content-type': 'application/json' }
  const response = await on.call(secret, '/v2/batches', { method: 'POST', body, headers })
  expect(response.status).toBe(202)
  return ((await response.json()) as { batch_id: string }).batch_id
}
const endedJob = async (): Promise<Call> => {
  const id = await readJobId(await requestJob(app, caller.secret))
  await waitForEnd(app, caller.secret, id)
  return { params: { id } }
}
const endedBatch = async (): Promise<Call> => {
  const id = await post(app, caller, [{ query: '1000000000017' }])
  await waitUntil(async () => {
    const batch = (await (await app.call(caller.secret, `/v2/batches/${id}?wait=30`)).json()) as Json
    return batch.status === 'completed'
  })
  return { params: { id } }
}
const createWatch = async (): Promise<Call> => {
  const response = await app.call(caller.secret, '/v2/watches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: eventPath, params: { query: '1000000000017' }, every: 3600 }),
  })
  return { params: { id: ((await response.json()) as { watch_id: string }).watch_id } }
}
const queued = async (id: string): Promise<Call> => ({ on: idle, secret: idleCaller.secret, params: { id } })
const delivery = async (): Promise<Call> => {
  await app.admin(`/admin/accounts/${caller.slug}/webhook_secret`, { method: 'POST' })
  const url = receiverUrl()
  await waitForEnd(
    app,
    caller.secret,
    await readJobId(await requestJob(app, caller.secret, undefined, `&webhook=${url}`)),
  )
  const list = await (await app.call(caller.secret, '/v2/webhooks/deliveries')).json()
  return { params: { id: (list as { deliveries: Json[] }).deliveries[0]?.delivery_id } }
}
const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
const ofAccount = async (): Promise<Call> => ({ params: { slug: caller.slug } })
let ownKeys = 0
const ownKey = async (): Promise<Call> => {
  ownKeys += 1
  const made = await app.admin(`/admin/accounts/${manager.slug}/keys`, {
    method: 'POST',
    body: JSON.stringify({ alias: `own ${ownKeys}` }),
  })
  return { params: { id: ((await made.json()) as { id: string }).id } }
}
const ofKey = async (): Promise<Call> => ({ params: { id: (await app.account()).key.id } })

/** Creates the objects whose ids an example needs. */
const subjects: Record<string, () => Promise<Call>> = {
  job: endedJob,
  receipt: async () => {
    const response = await app.call(caller.secret, `${eventPath}?query=1000000000017`)
    return { params: { request_id: response.headers.get('x-request-id') } }
  },
  cancel_job: async () => queued(await readJobId(await requestJob(idle, idleCaller.secret))),
  batch: endedBatch,
  batch_results: endedBatch,
  cancel_batch: async () => queued(await post(idle, idleCaller, [{ query: '1000000000017' }])),
  watch: createWatch,
  watch_history: createWatch,
  change_watch: createWatch,
  delete_watch: createWatch,
  deliveries: delivery,
  delivery,
  redeliver: delivery,
  test_webhook: async () => {
    await app.admin(`/admin/accounts/${caller.slug}/webhook_secret`, { method: 'POST' })
    return { body: JSON.stringify({ url: receiverUrl() }) }
  },
  kept_page: async () => {
    const home = join(app.dataDir, 'diagnosis', eventPath.replace('/v2/', '').replaceAll('/', '_'), 'sandbox')
    await mkdir(home, { recursive: true })
    const note = { why: 'odd', url: null, status: null, content_type: null }
    await writeFile(join(home, '2031-01-31T12-00-00.000Z.json'), JSON.stringify(note))
    const { pages } = (await (await app.admin('/admin/pages')).json()) as { pages: Json[] }
    return { params: { id: pages[0]?.page_id } }
  },
  source: async () => ({ params: { source: eventPath.split('/')[2] } }),
  sign_in: async () => ({ headers: console, body: JSON.stringify({ secret: caller.secret }) }),
  sign_out: async () => ({ headers: console }),
  account: ofAccount,
  change_account: ofAccount,
  grant_credits: ofAccount,
  make_webhook_secret: ofAccount,
  create_key: async () => ({ params: { slug: caller.slug }, body: '{"alias":"another"}' }),
  keys: ofAccount,
  change_own_key: ownKey,
  rotate_own_key: ownKey,
  change_key: ofKey,
  rotate_key: ofKey,
}

test('only listed routes are served, except reference and console pages, downloads and MCP', () => {
  const listed = app.routes.flatMap((route) =>
    listPaths(route).flatMap((path) =>
      [route.method, ...(route.hasHead ? ['HEAD'] : [])].map(
        (method) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    ),
  )
  const reference = ['/docs', ...listDocsAssets().map((name) => `/docs/${name}`)]
  const ofConsole = ['/', '/console', '/console/', '/console/:view', '/console/assets/:name', '/status']
  const pages = [...reference, ...ofConsole].map((path) => `GET ${path}`)
  const downloads = ['GET', 'HEAD'].map((method) => `${method} /downloads/:name`)
  const tools = ['DELETE', 'GET', 'POST'].map((method) => `${method} /mcp`)
  expect(app.servedPaths().sort()).toEqual([...listed, ...pages, ...downloads, ...tools].sort())
})

test('every route has a unique name, and a subject if its path needs one', () => {
  const names = app.routes.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, path } of listOwnRoutes())
    if (pathNames(path).length > 0) expect(subjects, name).toHaveProperty(name)
})

test('responses stored under an idempotency key contain no secret', () => {
  const stored = app.routes.filter(({ isIdempotent }) => isIdempotent)
  expect(stored.length).toBeGreaterThan(10)
  for (const { name, replies, hasSecret = false } of stored)
    expect([name, /"secret"/.test(JSON.stringify(replies))]).toEqual([name, hasSecret])
})

test('each route is described once, and each JSON response schema has a name', async () => {
  type Operation = {
    operationId: string
    responses: Record<string, { content?: Record<string, { schema: Json }> }>
  }
  const documents = [await app.call(null, '/openapi.json'), await app.admin('/admin/openapi.json')]
  const described: string[] = []
  for (const document of documents) {
    const { paths } = (await document.json()) as { paths: Record<string, Record<string, Operation>> }
    for (const { operationId, responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
      described.push(operationId)
      const schema = responses['200']?.content?.['application/json']?.schema
      if (schema) expect(schema, operationId).toHaveProperty('$ref')
    }
  }
  // Open routes are in both documents; pages and files are not in the route list.
  const names = [...app.routes.map(({ name }) => name), 'docs', 'download']
  expect([...new Set(described)].sort()).toEqual(names.sort())
})

// The server itself checks a lookup's record against its schema before it is billed; openapi.test.ts calls its
// example.
test('each example gets a response that its route documents', async () => {
  for (const route of listOwnRoutes()) {
    const response = await call(route, (await subjects[route.name]?.()) ?? {})
    const reply = route.replies[response.status]
    if (reply?.events) {
      expect(response.headers.get('content-type'), route.name).toMatch(/^text\/event-stream\b/)
      await response.body?.cancel()
      continue
    }
    const text = await response.text()
    expect(reply, `${route.name}: ${response.status} ${text.slice(0, 300)}`).toBeDefined()
    expect(response.status).toBeLessThan(300)
    if (reply?.schema === undefined) continue
    const problems = Compile(reply.schema).Errors(JSON.parse(text))
    expect(problems, `${route.name}: ${text.slice(0, 300)}`).toEqual([])
    for (const name of ['x-request-id', 'x-credits-used'])
      if (route.access === 'key') expect(response.headers.get(name), `${route.name} ${name}`).not.toBeNull()
  }
})

/** A call that works each time, for routes with an idempotency key. */
async function repeatableCall({ name }: OwnRoute): Promise<Call> {
  const unique = randomUUID().slice(0, 8)
  if (name === 'create_account') return { body: JSON.stringify({ slug: unique, name: 'New' }) }
  const subject = (await subjects[name]?.()) ?? {}
  return name === 'create_key' ? { ...subject, body: JSON.stringify({ alias: unique }) } : subject
}

const accounts = new Map<string, Promise<Account>>()
const getAccount = (name: string, make: () => Promise<Account>): Promise<Account> => {
  const known = accounts.get(name) ?? make()
  accounts.set(name, known)
  return known
}
const as =
  (name: string, ...made: Parameters<TestApp['account']>) =>
  async (route: OwnRoute): Promise<Call> => {
    const [account, key = {}] = made
    if (route.tag !== 'keys') return { secret: (await getAccount(name, () => app.account(...made))).secret }
    const managing = () => app.account(account, { ...key, permissions: ['manage'] })
    return { secret: (await getAccount(`${name} manager`, managing)).secret }
  }

const oddValue = ({ path, params, body, access }: OwnRoute): Call => {
  if (access === 'admin') return { params: { odd: '1' } }
  if (body) return { body: '{"odd_field":1}' }
  const properties = Object.entries(params.properties as Record<string, { type?: unknown; enum?: unknown }>)
  const [name] =
    properties.find(
      ([one, { type, enum: values }]) =>
        !pathNames(path).includes(one) && (['integer', 'boolean'].includes(String(type)) || values),
    ) ?? []
  // A string parameter with a fixed set of meanings.
  const wrong = name ?? properties.find(([one]) => one === 'group_by')?.[0]
  if (wrong === undefined) throw new Error(`${path} has no parameter that can be wrong`)
  return { params: { [wrong]: 'odd' } }
}

/** Bodies with an impossible value; `grace_seconds` for the other routes. */
const unprocessable: Record<string, Json> = {
  create_own_key: { alias: ' ' },
  change_own_key: { alias: ' ' },
  create_account: { slug: 'Not A Slug', name: 'New' },
  change_account: { period_days: 0 },
  grant_credits: { credits: 0, reason: 'none' },
  create_key: { alias: ' ' },
  change_key: { alias: ' ' },
}

/** How to provoke each refusal. Refusals by internal errors are tested where such errors are injected. */
const refusals: Partial<Record<Reason, (route: OwnRoute) => Call | Promise<Call>>> = {
  invalid_key: () => ({ secret: null }),
  inactive_key: async () => {
    const account = await getAccount('inactive', () => app.account())
    await app.admin(`/admin/keys/${account.key.id}`, { method: 'PATCH', body: '{"active":false}' })
    return { secret: account.secret }
  },
  expired_key: as('expired', {}, { expires: '2001-01-01T00:00:00Z' }),
  forbidden: as('elsewhere', { statistics_enabled: true }, { allowed_ips: ['10.0.0.0/8'] }),
  account_deactivated: as('deactivated', { active: false }),
  rate_limited: async ({ access }) => {
    if (access === 'admin') return { on: idle }
    const { secret } = await getAccount('limited', () =>
      app.account({ rate_limit: { per_minute: 1 } }, { permissions: ['manage'] }),
    )
    await app.call(secret, '/v2/usage')
    return { secret }
  },
  invalid_parameter: oddValue,
  // This server has no contact configured.
  unknown_route: () => ({ on: idle }),
  malformed_body: () => ({ body: 'odd' }),
  body_too_large: () => ({ body: ' '.repeat(1024 * 1024 + 1) }),
  not_found: ({ name, path }) =>
    ['calls', 'all_calls_histogram', 'all_jobs', 'all_batches', 'all_deliveries'].includes(name)
      ? { params: { account: 'nobody' } }
      : { params: Object.fromEntries(pathNames(path).map((one) => [one, randomUUID()])) },
  conflict: async ({ name }) => {
    if (name === 'create_account') return { body: JSON.stringify({ slug: caller.slug, name: 'Again' }) }
    if (name === 'create_key') return { params: { slug: caller.slug }, body: '{"alias":"main"}' }
    if (name === 'create_own_key') return { body: '{"alias":"main"}' }
    if (name === 'change_own_key') return { ...(await ownKey()), body: '{"alias":"main"}' }
    if (name === 'change_key') {
      const another = { method: 'POST', body: '{"alias":"taken"}' }
      await app.admin(`/admin/accounts/${manager.slug}/keys`, another)
      return { ...(await ownKey()), body: '{"alias":"taken"}' }
    }
    if (name === 'change_watch') {
      const call = await createWatch()
      await app.database.pool.query(`update watches set state = 'ended', next_at = null where id = $1`, [
        call.params?.id,
      ])
      return call
    }
    return name === 'cancel_job' ? endedJob() : endedBatch()
  },
  unprocessable: async ({ name, access }) => {
    const body = JSON.stringify(unprocessable[name] ?? { grace_seconds: -1 })
    return access === 'admin' ? { ...(await subjects[name]?.()), body } : { body }
  },
  quota_exceeded: as('no quota', {}, { quotas: { daily: 0 } }),
  credits_exhausted: as('no credits', { bonus_credits: 0 }),
  open_invoices: as('open invoices', { open_invoices: true }),
  idempotency_mismatch: async (route) => {
    const headers = { 'idempotency-key': `mismatch-${route.name}` }
    await call(route, { ...(await repeatableCall(route)), headers })
    if (route.access === 'admin') {
      const other = await repeatableCall(route)
      const slug = pathNames(route.path).includes('slug') ? { slug: manager.slug } : {}
      return { ...other, params: { ...other.params, ...slug }, headers }
    }
    const rest =
      route.name === 'create_watch' ? { params: { query: '1' }, every: 3600 } : { inputs: [{ query: '1' }] }
    return { headers, body: JSON.stringify({ endpoint: eventPath, ...rest }) }
  },
  idempotency_in_progress: async (route) => {
    const headers = { 'idempotency-key': `in-progress-${route.name}` }
    const repeated = await repeatableCall(route)
    await call(route, { ...repeated, headers })
    // Marks the first request as still running.
    await app.database.pool.query(
      `update idempotency_keys set status = null, recorded_status = null, content_type = null, reason = null, body = null
      where key like 'in-progress-%'`,
    )
    return { ...repeated, headers }
  },
  result_expired: async () => {
    const job = await endedJob()
    await app.database.pool.query('update jobs set expires = now(), result_until = now() where id = $1', [
      job.params?.id,
    ])
    return job
  },
  idempotency_result_gone: async (route) => {
    const headers = { 'idempotency-key': `result-gone-${route.name}` }
    const repeated = await repeatableCall(route)
    await call(route, { ...repeated, headers })
    await app.database.pool.query(`update idempotency_keys set body = '' where key = $1`, [
      headers['idempotency-key'],
    ])
    return { ...repeated, headers }
  },
  storage_exceeded: async () => {
    const full = await getAccount('full', () => app.account())
    await app.database.pool.query(
      'insert into stored_bytes (account_id, bytes) select id, 1e12 from accounts where slug = $1',
      [full.slug],
    )
    return { secret: full.secret }
  },
}

/** A sign-in is refused for the secret in its body, as calls are for the key in their header. */
async function signingIn(reason: Reason, route: OwnRoute): Promise<Call> {
  if (reason === 'forbidden') return {}
  if (reason === 'rate_limited') {
    const body = JSON.stringify({ secret: caller.secret })
    for (let n = 0; n < 30; n += 1) await call(route, { headers: console, body })
    return { headers: console, body }
  }
  const { secret, ...given } = (await refusals[reason]?.(route)) ?? {}
  const body = given.body ?? JSON.stringify({ secret: secret ?? 'wrong' })
  return { ...given, headers: console, ...(route.body ? { body } : {}) }
}

test('each refusal that a route declares occurs', async () => {
  for (const route of listOwnRoutes())
    for (const reason of listRefusals(route).filter((refusal) => refusal !== 'internal')) {
      const provoke = refusals[reason]
      if (!provoke) throw new Error(`no call is known for ${reason}, which ${route.name} declares`)
      const request = route.tag === 'session' ? await signingIn(reason, route) : await provoke(route)
      const response = await call(route, request)
      await response.text()
      expect(response.headers.get('x-error-reason'), `${route.name} ${reason}`).toBe(reason)
    }
})
