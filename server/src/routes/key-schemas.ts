// Keys and secrets as bodies and records, the same for an account and for the operator, who alone gives permissions.
// Types and names are checked here, meaning in access/.
import { boolean, integer, list, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { permissions } from '../access/caller.ts'
import { moment, uuid } from './shared-schemas.ts'

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
const permitted = list(oneOf(permissions), {
  maxItems: permissions.length,
  description: 'With `manage` it makes, changes and rotates other keys of its account.',
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

/** What the operator asks for. */
export const newKey = object(
  { alias: text('main'), ...fields, permissions: optional(permitted) },
  named('NewKey'),
)
export const keyChange = object({ ...changes, permissions: optional(permitted) }, named('KeyChange'))

/** What an account asks for. */
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
    { description: 'What counts against each quota now; null where there is none.' },
  ),
  scopes,
  allowed_ips: allowedIps,
  permissions: permitted,
  last_four: text('4Kx9'),
  previous_until: nullable(
    text('2026-01-31T13:00:00Z', {
      format: 'date-time',
      description: 'Until when a secret that was replaced still works; null where none does.',
    }),
  ),
  created: text('2026-01-31T12:00:00Z', { format: 'date-time' }),
}
export const key = object(record, named('Key'))
export const keyWithSecret = object(
  {
    ...record,
    secret: text('qry_…', { description: 'Shown this once.' }),
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

export const rotation = object(
  {
    grace_seconds: optional(integer(3600, { description: 'How long the old secret goes on working.' })),
  },
  named('Rotation'),
)

/** What a browser or a proxy must not keep. */
export const secretHeaders = { 'cache-control': 'no-store' }
export const describedSecretHeaders = { 'cache-control': '`no-store`: a secret is not for caches' }
