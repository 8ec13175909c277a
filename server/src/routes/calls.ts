// The request log of the calling account and of all accounts, and the receipt of one call. A key with scopes sees its
// own calls only.
import { integer, list, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { findAccountId } from '../access/accounts.ts'
import { toKeyFilter } from '../access/reach.ts'
import type { Queryable } from '../db/statement.ts'
import { Refusal } from '../errors.ts'
import { readHistogram } from '../log/call-histogram.ts'
import { toCallsCsv } from '../log/call-view.ts'
import { listCalls } from '../log/list-calls.ts'
import { readReceipt } from '../log/receipt.ts'
import { loggedCall } from './admin-schemas.ts'
import {
  type CallLogDeps,
  callFilters,
  histogram,
  histogramDescription,
  rangeFilters,
  toCallsQuery,
} from './call-filters.ts'
import { route } from './route.ts'
import { describeId, describeList, moment, uuid } from './shared-schemas.ts'

const shared = { access: 'key', tag: 'calls' } as const
const listExample = { exampleCursor: '81', exampleLimit: 50 }
const ownPage = describeList('calls', loggedCall, 'CallPage', listExample)
const describedHistogram = {
  replies: { 200: { description: 'The steps, oldest first', schema: histogram } },
  example: { params: { from: '2026-01-01', to: '2026-01-31' } },
}

const ownCalls = route({
  ...shared,
  name: 'own_calls',
  path: '/v2/calls',
  summary: 'List the calls of your account',
  description:
    'Newest first, filtered. One page searches at most 50,000 calls; `next_cursor` (in CSV the header `x-next-cursor`) continues from there. A key with scopes sees its own calls only. Free.',
  params: object({
    ...callFilters,
    format: optional(oneOf(['json', 'csv'], { description: 'Output format; by default json.' })),
  }),
  ...ownPage,
  replies: {
    200: {
      ...ownPage.replies[200],
      headers: { 'x-next-cursor': 'In CSV: the `next_cursor`; absent on the last page' },
      also: { 'text/csv': 'request_id,at,account\r\n' },
    },
  },
  async run({ caller, params: { format, ...filters } }, { reads }: CallLogDeps) {
    const { accountId } = caller
    const query = { ...toCallsQuery(filters), ...toKeyFilter(caller), accountId }
    const page = await listCalls({ pool: reads(accountId) }, query)
    if (format !== 'csv') return { body: page }
    const next = page.next_cursor === null ? {} : { 'x-next-cursor': page.next_cursor }
    return { text: toCallsCsv(page.calls), headers: { 'content-type': 'text/csv; charset=utf-8', ...next } }
  },
})

const ownHistogram = route({
  ...shared,
  name: 'call_histogram',
  path: '/v2/calls/histogram',
  summary: 'Count the calls of your account over time',
  description: `${histogramDescription} A key with scopes sees its own calls only. Free.`,
  params: object(rangeFilters),
  ...describedHistogram,
  async run({ caller, params }, { reads }: CallLogDeps) {
    const { accountId } = caller
    const query = { ...toCallsQuery(params), ...toKeyFilter(caller), accountId }
    return { body: await readHistogram(reads(accountId), query) }
  },
})

const amounts = { credits: integer(1), subscription: integer(0), bonus: integer(1) }
const receipt = object(
  {
    request_id: uuid(),
    price: nullable(integer(1, { description: 'Credits that an answer costs.' })),
    provider: nullable(text('site')),
    timings: object({
      received: nullable(moment()),
      at: nullable(moment()),
      ms: nullable(integer(42)),
    }),
    hold: nullable(object({ ...amounts, created_at: moment() })),
    settlement: object(amounts),
    ledger: list(
      object({
        at: moment(),
        fund: oneOf(['subscription', 'bonus']),
        entry: oneOf(['grant', 'charge', 'expire']),
        credits: integer(1),
      }),
    ),
    calls: list(loggedCall),
  },
  named('Receipt'),
)

const ownCall = route({
  ...shared,
  name: 'receipt',
  path: '/v2/calls/{request_id}',
  summary: 'Read the receipt of a call',
  description:
    'The credits held and charged, from which fund, the provider, and the log rows of the call. A job has one row for its 202 and one for its end. Free.',
  params: object({ request_id: describeId('request') }),
  replies: { 200: { description: 'The receipt', schema: receipt } },
  async run({ caller, params }, { reads }: CallLogDeps) {
    const { accountId } = caller
    const found = await readReceipt(reads(accountId), accountId, params.request_id, toKeyFilter(caller).keyId)
    if (found === null) throw new Refusal('not_found')
    return { body: found }
  },
})

export const ownCallRoutes = [ownCalls, ownHistogram, ownCall]

const allShared = { access: 'admin', tag: 'calls', refusals: ['not_found'] } as const
const account = optional(text('acme', { description: 'Only calls of this account.' }))

/** Finds the account to filter by; no filter without a slug. */
const readAccountFilter = async (pool: Queryable, slug: string | undefined) =>
  slug === undefined ? {} : { accountId: await findAccountId(pool, slug) }

const allCalls = route({
  ...allShared,
  name: 'calls',
  path: '/admin/calls',
  summary: 'List the request log',
  description: 'Newest first.',
  params: object({ account, ...callFilters }),
  ...describeList('calls', loggedCall, 'AdminCallPage', listExample),
  async run({ params: { account: slug, ...filters } }, { reads }: CallLogDeps) {
    const pool = reads('operator')
    const query = { ...toCallsQuery(filters), ...(await readAccountFilter(pool, slug)) }
    return { body: await listCalls({ pool }, query) }
  },
})

const allHistogram = route({
  ...allShared,
  name: 'all_calls_histogram',
  path: '/admin/calls/histogram',
  summary: 'Count the calls over time',
  description: histogramDescription,
  params: object({ account, ...rangeFilters }),
  ...describedHistogram,
  async run({ params: { account: slug, ...filters } }, { reads }: CallLogDeps) {
    const pool = reads('operator')
    const query = { ...toCallsQuery(filters), ...(await readAccountFilter(pool, slug)) }
    return { body: await readHistogram(pool, query) }
  },
})

export const allCallRoutes = [allCalls, allHistogram]
