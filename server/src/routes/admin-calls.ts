// The request log of all accounts, for the operator.
import { list, named, nullable, object, optional, text } from '@quarry/kit/schema'
import { findAccountId } from '../access/accounts.ts'
import { callHistogram } from '../log/call-histogram.ts'
import { listCalls as readCalls } from '../log/list-calls.ts'
import { loggedCall } from './admin-schemas.ts'
import { callFilters, histogram, histogramWords, rangeFilters, readCallFilters } from './call-filters.ts'
import { route } from './route.ts'

const shared = { access: 'admin', tag: 'calls' } as const
const account = optional(text('acme', { description: 'Only calls of this account.' }))

const listCalls = route({
  ...shared,
  name: 'calls',
  method: 'GET',
  path: '/admin/calls',
  summary: 'The request log',
  description: 'Newest first.',
  params: object({ account, ...callFilters }),
  replies: {
    200: {
      description: 'The calls',
      schema: object({ calls: list(loggedCall), next_cursor: nullable(text('81')) }, named('AdminCallPage')),
    },
  },
  refusals: ['not_found'],
  example: { params: { limit: 50 } },
  // With an account the list is its own, in its own order and with its own cursors.
  async run({ params: { account: slug, ...filters } }, { reads }) {
    const pool = reads('operator')
    const of = slug === undefined ? {} : { accountId: await findAccountId(pool, slug) }
    return { body: await readCalls({ pool }, { ...readCallFilters(filters), ...of }) }
  },
})

const showHistogram = route({
  ...shared,
  name: 'all_calls_histogram',
  method: 'GET',
  path: '/admin/calls/histogram',
  summary: 'When the calls were',
  description: histogramWords,
  params: object({ account, ...rangeFilters }),
  replies: { 200: { description: 'The steps, oldest first', schema: histogram } },
  refusals: ['not_found'],
  example: { params: { from: '2026-01-01', to: '2026-01-31' } },
  async run({ params: { account: slug, ...filters } }, { reads }) {
    const pool = reads('operator')
    const of = slug === undefined ? {} : { accountId: await findAccountId(pool, slug) }
    return { body: await callHistogram(pool, { ...readCallFilters(filters), ...of }) }
  },
})

export const callRoutes = [listCalls, showHistogram]
