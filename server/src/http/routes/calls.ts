// The request log of the calling account and of all accounts, and the receipt of one call. A key with scopes sees its
// own calls only.
import { integer, list, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { findAccountId } from '../../accounts/account-store.ts'
import { toKeyFilter } from '../../accounts/caller.ts'
import { readHistogram } from '../../ledger/log/call-histogram.ts'
import { outcomeCounts, outcomes } from '../../ledger/log/counters.ts'
import { type CallsQuery, listCalls } from '../../ledger/log/list-calls.ts'
import { loggedCall, toCallsCsv } from '../../ledger/log/log-rows.ts'
import { readReceipt, receipt } from '../../ledger/log/receipt.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import type { Queryable } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/errors.ts'
import { exampleId, moment, namedObject } from '../../platform/lib/schemas.ts'
import { route } from './route.ts'
import { describeId, describeList } from './shared-schemas.ts'

/** `reads` shares the read connections fairly between accounts and the operator. */
export type CallLogDeps = { reads: Reads }

const rangeFilters = {
  from: optional(text('2026-01-01', 'Start: a day (UTC) or a time with its time zone.')),
  to: optional(text('2026-01-31', 'End: a day, inclusive, or a time, exclusive.')),
  endpoint: optional(text('/v2/usage', 'Only calls of this path.')),
  status: optional(integer(404, 'Only calls recorded with this status.')),
  outcome: optional(
    oneOf(
      outcomes,
      'Only calls with this outcome: a record or job, no match (404), refused (4xx) or failed (5xx).',
    ),
  ),
  reason: optional(text('not_found', 'Only calls that ended for this reason.')),
  key: optional(text('main', 'Only calls of this key, by alias or id.')),
  provider: optional(text('site', 'Only calls that this provider answered.')),
  request_id: optional(text(exampleId, 'Only this request.')),
  text: optional(text('jazz', 'Only calls whose parameters contain this text.')),
}

const callFilters = {
  ...rangeFilters,
  limit: optional(integer(50, 'Maximum number of calls, 1 to 1000; by default 50.')),
  cursor: optional(
    text('81', '`next_cursor` of the previous page. A page can be short or empty and still have one.'),
  ),
}

const histogram = namedObject('CallHistogram', {
  from: moment(),
  to: moment(),
  step_seconds: integer(3600),
  counted_from: nullable(moment()),
  steps: list(object({ at: moment(), calls: integer(12), ...outcomeCounts })),
})

const histogramDescription =
  'Counts the calls that the list returns under the same filters, in at most 60 steps of equal length. Without `from` it starts at the first call, at most a year ago. Long ranges are counted in whole hours, ranges of several weeks in whole days if they start and end on one. With `reason` or `text` it reads the newest 50,000 calls of the range; `counted_from` is set if there were more.'

type SentFilters = Omit<CallsQuery, 'accountId' | 'keyId' | 'requestId'> & { request_id?: string }

const toCallsQuery = ({ request_id: requestId, ...filters }: SentFilters): CallsQuery =>
  requestId === undefined ? filters : { ...filters, requestId }

const shared = { access: 'key', tag: 'calls' } as const
const listExample = { exampleCursor: '81', exampleLimit: 50 }
const ownPage = describeList('calls', loggedCall, 'CallPage', listExample)
const describedHistogram = {
  reply: { description: 'The steps, oldest first', schema: histogram },
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
    format: optional(oneOf(['json', 'csv'], 'Output format; by default json.')),
  }),
  ...ownPage,
  reply: {
    ...ownPage.reply,
    headers: { 'x-next-cursor': 'In CSV: the `next_cursor`; absent on the last page' },
    also: { 'text/csv': 'request_id,at,account\r\n' },
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
  respond({ caller, params }, { reads }: CallLogDeps) {
    const { accountId } = caller
    const query = { ...toCallsQuery(params), ...toKeyFilter(caller), accountId }
    return readHistogram(reads(accountId), query)
  },
})

const ownCall = route({
  ...shared,
  name: 'receipt',
  path: '/v2/calls/{request_id}',
  summary: 'Read the receipt of a call',
  description:
    'The credits held and charged, from which fund, the provider, and the log rows of the call. A job has one row for its 202 and one for its end. Free.',
  params: object({ request_id: describeId('request') }),
  reply: { description: 'The receipt', schema: receipt },
  async respond({ caller, params }, { reads }: CallLogDeps) {
    const { accountId } = caller
    const found = await readReceipt(reads(accountId), accountId, params.request_id, toKeyFilter(caller).keyId)
    if (found === null) throw new Refusal('not_found')
    return found
  },
})

export const ownCallRoutes = [ownCalls, ownHistogram, ownCall]

const allShared = { access: 'admin', tag: 'calls', refusals: ['not_found'] } as const
const account = optional(text('acme', 'Only calls of this account.'))

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
  async respond({ params: { account: slug, ...filters } }, { reads }: CallLogDeps) {
    const pool = reads('operator')
    return listCalls({ pool }, { ...toCallsQuery(filters), ...(await readAccountFilter(pool, slug)) })
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
  async respond({ params: { account: slug, ...filters } }, { reads }: CallLogDeps) {
    const pool = reads('operator')
    return readHistogram(pool, { ...toCallsQuery(filters), ...(await readAccountFilter(pool, slug)) })
  },
})

export const allCallRoutes = [allCalls, allHistogram]
