// An account's own request log, and the receipt of one call. A key with scopes sees its own calls only.
import { integer, list, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { toKeyFilter } from '../access/reach.ts'
import { Refusal } from '../errors.ts'
import { callHistogram } from '../log/call-histogram.ts'
import { callsCsv } from '../log/call-view.ts'
import { listCalls } from '../log/list-calls.ts'
import { receiptOf } from '../log/receipt.ts'
import { loggedCall } from './admin-schemas.ts'
import { callFilters, histogram, histogramWords, rangeFilters, readCallFilters } from './call-filters.ts'
import { route } from './route.ts'
import { describeId, exampleId, moment, uuid } from './shared-schemas.ts'

const shared = { access: 'key', tag: 'calls' } as const
const formats = ['json', 'csv'] as const

const ownCalls = route({
  ...shared,
  name: 'own_calls',
  method: 'GET',
  path: '/v2/calls',
  summary: 'The calls of the account',
  description:
    'Newest first, filtered. A page looks at 50,000 calls at most; where that does not fill it, `next_cursor` (in CSV the header `x-next-cursor`) goes on from there. A key with scopes sees its own calls only. Free.',
  params: object({
    ...callFilters,
    format: optional(oneOf(formats, { description: 'How calls are written; by default json.' })),
  }),
  replies: {
    200: {
      description: 'The calls',
      schema: object({ calls: list(loggedCall), next_cursor: nullable(text('81')) }, named('CallPage')),
      headers: { 'x-next-cursor': 'Of CSV: the `next_cursor`, absent at the end' },
      also: { 'text/csv': 'request_id,at,account\r\n' },
    },
  },
  refusals: [],
  example: { params: { limit: 50 } },
  async run({ caller, params: { format, ...filters } }, { reads }) {
    const { accountId } = caller
    const query = { ...readCallFilters(filters), ...toKeyFilter(caller), accountId }
    const page = await listCalls({ pool: reads(accountId) }, query)
    if (format !== 'csv') return { body: page }
    const next = page.next_cursor === null ? {} : { 'x-next-cursor': page.next_cursor }
    return { text: callsCsv(page.calls), headers: { 'content-type': 'text/csv; charset=utf-8', ...next } }
  },
})

const ownHistogram = route({
  ...shared,
  name: 'call_histogram',
  method: 'GET',
  path: '/v2/calls/histogram',
  summary: 'When the calls of the account were',
  description: `${histogramWords} A key with scopes sees its own calls only. Free.`,
  params: object(rangeFilters),
  replies: { 200: { description: 'The steps, oldest first', schema: histogram } },
  refusals: [],
  example: { params: { from: '2026-01-01', to: '2026-01-31' } },
  async run({ caller, params }, { reads }) {
    const { accountId } = caller
    const query = { ...readCallFilters(params), ...toKeyFilter(caller), accountId }
    return { body: await callHistogram(reads(accountId), query) }
  },
})

const amounts = { credits: integer(1), subscription: integer(0), bonus: integer(1) }
const receipt = object(
  {
    request_id: uuid(),
    price: nullable(integer(1, { description: 'What it costs if it is answered.' })),
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
  method: 'GET',
  path: '/v2/calls/{request_id}',
  summary: 'The receipt of a call',
  description:
    'What was held for it, what it was charged and from which fund, who answered, and its rows in the log: of a job the 202 and its end. Free.',
  params: object({ request_id: describeId('request') }),
  replies: { 200: { description: 'The receipt', schema: receipt } },
  refusals: ['not_found'],
  example: { params: { request_id: exampleId } },
  async run({ caller, params }, { reads }) {
    const { accountId } = caller
    const found = await receiptOf(reads(accountId), accountId, params.request_id, toKeyFilter(caller).keyId)
    if (found === null) throw new Refusal('not_found')
    return { body: found }
  },
})

export const ownCallRoutes = [ownCalls, ownHistogram, ownCall]
