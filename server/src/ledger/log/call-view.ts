// A row of the request log as the account and the operator see it, and as a line of CSV.
import { boolean, integer, nullable, oneOf, type Static, text } from '@quarry/kit/schema'
import { csvLine } from '../../platform/lib/csv.ts'
import { moment, namedObject, uuid } from '../../platform/lib/schemas.ts'
import { outcomes, toOutcome } from './outcomes.ts'

export const loggedCall = namedObject('LoggedCall', {
  request_id: uuid(),
  at: moment(),
  account: text('acme'),
  key_id: uuid(),
  endpoint: text('/v2/usage'),
  params: nullable(text('{"query":"…"}', 'As JSON; for a refused call only the lengths of the values.')),
  recorded_status: integer(200),
  sent_status: nullable(integer(200)),
  reason: nullable(text('not_found')),
  credits: integer(1),
  subscription_credits: integer(0),
  bonus_credits: integer(1),
  ms: integer(42),
  job_id: nullable(uuid()),
  client_closed: nullable(boolean(false)),
  cache_age_seconds: nullable(integer(60)),
  provider: nullable(text('site')),
  record_fields: nullable(text('31/43', 'Filled fields of the record, out of all its fields.')),
  record_form: nullable(text('json', 'The form of the page that was read.')),
  count: integer(1, 'Number of equal calls that this row counts.'),
  outcome: oneOf(outcomes, '`answered`: below 400. `no_match`: 404. `refused`: another 4xx. `failed`: 5xx.'),
})

export type CallView = Static<typeof loggedCall>

/** SQL: the columns of a CallView, of the log row `c`. */
export const viewColumns = `
  c.request_id, to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  (select a.slug from accounts a where a.id = c.account_id) as account,
  c.key_id, c.endpoint, c.params, c.recorded_status, c.sent_status, c.reason,
  c.subscription_credits + c.bonus_credits as credits, c.subscription_credits, c.bonus_credits,
  c.ms, c.job_id, c.client_closed, c.cache_age_seconds, c.provider,
  c.fields_filled || '/' || c.fields_total as record_fields, c.record_form, c.count,
  ${toOutcome('c.recorded_status')} as outcome`

const csvColumns = Object.keys(loggedCall.properties) as (keyof CallView)[]

/** With a header line. */
export const toCallsCsv = (calls: readonly CallView[]): string =>
  [csvColumns, ...calls.map((call) => csvColumns.map((name) => call[name]))].map(csvLine).join('')
