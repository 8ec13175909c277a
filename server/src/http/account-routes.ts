// The free routes of an account: its usage report and its statistics (spec 4.16, 4.17).
import type { FastifyInstance } from 'fastify'
import type { HandleFree } from '../calls/handle-free.ts'
import { type QueryPair, queryParameters } from '../calls/read-query.ts'
import type { Credits } from '../credits/credits.ts'
import { invalidParameter, Refusal } from '../errors.ts'
import type { GroupBy } from '../log/statistics.ts'
import { answer, prefixes, toCallRequest } from './call-routes.ts'

const groups: readonly GroupBy[] = ['day', 'endpoint', 'key', 'status']

export function addAccountRoutes(server: FastifyInstance, handleFree: HandleFree, credits: Credits): void {
  const usage = {
    path: '/v2/usage',
    run: async (caller: { accountId: number; keyId: string }) => ({ body: await credits.usage(caller) }),
  }
  const statistics = {
    path: '/v2/statistics',
    async run(caller: { accountId: number; statisticsEnabled: boolean }, query: readonly QueryPair[]) {
      if (!caller.statisticsEnabled) throw new Refusal('forbidden')
      return { body: await credits.statistics({ accountId: caller.accountId, ...readStatistics(query) }) }
    },
  }
  for (const prefix of prefixes)
    for (const route of [usage, statistics])
      server.get(prefix + route.path, async (request, reply) =>
        answer(reply, await handleFree(route, toCallRequest(request))),
      )
}

function readStatistics(query: readonly QueryPair[]): { from?: string; to?: string; groupBy: GroupBy } {
  const parameters = queryParameters(query)
  const day = (name: 'from' | 'to') => {
    const text = parameters.get(name)
    if (text === undefined) return {}
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
    if (!isDay || new Date(text).toISOString().slice(0, 10) !== text)
      throw invalidParameter(name, 'must be a date of the form YYYY-MM-DD')
    return { [name]: text }
  }
  const groupBy = (parameters.get('group_by') ?? 'day') as GroupBy
  if (!groups.includes(groupBy)) throw invalidParameter('group_by', `must be one of ${groups.join(', ')}`)
  return { ...day('from'), ...day('to'), groupBy }
}
