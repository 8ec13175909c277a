// Bodies and records of keys and secrets, shared by accounts and the operator. Only the operator grants permissions.
// Types are checked here, values in access/.
import { boolean, integer, list, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { permissions } from '../access/caller.ts'
import { moment, uuid } from './shared-schemas.ts'

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

export const newKey = object(
  { alias: text('main'), ...fields, permissions: optional(permitted) },
  named('NewKey'),
)
export const keyChange = object({ ...changes, permissions: optional(permitted) }, named('KeyChange'))

/** An account cannot grant permissions. */
export const newOwnKey = object({ alias: text('main'), ...fields }, named('NewKey'))
export const ownKeyChange = object(changes, named('KeyChange'))

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
    { description: 'Credits counted against each quota; null without a quota.' },
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
export const key = object(record, named('Key'))
export const keyWithSecret = object(
  {
    ...record,
    secret: text('qry_…', { description: 'Shown only once.' }),
  },
  named('KeyWithSecret'),
)

export const webhookSecret = object(
  {
    secret: text('whsec_…', { description: 'Shown only once.' }),
    previous_until: nullable(moment()),
  },
  named('WebhookSecret'),
)

export const rotation = object(
  {
    grace_seconds: optional(integer(3600, { description: 'Seconds that the old secret keeps working.' })),
  },
  named('Rotation'),
)

/** Browsers and proxies must not store a secret. */
export const secretHeaders = { 'cache-control': 'no-store' }
export const describedSecretHeaders = { 'cache-control': '`no-store`: caches must not keep a secret' }
