// Bodies and records of accounts, for the operator. They check types; check-values.ts checks values.
import { boolean, integer, nullable, object, optional, text } from '@quarry/kit/schema'
import { namedObject } from '../platform/lib/schemas.ts'

const rateLimit = nullable(
  object(
    { per_second: optional(nullable(integer(10))), per_minute: optional(nullable(integer(600))) },
    'Replaces both limits at once; null means unlimited.',
  ),
)
const accountFields = {
  active: optional(boolean(true)),
  open_invoices: optional(boolean(false, 'While true, metered calls are refused with 402.')),
  statistics_enabled: optional(boolean(true)),
  rate_limit: optional(rateLimit),
  subscription_total: optional(integer(10000, 'Credits per period; 0 ends the subscription.')),
  period_days: optional(integer(30)),
}

export const newAccount = namedObject('NewAccount', {
  slug: text('acme'),
  name: text('Acme'),
  bonus_credits: optional(integer(1000)),
  ...accountFields,
})
export const accountChange = namedObject('AccountChange', { name: optional(text('Acme')), ...accountFields })
export const creditChange = namedObject('CreditChange', {
  credits: integer(500, 'Credits to grant; a negative number takes back credits that are available.'),
  reason: text('goodwill'),
})
const fund = namedObject('Fund', {
  granted: integer(1000),
  available: integer(987),
  held: integer(0),
  charged: integer(13),
  expired: integer(0),
  corrected: integer(0, 'Bonus credits that the operator took back.'),
})

export const account = namedObject('Account', {
  slug: text('acme'),
  name: text('Acme'),
  active: boolean(true),
  open_invoices: boolean(false),
  statistics_enabled: boolean(true),
  rate_limit: object({ per_second: nullable(integer(10)), per_minute: nullable(integer(600)) }),
  subscription_total: integer(0),
  period_days: integer(30),
  period: object(
    { start: text('2026-12-02', { format: 'date' }), end: text('2027-01-01', { format: 'date' }) },
    'Of the subscription; without one, the calendar month (UTC).',
  ),
  subscription: fund,
  bonus: fund,
  created: text('2026-01-31T12:00:00Z', { format: 'date-time' }),
})
