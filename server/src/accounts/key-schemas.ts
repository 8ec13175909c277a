// Bodies and records of keys and secrets, shared by accounts and the operator. Only the operator grants permissions.
// They check types; check-values.ts checks values.
import { boolean, integer, list, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { moment, namedObject, uuid } from '../platform/lib/schemas.ts'
import { permissions } from './caller.ts'

const texts = (example: string, description: string) =>
  nullable(list(text(example), { maxItems: 100, description }))
const scopes = texts(
  '/v2/usage',
  'Paths, `/v2/<source>/*` or source names that the key may call; null means all.',
)
const allowedIps = texts('203.0.113.0/24', 'Addresses or CIDR ranges that may use the key; null means all.')
const expires = nullable(
  text('2027-12-31T00:00:00Z', {
    format: 'date-time',
    description: 'Null means never; a past time disables the key.',
  }),
)
const permitted = list(oneOf(permissions), {
  maxItems: permissions.length,
  description: 'A key with `manage` creates, changes and rotates other keys of its account.',
})

const fields = {
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
const changes = { alias: optional(text('main')), active: optional(boolean(true)), ...fields }

export const newKey = namedObject('NewKey', {
  alias: text('main'),
  ...fields,
  permissions: optional(permitted),
})
export const keyChange = namedObject('KeyChange', { ...changes, permissions: optional(permitted) })

/** An account cannot grant permissions. */
export const newOwnKey = namedObject('NewKey', { alias: text('main'), ...fields })
export const ownKeyChange = namedObject('KeyChange', changes)

const quota = nullable(integer(1000))
const used = nullable(integer(12))
const record = {
  id: uuid(),
  account: text('acme'),
  alias: text('main'),
  category: text('production'),
  active: boolean(true),
  expires,
  quotas: object({ total: quota, daily: quota, weekly: quota, monthly: quota }),
  quotas_used: object(
    { total: used, daily: used, weekly: used, monthly: used },
    'Credits counted against each quota; null without a quota.',
  ),
  scopes,
  allowed_ips: allowedIps,
  permissions: permitted,
  last_four: text('4Kx9'),
  previous_until: nullable(
    text('2026-01-31T13:00:00Z', {
      format: 'date-time',
      description: 'Until when the previous secret works; null if it does not.',
    }),
  ),
  created: text('2026-01-31T12:00:00Z', { format: 'date-time' }),
}
export const key = namedObject('Key', record)
export const keyWithSecret = namedObject('KeyWithSecret', {
  ...record,
  secret: text('qry_…', 'Shown only once.'),
})

export const webhookSecret = namedObject('WebhookSecret', {
  secret: text('whsec_…', 'Shown only once.'),
  previous_until: nullable(moment()),
})

export const rotation = namedObject('Rotation', {
  grace_seconds: optional(integer(3600, 'Seconds that the old secret keeps working.')),
})

/** Browsers and proxies must not store a secret. */
export const secretHeaders = { 'cache-control': 'no-store' }
export const describedSecretHeaders = { 'cache-control': '`no-store`: caches must not keep a secret' }
