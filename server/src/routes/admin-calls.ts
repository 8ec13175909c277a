// The request log of all accounts, for the operator.
import { object, optional, text } from '@quarry/kit/schema'
import { findAccountId } from '../access/accounts.ts'
import type { Queryable } from '../db/statement.ts'
import { readHistogram } from '../log/call-histogram.ts'
import { listCalls as readCalls } from '../log/list-calls.ts'
import { loggedCall } from './admin-schemas.ts'
import {
  type CallLogDeps,
  callFilters,
  histogram,
  histogramDescription,
  rangeFilters,
  readCallFilters,
} from './call-filters.ts'
import { route } from './route.ts'
import { describePage } from './shared-schemas.ts'

const shared = { access: 'admin', tag: 'calls', refusals: ['not_found'] } as const
const account = optional(text('acme', { description: 'Only calls of this account.' }))

/** Finds the account to filter by; no filter without a slug. */
const readAccountFilter = async (pool: Queryable, slug: string | undefined) =>
  slug === undefined ? {} : { accountId: await findAccountId(pool, slug) }

const listCalls = route({
  ...shared,
  name: 'calls',
  path: '/admin/calls',
  summary: 'List the request log',
  description: 'Newest first.',
  params: object({ account, ...callFilters }),
  replies: {
    200: { description: 'The calls', schema: describePage('calls', loggedCall, 'AdminCallPage', '81') },
  },
  example: { params: { limit: 50 } },
  async run({ params: { account: slug, ...filters } }, { reads }: CallLogDeps) {
    const pool = reads('operator')
    return {
      body: await readCalls(
        { pool },
        { ...readCallFilters(filters), ...(await readAccountFilter(pool, slug)) },
      ),
    }
  },
})

const showHistogram = route({
  ...shared,
  name: 'all_calls_histogram',
  path: '/admin/calls/histogram',
  summary: 'Count the calls over time',
  description: histogramDescription,
  params: object({ account, ...rangeFilters }),
  replies: { 200: { description: 'The steps, oldest first', schema: histogram } },
  example: { params: { from: '2026-01-01', to: '2026-01-31' } },
  async run({ params: { account: slug, ...filters } }, { reads }: CallLogDeps) {
    const pool = reads('operator')
    return {
      body: await readHistogram(pool, {
        ...readCallFilters(filters),
        ...(await readAccountFilter(pool, slug)),
      }),
    }
  },
})

export const callRoutes = [listCalls, showHistogram]
