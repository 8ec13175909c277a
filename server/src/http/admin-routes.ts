// The admin API: accounts, credits, keys and the request log, for whoever holds the admin token. It reads and
// checks bodies; what a change means, and its trace in the audit log, is in access/.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { AccountChange, Accounts, NewAccount } from '../access/accounts.ts'
import type { KeyChange, Keys, NewKeyRequest } from '../access/keys.ts'
import { integerPattern } from '../calls/expectation.ts'
import { readBodyObject } from '../calls/read-params.ts'
import { queryParameters, splitQuery } from '../calls/read-query.ts'
import { invalidParameter } from '../errors.ts'
import type { CallsPage, CallsQuery } from '../log/list-calls.ts'
import type { RotateWebhookSecret } from '../webhooks/webhook-secrets.ts'
import type { AdminGate } from './admin-access.ts'
import { schemas } from './admin-schemas.ts'
import { readBody } from './read-body.ts'

export type AdminParts = {
  gate: AdminGate
  accounts: Accounts
  keys: Keys
  listCalls: (query: AdminCallsQuery) => Promise<CallsPage>
  rotateWebhookSecret: RotateWebhookSecret
}

const checkers = new Map(
  Object.entries(schemas).map(([name, schema]) => [name, Compile(schema as TSchema)] as const),
)

export function addAdminRoutes(server: FastifyInstance, parts: AdminParts): void {
  const { gate, accounts, keys, listCalls, rotateWebhookSecret } = parts
  // One token means one actor; the address tells operators apart.
  const actor = (request: FastifyRequest) => `admin ${request.ip}`
  const slugOf = (request: FastifyRequest) => (request.params as { slug: string }).slug
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

  server.register(async (admin) => {
    admin.addHook('onRequest', gate)
    admin.post('/admin/accounts', async (request, reply) => {
      const body = await read<NewAccount>(request, 'newAccount')
      return reply.code(201).send(await accounts.create(body, actor(request)))
    })
    admin.get('/admin/accounts/:slug', (request) => accounts.get(slugOf(request)))
    admin.patch('/admin/accounts/:slug', async (request) =>
      accounts.change(slugOf(request), await read<AccountChange>(request, 'accountChange'), actor(request)),
    )
    admin.post('/admin/accounts/:slug/credits', async (request, reply) => {
      const body = await read<{ credits: number; reason: string }>(request, 'grant')
      return reply.code(201).send(await accounts.grant(slugOf(request), body, actor(request)))
    })
    admin.post('/admin/accounts/:slug/keys', async (request, reply) => {
      const body = await read<NewKeyRequest>(request, 'newKey')
      return reply.code(201).send(await keys.create(slugOf(request), body, actor(request)))
    })
    admin.get('/admin/accounts/:slug/keys', async (request) => ({ keys: await keys.list(slugOf(request)) }))
    admin.patch('/admin/keys/:id', async (request) =>
      keys.change(idOf(request), await read<KeyChange>(request, 'keyChange'), actor(request)),
    )
    admin.post('/admin/keys/:id/rotate', async (request) => {
      const { grace_seconds = 0 } = await read<{ grace_seconds?: number }>(request, 'rotation')
      return keys.rotate(idOf(request), { grace_seconds }, actor(request))
    })
    admin.post('/admin/accounts/:slug/webhook_secret', async (request, reply) => {
      const { grace_seconds = 0 } = await read<{ grace_seconds?: number }>(request, 'rotation')
      const made = await rotateWebhookSecret(slugOf(request), { grace_seconds }, actor(request))
      return reply.code(201).send(made)
    })
    admin.get('/admin/calls', (request) => listCalls(callsQuery(request)))
  })
}

/** No account has this number. */
const operator = 0

async function read<T>(request: FastifyRequest, name: keyof typeof schemas): Promise<T> {
  const bytes = await readBody(request.raw, operator)
  const body = readBodyObject({ contentType: request.headers['content-type'], bytes })
  const problems = checkers.get(name)?.Errors(body) ?? []
  const missing = problems.find((error) => error.keyword === 'required')
  if (missing) {
    const [first] = (missing.params as { requiredProperties: string[] }).requiredProperties
    throw invalidParameter(first ?? 'the body', 'is required')
  }
  const problem = problems.find((error) => error.keyword !== 'additionalProperties')
  if (problem) {
    const field = problem.instancePath.slice(1).replaceAll('/', '.').slice(0, 100) || 'the body'
    throw invalidParameter(
      field,
      problem.keyword === 'boolean' ? 'is not a field of this request' : problem.message,
    )
  }
  return body as T
}

type AdminCallsQuery = Omit<CallsQuery, 'accountId'> & { account?: string }

function callsQuery(request: FastifyRequest): AdminCallsQuery {
  const parameters = queryParameters(splitQuery(request.url.split('?')[1] ?? ''))
  const text = (name: 'account' | 'endpoint' | 'cursor') =>
    parameters.get(name) === undefined ? {} : { [name]: parameters.get(name) }
  const integer = (name: 'status' | 'limit') => {
    const value = parameters.get(name)
    if (value === undefined) return {}
    if (!integerPattern.test(value)) throw invalidParameter(name, 'must be an integer')
    return { [name]: Number(value) }
  }
  return {
    ...text('account'),
    ...text('endpoint'),
    ...text('cursor'),
    ...integer('status'),
    ...integer('limit'),
  }
}
