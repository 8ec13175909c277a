// A free call of an account's own data: the same gates and the same log as a lookup, no credits.
import type { Caller } from '../access/caller.ts'
import type { RouteReply } from '../contract/route.ts'
import { toRefusal } from '../errors.ts'
import { type Admission, admit, type Gates } from './admit.ts'
import { refusalAnswer } from './answers.ts'
import { callHeaders } from './call-headers.ts'
import { type Answer, type CallRequest, jsonType } from './call-request.ts'
import { countRefusal } from './count-refusal.ts'
import type { CallParts } from './handle-call.ts'
import { type QueryPair, splitQuery } from './read-query.ts'

export type FreeRoute = {
  /** Names the route in the log. */
  path: string
  run: (caller: Caller, query: readonly QueryPair[], request: CallRequest) => Promise<RouteReply>
}

export type HandleFree = (route: FreeRoute, request: CallRequest) => Promise<Answer>

export function createHandleFree(parts: Gates & Pick<CallParts, 'credits' | 'onFailure'>): HandleFree {
  return async function handleFree(route, request) {
    const startedAt = performance.now()
    const admission: Admission = {}
    const finish = async (
      answer: Answer,
      reason: ReturnType<typeof toRefusal>['reason'] | null,
    ): Promise<Answer> => {
      const { caller, rate } = admission
      const facts = {
        requestId: request.id,
        creditsUsed: 0,
        creditsRemaining: null,
        sourceStatus: null,
        ageSeconds: null,
        rate,
      }
      if (caller)
        await parts.credits
          .record({
            requestId: request.id,
            accountId: caller.accountId,
            keyId: caller.keyId,
            endpoint: route.path,
            params: null,
            recordedStatus: answer.status,
            sentStatus: answer.status,
            reason,
            ms: performance.now() - startedAt,
            clientClosed: request.hasClientGone(),
            jobId: null,
            cacheAgeSeconds: null,
            provider: null,
          })
          .catch((error: unknown) => parts.onFailure(error, request.id, route.path))
      return { ...answer, headers: { ...callHeaders(facts), ...answer.headers } }
    }
    try {
      const query = splitQuery(request.rawQuery)
      const caller = await admit(parts, request, query, null, admission)
      const { status = 200, headers = {}, ...given } = await route.run(caller, query, request)
      const body = 'text' in given ? given.text : JSON.stringify(given.body)
      return await finish({ status, headers: { 'content-type': jsonType, ...headers }, body }, null)
    } catch (thrown) {
      const refusal = countRefusal(parts.refusalLimit, admission, toRefusal(thrown))
      if (refusal.status >= 500) parts.onFailure(thrown, request.id, route.path)
      return finish(refusalAnswer(refusal, {}), refusal.reason)
    }
  }
}
