// A route with which the operator changes something. The change, its row in the admin log and the response stored under
// an Idempotency-Key are one transaction, so a retry never changes anything twice, even after a crash.
//
// A concurrent request with the same key waits for that transaction and gets its response. A response with a secret is
// stored without its body: a retry is refused, and the operator replaces the secret.
import type { Static, TObject, TSchema } from '@quarry/kit/schema'
import type { Pool } from 'pg'
import type { CallRequest } from '../../calls/call-request.ts'
import { hashRequest, type Idempotency, readIdempotency } from '../../calls/idempotency.ts'
import { buildStoredJson } from '../../calls/responses.ts'
import { inTransaction, type Transact } from '../../platform/db/connection.ts'
import { isRefusal, isResultGone, Refusal } from '../../platform/errors.ts'
import { jsonType } from '../../platform/lib/headers.ts'
import { mapValues } from '../../platform/lib/map-values.ts'
import { defaultStatus, type RouteData, type RouteInit, type RouteReply } from '../../platform/route-data.ts'
import { route } from './route.ts'
import { describedReplayHeaders, toReplay } from './shared-schemas.ts'

export type ChangeDeps = { pool: Pool; idempotency: Idempotency }

/** The owner of the operator's idempotency keys; no account has this id. */
export const operatorId = 0

type Input<P extends TObject, B extends TSchema> = {
  params: Static<P>
  body: Static<B>
  actor: string
  /** Runs work in the transaction that also stores the response. */
  transact: Transact
}

type Init<P extends TObject, B extends TSchema, D> = RouteInit<'admin', P, B> &
  Pick<RouteData, 'method' | 'replies'> & {
    headers?: Record<string, string>
    change: (input: Input<P, B>, deps: D) => Promise<object>
  }

const secretNote = 'The secret is not stored: a retry with the same Idempotency-Key is 409.'

export function operatorChange<P extends TObject, B extends TSchema, D>(init: Init<P, B, D>) {
  const { change, headers = {}, refusals = [], replies, ...data } = init
  const hasSecret = init.hasSecret ?? false
  const changing = { name: `${init.method} ${init.path}`, status: defaultStatus(init), hasSecret }
  return route<'admin', P, B, D & ChangeDeps>({
    ...data,
    ...(hasSecret ? { description: [data.description, secretNote].filter(Boolean).join(' ') } : {}),
    isIdempotent: true,
    refusals: ['unprocessable', 'idempotency_result_gone', ...refusals],
    replies: mapValues(replies, (reply) => ({
      ...reply,
      headers: { ...reply.headers, ...(hasSecret ? {} : describedReplayHeaders) },
    })),
    async run({ params, body, actor, request }, deps) {
      const work = (transact: Transact) => change({ params, body, actor, transact }, deps)
      const reply = await changeOnce(deps, changing, request, { params, body }, work)
      return { ...reply, headers: { ...headers, ...reply.headers } }
    },
  })
}

type Changing = { name: string; status: number; hasSecret: boolean }

async function changeOnce(
  { pool, idempotency }: ChangeDeps,
  { name, status, hasSecret }: Changing,
  request: CallRequest,
  parameters: unknown,
  change: (transact: Transact) => Promise<object>,
): Promise<RouteReply> {
  const key = readIdempotency(request)
  const fingerprint = hashRequest(name, parameters)
  const marker = key && { ...key, accountId: operatorId, fingerprint, requestId: request.id }
  return inTransaction(pool, async (client): Promise<RouteReply> => {
    const stored = marker && (await idempotency.take(client, marker).catch(explainGone(hasSecret)))
    if (stored) {
      const replay = toReplay(stored)
      return { ...replay, headers: { ...replay.headers, 'content-type': jsonType } }
    }
    const body = await change((work) => work(client))
    const response = buildStoredJson(status, body)
    if (marker)
      await idempotency.store(client, marker, hasSecret ? { ...response, body: '' } : response, null)
    return { body }
  })
}

/** Replaces the general message, which mentions charges. */
const explainGone = (hasSecret: boolean) => (error: unknown) => {
  if (!isRefusal(error) || !isResultGone(error)) throw error
  const why = hasSecret
    ? 'its secret is stored nowhere: create another one'
    : 'its answer is no longer stored'
  throw new Refusal(
    'idempotency_result_gone',
    `Conflict: the request with this Idempotency-Key was carried out, and ${why}`,
  )
}
