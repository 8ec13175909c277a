// The request log of all accounts, for the operator.
import { accountId } from '../access/accounts.ts'
import type { Database } from '../db/connect.ts'
import { integer, list, nullable, object, optional, text } from '../lib/schema.ts'
import { type CallsPage, type CallsQuery, listCalls as readCalls } from '../log/list-calls.ts'
import { loggedCall } from './admin-schemas.ts'
import { route } from './route.ts'

const listCalls = route({
  name: 'calls',
  method: 'GET',
  path: '/admin/calls',
  access: 'admin',
  tag: 'calls',
  summary: 'The request log',
  description: 'Newest first.',
  // Bounds are told by what reads the log.
  params: object({
    account: optional(text('acme', { description: 'Only calls of this account.' })),
    endpoint: optional(text('/v2/usage', { description: 'Only calls of this path.' })),
    status: optional(integer(404, { description: 'Only calls recorded with this status.' })),
    limit: optional(integer(50, { description: 'How many at most, 1 to 1000; by default 50.' })),
    cursor: optional(text('81', { description: 'The `next_cursor` of the page before.' })),
  }),
  replies: {
    200: {
      description: 'The calls',
      schema: object({ calls: list(loggedCall), next_cursor: nullable(text('81')) }),
    },
  },
  refusals: ['not_found'],
  example: { params: { limit: 50 } },
  run: async ({ params }, parts) => ({ body: await parts.listCalls(params) }),
})

export const callRoutes = [listCalls]

export type ListCalls = (query: Omit<CallsQuery, 'accountId'> & { account?: string }) => Promise<CallsPage>

/** The log, with the account by its name; 404 where there is none. */
export const createListCalls =
  ({ pool, reads }: Pick<Database, 'pool' | 'reads'>): ListCalls =>
  async ({ account, ...query }) =>
    readCalls(
      { pool: reads('operator') },
      account === undefined ? query : { ...query, accountId: await accountId(pool, account) },
    )
