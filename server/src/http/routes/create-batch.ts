// Creates a batch from a JSON body: reads its endpoint and inputs with pauses for the event loop, honours its
// Idempotency-Key, and accepts all inputs or none. A file is uploaded instead.
import { invalidParameter } from '@quarry/kit/errors'
import { assertPermitted, type Caller } from '../../accounts/caller.ts'
import { type Batches, maxBatchItems, tooManyInputs } from '../../calls/batches/batches.ts'
import type { CallRequest } from '../../calls/call-request.ts'
import { hashBatch, readIdempotency } from '../../calls/idempotency.ts'
import type { TakeKey } from '../../calls/jobs/enqueue-jobs.ts'
import type { Body } from '../../lookups/read-params.ts'
import { malformedBody, Refusal } from '../../platform/errors.ts'
import { createFairSlots, toWaitingAccount } from '../../platform/lib/fair-slots.ts'
import {
  defaultBounds,
  parseSpan,
  parseStrictJson,
  StrictJsonError,
  splitObject,
} from '../../platform/lib/json.ts'
import { loopSlices, type Pause } from '../../platform/lib/slices.ts'
import { findConfigured } from './read-route-input.ts'
import { toReplay, toReply } from './shared-schemas.ts'
import {
  buildAcceptedResponse,
  findFileType,
  readWebhook,
  type UploadBatchDeps,
  uploadBatch,
} from './upload-batch.ts'

export type CreateBatchDeps = UploadBatchDeps & { batches: Batches }

/** A batch in memory takes many times the size of its body, so each account creates one at a time. */
const slots = createFairSlots(1_000)
const bounds = { maxSlots: 4, maxPerAccount: 1 }

export async function createBatch(deps: CreateBatchDeps, caller: Caller, request: CallRequest) {
  const type = findFileType(request.contentType)
  if (type !== null && request.openBody) return uploadBatch(deps, caller, request, type)
  const bytes = await request.readBody(caller.accountId)
  const slot = await slots.take({ waiters: toWaitingAccount(String(caller.accountId)), ...bounds })
  if (!slot) throw new Refusal('rate_limited', undefined, 1)
  try {
    return await acceptBatch(deps, caller, request, bytes)
  } finally {
    slot.release()
  }
}

async function acceptBatch(deps: CreateBatchDeps, caller: Caller, request: CallRequest, bytes: Buffer) {
  const { endpoints, batches, idempotency } = deps
  const { accountId, keyId } = caller
  const pause = loopSlices.pacer(accountId)
  const body = await readBatchBody({ bytes, contentType: request.contentType }, pause)
  const configured = findConfigured(endpoints, body.endpoint)
  assertPermitted(caller, configured.endpoint.path, request.address)
  const inputs = readInputs(body.inputs)
  const key = readIdempotency(request)
  const { id } = request
  const accepted = buildAcceptedResponse(id, inputs.length)
  const marker = key !== null && {
    ...key,
    accountId,
    fingerprint: await hashBatch({ ...body, inputs }, pause),
    requestId: id,
  }
  const takeKey: TakeKey | undefined = marker
    ? (client) => idempotency.take(client, marker, accepted)
    : undefined
  const batch = { id, accountId, keyId, configured, inputs, webhook: readWebhook(body.webhook) }
  const stored = await batches.create(batch, pause, takeKey)
  return stored ? toReplay(stored) : toReply(accepted)
}

function readInputs(inputs: unknown): Record<string, unknown>[] {
  if (!Array.isArray(inputs)) throw invalidParameter('inputs', 'must be an array of objects')
  const invalidIndex = inputs.findIndex(
    (input) => typeof input !== 'object' || input === null || Array.isArray(input),
  )
  if (invalidIndex !== -1) throw invalidParameter(`inputs[${invalidIndex}]`, 'must be an object')
  return inputs
}

type ParsedBatch = { endpoint: unknown; inputs: unknown; webhook: unknown }

/** In all inputs together; a thousand ordinary inputs have a twentieth of it. */
const maxValues = 50_000

const splitBounds = { one: defaultBounds, maxValues, maxEntries: maxBatchItems }

/**
 * Parses the inputs one by one, with pauses for other requests. A batch with too many inputs is refused before any is
 * parsed.
 */
export async function readBatchBody({ contentType, bytes }: Body, pause: Pause): Promise<ParsedBatch> {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (bytes.length === 0) return { endpoint: undefined, inputs: undefined, webhook: undefined }
  if (type !== 'application/json')
    throw malformedBody(
      'the content type must be application/json, text/csv, application/x-ndjson or multipart/form-data',
    )
  return readObject(bytes, pause).catch((error: unknown) => {
    throw error instanceof StrictJsonError ? malformedBody(error.message) : error
  })
}

async function readObject(bytes: Buffer, pause: Pause): Promise<ParsedBatch> {
  const split = await splitObject(bytes, 'inputs', splitBounds, pause)
  if (split === null) {
    parseStrictJson(bytes)
    throw malformedBody('the body must be a JSON object')
  }
  const { members, entries } = split
  if (entries && entries.length > maxBatchItems) throw tooManyInputs()
  // Unknown members are parsed too: the whole body must be valid JSON.
  const values = new Map<string, unknown>()
  for (const [name, span] of members) {
    await pause()
    values.set(name, parseSpan(bytes, span))
  }
  const inputs: unknown[] = []
  for (const span of entries ?? []) {
    await pause()
    inputs.push(parseSpan(bytes, span))
  }
  return {
    endpoint: values.get('endpoint'),
    inputs: entries ? inputs : values.get('inputs'),
    webhook: values.get('webhook'),
  }
}
