// Batches over HTTP: post one as JSON or NDJSON, follow it, read its results by range, cancel what has not started.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertPermitted, type Caller } from '../access/caller.ts'
import type { Batches } from '../batches/batches.ts'
import type { CallRequest } from '../calls/call-request.ts'
import type { FreeAnswer, FreeRoute, HandleFree } from '../calls/handle-free.ts'
import {
  batchFingerprint,
  type Idempotency,
  readIdempotencyKey,
  type StoredAnswer,
} from '../calls/idempotency.ts'
import type { Offer } from '../calls/offer.ts'
import { type QueryPair, queryParameters } from '../calls/read-query.ts'
import type { Queryable } from '../db/queryable.ts'
import { invalidParameter, Refusal } from '../errors.ts'
import { loopTurns } from '../lib/turns.ts'
import { answer, prefixes, toCallRequest } from './call-routes.ts'
import { readInteger } from './job-routes.ts'
import { readBatchBody } from './read-batch-body.ts'

export type BatchParts = {
  offers: readonly Offer[]
  batches: Batches
  idempotency: Idempotency
}

const maxWaitSeconds = 30
const maxResults = 1_000
const formats = ['json', 'ndjson', 'csv'] as const
const jsonType = 'application/json; charset=utf-8'

export function addBatchRoutes(server: FastifyInstance, handleFree: HandleFree, parts: BatchParts): void {
  const { batches } = parts
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id
  const create: FreeRoute = {
    path: '/v2/batches',
    run: (caller, query, request) => createBatch(parts, caller, query, request),
  }
  const follow = (id: string): FreeRoute => ({
    path: '/v2/batches/{id}',
    async run({ accountId }, query) {
      const wait = readInteger(queryParameters(query), 'wait', 0, maxWaitSeconds, 0)
      return { body: await batches.get(accountId, id, wait * 1000) }
    },
  })
  const results = (id: string): FreeRoute => ({
    path: '/v2/batches/{id}/results',
    async run({ accountId }, query) {
      const { text, contentType, nextFrom } = await batches.results(accountId, id, readRange(query))
      const next = nextFrom === null ? {} : { 'x-next-from': String(nextFrom) }
      return { text, headers: { 'content-type': contentType, ...next } }
    },
  })
  const cancel = (id: string): FreeRoute => ({
    path: '/v2/batches/{id}',
    run: async ({ accountId }) => ({ body: await batches.cancel(accountId, id) }),
  })
  for (const prefix of prefixes) {
    const base = `${prefix}/v2/batches`
    server.post(base, async (request, reply) =>
      answer(reply, await handleFree(create, toCallRequest(request))),
    )
    server.get(`${base}/:id`, async (request, reply) =>
      answer(reply, await handleFree(follow(idOf(request)), toCallRequest(request))),
    )
    server.get(`${base}/:id/results`, async (request, reply) =>
      answer(reply, await handleFree(results(idOf(request)), toCallRequest(request))),
    )
    server.delete(`${base}/:id`, async (request, reply) =>
      answer(reply, await handleFree(cancel(idOf(request)), toCallRequest(request))),
    )
  }
}

async function createBatch(
  { offers, batches, idempotency }: BatchParts,
  caller: Caller,
  query: readonly QueryPair[],
  request: CallRequest,
): Promise<FreeAnswer> {
  const bytes = await request.readBody(caller.accountId)
  const pause = loopTurns.pacer(caller.accountId)
  const asked = await readBatchBody({ query, bytes, contentType: request.contentType }, pause)
  const offer = findOffer(offers, asked.endpoint)
  assertPermitted(caller, offer.endpoint.path, request.address)
  const inputs = readInputs(asked.inputs)
  const key = readIdempotencyKey(request.idempotencyKeys)
  const { id } = request
  const { accountId, keyId } = caller
  const accepted = acceptedAnswer(id, inputs.length)
  let stored: StoredAnswer | null = null
  const marker = key !== null && {
    accountId,
    key,
    fingerprint: await batchFingerprint({ ...asked, inputs }, pause),
    requestId: id,
  }
  const first = async (client: Queryable) => {
    if (marker) stored = await idempotency.take(client, marker, accepted)
    if (stored) throw new Refusal('conflict')
  }
  const batch = { id, accountId, keyId, offer, inputs, webhook: readWebhook(asked.webhook) }
  await batches.create(batch, pause, marker ? first : undefined).catch((thrown: unknown) => {
    if (stored === null) throw thrown
  })
  const { status, body } = stored ?? accepted
  return { status, text: body, ...(stored ? { headers: { 'idempotent-replay': 'true' } } : {}) }
}

const acceptedAnswer = (id: string, total: number): StoredAnswer => ({
  status: 202,
  recordedStatus: 202,
  contentType: jsonType,
  reason: null,
  body: JSON.stringify({
    batch_id: id,
    status: 'running',
    total,
    url: `/v2/batches/${id}`,
    results_url: `/v2/batches/${id}/results`,
  }),
})

function findOffer(offers: readonly Offer[], endpoint: unknown): Offer {
  const path = typeof endpoint === 'string' ? endpoint.replace(/^\/api(?=\/)/, '') : undefined
  const offer = offers.find((candidate) => candidate.endpoint.path === path)
  if (!offer)
    throw invalidParameter('endpoint', `must be the path of a lookup, such as ${offers[0]?.endpoint.path}`)
  return offer
}

function readInputs(inputs: unknown): Record<string, unknown>[] {
  if (!Array.isArray(inputs)) throw invalidParameter('inputs', 'must be an array of objects')
  const odd = inputs.findIndex((input) => typeof input !== 'object' || input === null || Array.isArray(input))
  if (odd !== -1) throw invalidParameter(`inputs[${odd}]`, 'must be an object')
  return inputs
}

function readWebhook(webhook: unknown): string | null {
  if (webhook === undefined || webhook === null) return null
  if (typeof webhook !== 'string' || webhook.length > 2048)
    throw invalidParameter('webhook', 'must be a text of 1 to 2048 characters')
  return webhook
}

function readRange(query: readonly QueryPair[]) {
  const parameters = queryParameters(query)
  const format = parameters.get('format') ?? 'json'
  const known = formats.find((name) => name === format)
  if (!known) throw invalidParameter('format', `must be one of ${formats.join(', ')}`)
  return {
    format: known,
    from: readInteger(parameters, 'from', 0, maxResults, 0),
    limit: readInteger(parameters, 'limit', 1, maxResults, maxResults),
  }
}
