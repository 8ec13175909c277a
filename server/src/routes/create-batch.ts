// Creates a batch: reads its endpoint and inputs with pauses for the event loop, honours its Idempotency-Key, and accepts
// all inputs or none.
import { invalidParameter } from '@quarry/kit/errors'
import { assertPermitted, type Caller } from '../access/caller.ts'
import type { Batches } from '../batches/batches.ts'
import type { CallRequest } from '../calls/call-request.ts'
import type { First } from '../calls/enqueue.ts'
import { hashBatch, type Idempotency, type StoredAnswer } from '../calls/idempotency.ts'
import { readIdempotency } from '../calls/read-idempotency.ts'
import { splitQuery } from '../calls/read-query.ts'
import { Refusal } from '../errors.ts'
import { createFairSlots, toWaitingAccount } from '../lib/fair-slots.ts'
import { jsonType } from '../lib/json-type.ts'
import { loopTurns } from '../lib/turns.ts'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import type { RouteReply } from '../route-data.ts'
import { readBatchBody } from './read-batch-body.ts'

export type CreateBatchDeps = {
  endpoints: readonly ConfiguredEndpoint[]
  batches: Batches
  idempotency: Idempotency
}

/** A batch in memory takes many times the size of its body, so each account creates one at a time. */
const slots = createFairSlots(1_000)
const bounds = { maxSlots: 4, maxPerAccount: 1 }

export async function createBatch(
  deps: CreateBatchDeps,
  caller: Caller,
  request: CallRequest,
): Promise<RouteReply> {
  const bytes = await request.readBody(caller.accountId)
  const slot = await slots.take({ waiters: toWaitingAccount(String(caller.accountId)), ...bounds })
  if (!slot) throw new Refusal('rate_limited', undefined, 1)
  try {
    return await acceptBatch(deps, caller, request, bytes)
  } finally {
    slot.release()
  }
}

async function acceptBatch(
  { endpoints, batches, idempotency }: CreateBatchDeps,
  caller: Caller,
  request: CallRequest,
  bytes: Buffer,
): Promise<RouteReply> {
  const { accountId, keyId } = caller
  const query = splitQuery(request.rawQuery)
  const pause = loopTurns.pacer(accountId)
  const body = await readBatchBody({ query, bytes, contentType: request.contentType }, pause)
  const configured = findConfigured(endpoints, body.endpoint)
  assertPermitted(caller, configured.endpoint.path, request.address)
  const inputs = readInputs(body.inputs)
  const key = readIdempotency(request)
  const { id } = request
  const accepted = buildAcceptedAnswer(id, inputs.length)
  const marker = key !== null && {
    ...key,
    accountId,
    fingerprint: await hashBatch({ ...body, inputs }, pause),
    requestId: id,
  }
  const first: First | undefined = marker ? (client) => idempotency.take(client, marker, accepted) : undefined
  const batch = { id, accountId, keyId, configured, inputs, webhook: readWebhook(body.webhook) }
  const stored = await batches.create(batch, pause, first)
  const answer = stored ?? accepted
  return {
    status: answer.status,
    text: answer.body,
    ...(stored ? { headers: { 'idempotent-replay': 'true' } } : {}),
  }
}

const buildAcceptedAnswer = (id: string, total: number): StoredAnswer => ({
  status: 202,
  recordedStatus: 202,
  contentType: jsonType,
  reason: null,
  from: null,
  credits: 0,
  body: JSON.stringify({
    batch_id: id,
    status: 'running',
    total,
    url: `/v2/batches/${id}`,
    results_url: `/v2/batches/${id}/results`,
  }),
})

export function findConfigured(
  endpoints: readonly ConfiguredEndpoint[],
  endpoint: unknown,
): ConfiguredEndpoint {
  const path = typeof endpoint === 'string' ? endpoint.replace(/^\/api(?=\/)/, '') : undefined
  const configured = endpoints.find((candidate) => candidate.endpoint.path === path)
  if (!configured)
    throw invalidParameter('endpoint', `must be the path of a lookup, such as ${endpoints[0]?.endpoint.path}`)
  return configured
}

function readInputs(inputs: unknown): Record<string, unknown>[] {
  if (!Array.isArray(inputs)) throw invalidParameter('inputs', 'must be an array of objects')
  const invalidIndex = inputs.findIndex(
    (input) => typeof input !== 'object' || input === null || Array.isArray(input),
  )
  if (invalidIndex !== -1) throw invalidParameter(`inputs[${invalidIndex}]`, 'must be an object')
  return inputs
}

function readWebhook(webhook: unknown): string | null {
  if (webhook === undefined || webhook === null) return null
  if (typeof webhook !== 'string' || webhook.length > 2048)
    throw invalidParameter('webhook', 'must be a text of 1 to 2048 characters')
  return webhook
}
