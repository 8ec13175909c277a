// The delivery log of an account's webhooks: list, look at one, have it delivered once more. Free.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FreeRoute, HandleFree } from '../calls/handle-free.ts'
import { type QueryPair, queryParameters } from '../calls/read-query.ts'
import { invalidParameter } from '../errors.ts'
import type { Deliveries, DeliveryState } from '../webhooks/read-deliveries.ts'
import { answer, prefixes, toCallRequest } from './call-routes.ts'
import { readInteger } from './job-routes.ts'

const maxListed = 100
const states: readonly DeliveryState[] = ['pending', 'delivered', 'failed']

export function addWebhookRoutes(
  server: FastifyInstance,
  handleFree: HandleFree,
  deliveries: Deliveries,
): void {
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id
  const list: FreeRoute = {
    path: '/v2/webhooks/deliveries',
    run: async ({ accountId }, query) => ({ body: await deliveries.list(accountId, readList(query)) }),
  }
  const one = (id: string): FreeRoute => ({
    path: '/v2/webhooks/deliveries/{id}',
    run: async ({ accountId }) => ({ body: await deliveries.get(accountId, id) }),
  })
  const redeliver = (id: string): FreeRoute => ({
    path: '/v2/webhooks/deliveries/{id}/redeliver',
    run: async ({ accountId }) => ({ status: 202, body: await deliveries.redeliver(accountId, id) }),
  })
  for (const prefix of prefixes) {
    const base = `${prefix}/v2/webhooks/deliveries`
    server.get(base, async (request, reply) => answer(reply, await handleFree(list, toCallRequest(request))))
    server.get(`${base}/:id`, async (request, reply) =>
      answer(reply, await handleFree(one(idOf(request)), toCallRequest(request))),
    )
    server.post(`${base}/:id/redeliver`, async (request, reply) =>
      answer(reply, await handleFree(redeliver(idOf(request)), toCallRequest(request))),
    )
  }
}

function readList(query: readonly QueryPair[]) {
  const parameters = queryParameters(query)
  const given = parameters.get('status') ?? null
  const state = states.find((name) => name === given) ?? null
  if (given !== null && state === null)
    throw invalidParameter('status', `must be one of ${states.join(', ')}`)
  return {
    state,
    limit: readInteger(parameters, 'limit', 1, maxListed, 20),
    cursor: parameters.get('cursor') ?? null,
  }
}
