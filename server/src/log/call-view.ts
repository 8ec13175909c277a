// A row of the request log as the account and the operator see it, and as a line of CSV.
import { csvLine } from '../lib/csv.ts'
import { type Outcome, toOutcome } from './outcomes.ts'

export type CallView = {
  request_id: string
  at: string
  account: string
  key_id: string
  endpoint: string
  params: string | null
  recorded_status: number
  sent_status: number | null
  reason: string | null
  credits: number
  subscription_credits: number
  bonus_credits: number
  ms: number
  job_id: string | null
  client_closed: boolean | null
  cache_age_seconds: number | null
  provider: string | null
  record_fields: string | null
  record_form: string | null
  count: number
  outcome: Outcome
}

/** SQL: the columns of a CallView, of the log row `c`. */
export const viewColumns = `
  c.request_id, to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  (select a.slug from accounts a where a.id = c.account_id) as account,
  c.key_id, c.endpoint, c.params, c.recorded_status, c.sent_status, c.reason,
  c.subscription_credits + c.bonus_credits as credits, c.subscription_credits, c.bonus_credits,
  c.ms, c.job_id, c.client_closed, c.cache_age_seconds, c.provider,
  c.fields_filled || '/' || c.fields_asked as record_fields, c.record_form, c.count,
  ${toOutcome('c.recorded_status')} as outcome`

const csvColumns = (
  'request_id at account key_id endpoint params recorded_status sent_status reason credits subscription_credits ' +
  'bonus_credits ms job_id client_closed cache_age_seconds provider record_fields record_form count outcome'
).split(' ') as (keyof CallView)[]

/** With a header line. */
export const toCallsCsv = (calls: readonly CallView[]): string =>
  [csvColumns, ...calls.map((call) => csvColumns.map((name) => call[name]))].map(csvLine).join('')
