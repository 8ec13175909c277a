// A free call about an account's own data: it passes the same gates as a lookup and costs no credits. All such calls are
// counted; changes are also logged, with the key that made them.
import type { Caller } from '../accounts/caller.ts'
import { countRefusal } from '../accounts/free-work-limits.ts'
import { toLogProvenance } from '../lookups/lookup-result.ts'
import { type QueryPair, splitQuery } from '../lookups/read-query.ts'
import { type Reason, toRefusal } from '../platform/errors.ts'
import { jsonType } from '../platform/lib/headers.ts'
import type { PreparedBody, RouteReply } from '../platform/route-data.ts'
import { admit, type Gates } from './admit.ts'
import type { CallRequest, CallResponse } from './call-request.ts'
import type { CallDeps } from './handle-call.ts'
import { buildHeaders, buildRefusalResponse } from './responses.ts'

export type FreeRoute = {
  /** The name of the route in the log and in metrics. */
  path: string
  /** Decision: a read is counted but not logged, so that polling does not fill the account's log. */
  isRead: boolean
  run: (caller: Caller, query: readonly QueryPair[], request: CallRequest) => Promise<RouteReply>
}

export type HandleFree = (route: FreeRoute, request: CallRequest) => Promise<CallResponse>

type FreeDeps = Gates & Pick<CallDeps, 'requestLog' | 'onFailure' | 'onCall'>

export const createHandleFree =
  (deps: FreeDeps): HandleFree =>
  async (route, request) => {
    const startedAt = performance.now()
    const query = splitQuery(request.rawQuery)
    const admission = await admit(deps, request, query, null)
    const { caller, rate } = admission
    const { response, reason } =
      caller === null || admission.thrown !== null
        ? refuse(deps, route.path, request.id, caller, admission.thrown)
        : await run(deps, route, caller, query, request)
    if (caller !== null) await logCall(deps, route, request, caller, { response, reason, startedAt })
    return { ...response, headers: { ...buildHeaders(request.id, rate), ...response.headers } }
  }

async function run(
  deps: FreeDeps,
  route: FreeRoute,
  caller: Caller,
  query: readonly QueryPair[],
  request: CallRequest,
): Promise<Ended> {
  try {
    const { status = 200, headers = {}, ...content } = await route.run(caller, query, request)
    const response = { status, headers: { 'content-type': jsonType, ...headers }, body: '' }
    if ('stream' in content) return { response: { ...response, stream: content.stream }, reason: null }
    return { response: { ...response, body: toBody(content) }, reason: null }
  } catch (thrown) {
    return refuse(deps, route.path, request.id, caller, thrown)
  }
}

function refuse(deps: FreeDeps, path: string, id: string, caller: Caller | null, thrown: unknown): Ended {
  const refusal = countRefusal(deps.refusalLimit, caller, toRefusal(thrown))
  if (refusal.status >= 500) deps.onFailure(thrown, id, path)
  return { response: buildRefusalResponse(refusal, {}), reason: refusal.reason }
}

async function logCall(
  { requestLog, onFailure, onCall }: FreeDeps,
  { path, isRead }: FreeRoute,
  request: CallRequest,
  { accountId, keyId }: Caller,
  { response, reason, startedAt }: Ended & { startedAt: number },
): Promise<void> {
  const ms = performance.now() - startedAt
  onCall(path, response.status, 0, ms)
  if (isRead) return
  const log = {
    requestId: request.id,
    accountId,
    keyId,
    endpoint: path,
    params: null,
    recordedStatus: response.status,
    sentStatus: response.status,
    reason,
    ms,
    clientClosed: request.hasClientGone(),
    jobId: null,
    cacheAgeSeconds: null,
    ...toLogProvenance(null),
  }
  await requestLog.record(log).catch((error: unknown) => onFailure(error, request.id, path))
}

type Ended = { response: CallResponse; reason: Reason | null }

function toBody(
  content: { text: string | Buffer } | { prepared: PreparedBody } | { body: unknown },
): string | Buffer {
  if ('text' in content) return content.text
  return 'prepared' in content ? content.prepared.bodies.identity : JSON.stringify(content.body)
}
