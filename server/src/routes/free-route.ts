// A route beside the lookups as the free call that it is: its parameters and its body are read behind the gates.
import type { CallRequest } from '../calls/call-request.ts'
import type { FreeRoute } from '../calls/handle-free.ts'
import { usualStatus } from '../route-data.ts'
import type { RouteParts } from './parts.ts'
import { type Params, readRouteBody, readRouteParams } from './read-given.ts'
import type { OwnRoute } from './route.ts'

export const toFreeRoute = (route: OwnRoute, pathParams: Params, parts: RouteParts): FreeRoute => ({
  path: route.path,
  isRead: route.method === 'GET',
  async run(caller, query, asked) {
    route.permit?.(caller)
    const params = readRouteParams(route, pathParams, query)
    const body = await readOptionalBody(route, asked, caller.accountId)
    return {
      status: usualStatus(route),
      ...(await route.run({ caller, params, body, request: asked }, parts)),
    }
  },
})

export const readOptionalBody = async (
  { body, readsBody, maxBodyBytes }: OwnRoute,
  request: CallRequest,
  owner: number,
): Promise<unknown> => (body && !readsBody ? readRouteBody(body, request, owner, maxBodyBytes) : undefined)
