// The bodies and records of the admin API. Types and names are checked here, meaning in access/.
import { boolean, integer, list, named, nullable, object, optional, text } from '../lib/schema.ts'
import { moment, uuid } from './shared-schemas.ts'

const rateLimit = nullable(
  object(
    { per_second: optional(nullable(integer(10))), per_minute: optional(nullable(integer(600))) },
    { description: 'Counts as a whole once given; null is no limit at all.' },
  ),
)
const texts = (example: string, description: string) =>
  nullable(list(text(example), { maxItems: 100, description }))
const scopes = texts(
  '/v2/usage',
  'Paths, `/v2/<source>/*` or sources that the key may call; null is everything.',
)
const allowedIps = texts(
  '203.0.113.0/24',
  'Addresses or ranges that the key may be used from; null is everywhere.',
)
const expires = nullable(
  text('2027-12-31T00:00:00Z', {
    format: 'date-time',
    description: 'Null is never; a past moment ends the key.',
  }),
)

const accountFields = {
  active: optional(boolean(true)),
  open_invoices: optional(boolean(false, { description: 'Refuses metered calls with 402.' })),
  statistics_enabled: optional(boolean(true)),
  rate_limit: optional(rateLimit),
  subscription_total: optional(
    integer(10000, { description: 'Credits of a period; 0 ends the subscription.' }),
  ),
  period_days: optional(integer(30)),
}

const keyFields = {
  category: optional(text('production')),
  expires: optional(expires),
  quotas: optional(
    object({
      total: optional(nullable(integer(100000))),
      daily: optional(nullable(integer(1000))),
      weekly: optional(nullable(integer(5000))),
      monthly: optional(nullable(integer(20000))),
    }),
  ),
  scopes: optional(scopes),
  allowed_ips: optional(allowedIps),
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
export const newKey = object({ alias: text('main'), ...keyFields }, named('NewKey'))
export const keyChange = object(
  {
    alias: optional(text('main')),
    active: optional(boolean(true)),
    ...keyFields,
  },
  named('KeyChange'),
)
export const rotation = object(
  {
    grace_seconds: optional(integer(3600, { description: 'How long the old secret goes on working.' })),
  },
  named('Rotation'),
)

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

const quota = nullable(integer(1000))
const keyRecord = {
  id: uuid(),
  account: text('acme'),
  alias: text('main'),
  category: text('production'),
  active: boolean(true),
  expires,
  quotas: object({ total: quota, daily: quota, weekly: quota, monthly: quota }),
  scopes,
  allowed_ips: allowedIps,
  last_four: text('4Kx9'),
  created: text('2026-01-31T12:00:00Z', { format: 'date-time' }),
}
export const key = object(keyRecord, named('Key'))
export const keyWithSecret = object(
  {
    ...keyRecord,
    secret: text('qk_…', { description: 'Shown this once.' }),
  },
  named('KeyWithSecret'),
)

export const webhookSecret = object(
  {
    secret: text('whsec_…', { description: 'Shown this once.' }),
    previous_until: nullable(moment()),
  },
  named('WebhookSecret'),
)

export const loggedCall = object(
  {
    request_id: uuid(),
    at: moment(),
    account: text('acme'),
    key_id: uuid(),
    endpoint: text('/v2/usage'),
    params: nullable(
      text('{"query":"…"}', { description: 'As JSON; of a refused call, only their lengths.' }),
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
    count: integer(1, { description: 'How many calls alike this row stands for.' }),
  },
  named('LoggedCall'),
)
