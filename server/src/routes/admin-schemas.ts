// Bodies and records of the admin API. Types are checked here, values in access/.
import { boolean, integer, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { outcomes } from '../log/outcomes.ts'
import { moment, outcomeDescription, provenance, uuid } from './shared-schemas.ts'

const rateLimit = nullable(
  object(
    { per_second: optional(nullable(integer(10))), per_minute: optional(nullable(integer(600))) },
    { description: 'Replaces both limits at once; null means unlimited.' },
  ),
)
const accountFields = {
  active: optional(boolean(true)),
  open_invoices: optional(boolean(false, { description: 'While true, metered calls are refused with 402.' })),
  statistics_enabled: optional(boolean(true)),
  rate_limit: optional(rateLimit),
  subscription_total: optional(
    integer(10000, { description: 'Credits per period; 0 ends the subscription.' }),
  ),
  period_days: optional(integer(30)),
}

export const newAccount = object(
  {
    slug: text('acme'),
    name: text('Acme'),
    bonus_credits: optional(integer(1000)),
    ...accountFields,
  },
  named('NewAccount'),
)
export const accountChange = object(
  { name: optional(text('Acme')), ...accountFields },
  named('AccountChange'),
)
export const grant = object({ credits: integer(500), reason: text('goodwill') }, named('Grant'))
const fund = object(
  {
    granted: integer(1000),
    available: integer(987),
    held: integer(0),
    charged: integer(13),
    expired: integer(0),
  },
  named('Fund'),
)

export const account = object(
  {
    slug: text('acme'),
    name: text('Acme'),
    active: boolean(true),
    open_invoices: boolean(false),
    statistics_enabled: boolean(true),
    rate_limit: object({ per_second: nullable(integer(10)), per_minute: nullable(integer(600)) }),
    subscription_total: integer(0),
    period_days: integer(30),
    period: nullable(
      object({ start: text('2026-12-02', { format: 'date' }), end: text('2027-01-01', { format: 'date' }) }),
    ),
    subscription: fund,
    bonus: fund,
    created: text('2026-01-31T12:00:00Z', { format: 'date-time' }),
  },
  named('Account'),
)

export const loggedCall = object(
  {
    request_id: uuid(),
    at: moment(),
    account: text('acme'),
    key_id: uuid(),
    endpoint: text('/v2/usage'),
    params: nullable(
      text('{"query":"…"}', { description: 'As JSON; for a refused call only the lengths of the values.' }),
    ),
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
    record_fields: provenance.record_fields,
    record_form: provenance.record_form,
    count: integer(1, { description: 'Number of equal calls that this row counts.' }),
    outcome: oneOf(outcomes, { description: outcomeDescription }),
  },
  named('LoggedCall'),
)
