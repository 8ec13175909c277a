// The request log of all accounts, for the operator.
import { accountId } from '../access/accounts.ts'
import { list, named, nullable, object, optional, text } from '../lib/schema.ts'
import { listCalls as readCalls } from '../log/list-calls.ts'
import { loggedCall } from './admin-schemas.ts'
import { callFilters, readCallFilters } from './call-filters.ts'
import { route } from './route.ts'

const listCalls = route({
  name: 'calls',
  method: 'GET',
  path: '/admin/calls',
  access: 'admin',
  tag: 'calls',
  summary: 'The request log',
  description: 'Newest first.',
  params: object({
    account: optional(text('acme', { description: 'Only calls of this account.' })),
    ...callFilters,
  }),
  replies: {
    200: {
      description: 'The calls',
      schema: object({ calls: list(loggedCall), next_cursor: nullable(text('81')) }, named('AdminCallPage')),
    },
  },
  refusals: ['not_found'],
  example: { params: { limit: 50 } },
  // With an account the list is its own, in its own order and with its own cursors.
  async run({ params: { account, ...filters } }, { reads }) {
    const pool = reads('operator')
    const of = account === undefined ? {} : { accountId: await accountId(pool, account) }
    return { body: await readCalls({ pool }, { ...readCallFilters(filters), ...of }) }
  },
})

export const callRoutes = [listCalls]
