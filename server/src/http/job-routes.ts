// Jobs over HTTP: poll one (with or without waiting), list the account's own, cancel one that is queued. Free,
// under every spelling of the path.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import { integerPattern } from '../calls/expectation.ts'
import type { FreeRoute, HandleFree } from '../calls/handle-free.ts'
import { type QueryPair, type QueryParameters, queryParameters } from '../calls/read-query.ts'
import { invalidParameter } from '../errors.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type JobRow, jobText } from '../jobs/read-jobs.ts'
import { answer, prefixes, toCallRequest } from './call-routes.ts'

const maxWaitSeconds = 30
const maxListed = 100
const states: readonly JobRow['state'][] = ['queued', 'running', 'completed', 'failed']

export function addJobRoutes(server: FastifyInstance, handleFree: HandleFree, jobs: Jobs): void {
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id
  const shown = (row: JobRow) => ({
    text: jobText(row),
    ...(row.state === 'failed' && row.reason !== null ? { headers: { 'x-error-reason': row.reason } } : {}),
  })
  const poll = (id: string): FreeRoute => ({
    path: '/jobs/{id}',
    run: async ({ accountId }, query) => shown(await jobs.get(accountId, id, readWait(query) * 1000)),
  })
  const cancel = (id: string): FreeRoute => ({
    path: '/jobs/{id}',
    run: async ({ accountId }) => shown(await jobs.cancel(accountId, id)),
  })
  const list: FreeRoute = {
    path: '/v2/jobs',
    run: async ({ accountId }: Caller, query) => ({ body: await jobs.list(accountId, readList(query)) }),
  }
  for (const prefix of prefixes) {
    for (const path of ['/jobs/:id', '/v2/jobs/:id']) {
      server.get(prefix + path, async (request, reply) =>
        answer(reply, await handleFree(poll(idOf(request)), toCallRequest(request))),
      )
      server.delete(prefix + path, async (request, reply) =>
        answer(reply, await handleFree(cancel(idOf(request)), toCallRequest(request))),
      )
    }
    for (const path of ['/jobs', '/v2/jobs'])
      server.get(prefix + path, async (request, reply) =>
        answer(reply, await handleFree(list, toCallRequest(request))),
      )
  }
}

function readWait(query: readonly QueryPair[]): number {
  return readInteger(queryParameters(query), 'wait', 0, maxWaitSeconds, 0)
}

function readList(query: readonly QueryPair[]) {
  const parameters = queryParameters(query)
  const state = (parameters.get('state') ?? null) as JobRow['state'] | null
  if (state !== null && !states.includes(state))
    throw invalidParameter('state', `must be one of ${states.join(', ')}`)
  return {
    state,
    limit: readInteger(parameters, 'limit', 1, maxListed, 20),
    cursor: parameters.get('cursor') ?? null,
  }
}

export function readInteger(
  parameters: QueryParameters,
  name: string,
  least: number,
  most: number,
  fallback: number,
): number {
  const text = parameters.get(name)
  if (text === undefined) return fallback
  const value = Number(text)
  if (!integerPattern.test(text) || value < least || value > most)
    throw invalidParameter(name, `must be an integer from ${least} to ${most}`)
  return value
}
